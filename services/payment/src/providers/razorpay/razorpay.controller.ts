import { Inject } from '@nestjs/common';
import { payment } from '@shop/contracts';
import {
  CONFIG,
  ContractController,
  Failure,
  Idempotency,
  type Input,
  Route,
  type Session,
  ValidatedInput,
} from '@shop/service-kit';
import { PaymentCallbacksService, stateFor } from '../../attempts/callbacks.service.ts';
import { type StartedAttempt, StartingService } from '../../attempts/starting.service.ts';
import { Identity } from '../../clients/identity.ts';
import { WebhooksService } from '../../webhooks/webhooks.service.ts';
import { RazorpaySignatures } from './razorpay-signatures.ts';
import type { RazorpayConfig } from './variables.ts';

@ContractController()
export class RazorpayController {
  constructor(
    private readonly starting: StartingService,
    private readonly callbacks: PaymentCallbacksService,
    private readonly webhooks: WebhooksService,
    private readonly signatures: RazorpaySignatures,
    private readonly identity: Identity,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: RazorpayConfig,
  ) {}

  @Route(payment.createRazorpayOrder)
  start(@ValidatedInput() input: Input<typeof payment.createRazorpayOrder>) {
    return this.idempotency.resumable(input, async (claim) => {
      const started = await this.starting.start('razorpay', input.session, input.body, claim);
      const { attempt } = started;
      return {
        order: { id: attempt.providerOrderId, amount: attempt.amount, currency: 'INR' as const },
        checkoutId: attempt.checkoutId,
        dialog: await this.#dialogOf(started, input.session),
      };
    });
  }

  @Route(payment.verifyRazorpayPayment)
  async verify(@ValidatedInput() { session, body }: Input<typeof payment.verifyRazorpayPayment>) {
    const { razorpay_payment_id: paidBy, razorpay_order_id: orderId, razorpay_signature: signature } = body;
    const attempt = await this.callbacks.settle('razorpay', session.userId, orderId, {
      providerPaymentId: paidBy,
      isGenuine: (storedOrderId) => this.signatures.isValidDialog(storedOrderId, paidBy, signature),
    });
    const paymentId = attempt.providerPaymentId ?? paidBy;
    return { paymentId, checkoutId: attempt.checkoutId, state: stateFor(attempt) };
  }

  @Route(payment.razorpayWebhook)
  async webhook(@ValidatedInput() { rawBody, request, body }: Input<typeof payment.razorpayWebhook>) {
    const signature = request.headers['x-razorpay-signature'];
    if (!rawBody || typeof signature !== 'string' || !this.signatures.isValidWebhook(rawBody, signature)) {
      throw new Failure('payment.wrong-signature');
    }
    const eventId = request.headers['x-razorpay-event-id'];
    await this.webhooks.store('razorpay', { eventId, event: body['event'], rawBody });
    return { received: true as const };
  }

  async #dialogOf({ attempt: { shopName, description }, contact }: StartedAttempt, session: Session) {
    const email = session.email ?? (await this.#emailOf(session.userId));
    return {
      script: this.config.RAZORPAY_CHECKOUT_URL,
      key: this.config.RAZORPAY_KEY_ID,
      name: shopName,
      description,
      prefill: { name: contact.name, email, contact: contact.phone },
    };
  }

  /** Optional: if identity is unavailable, the dialog asks for it. */
  #emailOf(userId: string): Promise<string> {
    return this.identity.contact(userId).then(
      ({ email }) => email,
      () => '',
    );
  }
}
