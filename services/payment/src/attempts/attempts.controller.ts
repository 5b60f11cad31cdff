import { Inject } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { ContractController, CONFIG, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { Identity } from '../clients/identity.ts';
import type { Config } from '../variables.ts';
import { PaymentCallbacksService, stateFor } from './callbacks.service.ts';
import { type StartedAttempt, StartingService } from './starting.service.ts';

@ContractController()
export class AttemptsController {
  constructor(
    private readonly starting: StartingService,
    private readonly callbacks: PaymentCallbacksService,
    private readonly identity: Identity,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route(payment.createRazorpayOrder)
  createRazorpayOrder(@ValidatedInput() input: Input<typeof payment.createRazorpayOrder>) {
    return this.idempotency.resumable(input, async (claim) => {
      const started = await this.starting.start('razorpay', input.session.userId, input.body, claim);
      const { attempt } = started;
      return {
        order: { id: attempt.providerOrderId, amount: attempt.amount, currency: 'INR' as const },
        checkoutId: attempt.checkoutId,
        dialog: await this.#dialogOf(started),
      };
    });
  }

  @Route(payment.verifyRazorpayPayment)
  async verify(@ValidatedInput() { session, body }: Input<typeof payment.verifyRazorpayPayment>) {
    const attempt = await this.callbacks.verify(session.userId, body);
    const paymentId = attempt.providerPaymentId ?? body.razorpay_payment_id;
    return { paymentId, checkoutId: attempt.checkoutId, state: stateFor(attempt) };
  }

  @Route(payment.createPaypalOrder)
  createPaypalOrder(@ValidatedInput() input: Input<typeof payment.createPaypalOrder>) {
    return this.idempotency.resumable(input, async (claim) => {
      const { attempt } = await this.starting.start('paypal', input.session.userId, input.body, claim);
      return { id: attempt.providerOrderId, checkoutId: attempt.checkoutId, approveUrl: attempt.approveUrl! };
    });
  }

  @Route(payment.capturePaypalOrder)
  async capture(@ValidatedInput() { session, body }: Input<typeof payment.capturePaypalOrder>) {
    const { state, providerPaymentId = null, checkoutId } = await this.callbacks.capture(session.userId, body.orderID);
    const status = state === 'captured' ? 'COMPLETED' : state === 'pending' ? 'PENDING' : 'UNKNOWN';
    return { status: status as 'COMPLETED' | 'PENDING' | 'UNKNOWN', id: providerPaymentId, checkoutId };
  }

  @Route(payment.getPaymentOfCheckout)
  async ofCheckout(@ValidatedInput() { session, params }: Input<typeof payment.getPaymentOfCheckout>) {
    const attempt = await this.callbacks.ofCheckout(session.userId, params.checkoutId);
    if (!attempt) return { payment: null };
    const state = stateFor(attempt);
    const paymentId = state === 'captured' ? attempt.providerPaymentId! : null;
    return { payment: { provider: attempt.provider, state, paymentId } };
  }

  /** The e-mail address is optional: if identity is unavailable, the dialog asks for it. */
  async #dialogOf({ attempt: { userId, shopName, description }, contact }: StartedAttempt) {
    const email = await this.identity.contact(userId).then(
      (account) => account.email,
      () => '',
    );
    return {
      script: this.config.RAZORPAY_CHECKOUT_URL,
      key: this.config.RAZORPAY_KEY_ID,
      name: shopName,
      description,
      prefill: { name: contact.name, email, contact: contact.phone },
    };
  }
}
