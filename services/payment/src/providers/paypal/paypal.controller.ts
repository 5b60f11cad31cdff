import { payment } from '@shop/contracts';
import { ContractController, Failure, Idempotency, type Input, Route, ValidatedInput } from '@shop/service-kit';
import { PaymentCallbacksService } from '../../attempts/callbacks.service.ts';
import { StartingService } from '../../attempts/starting.service.ts';
import { WebhooksService } from '../../webhooks/webhooks.service.ts';
import { ProviderUnavailable } from '../provider.ts';
import { ForgedWebhooks } from './forged-webhooks.ts';
import { PayPalSignatures } from './paypal-signatures.ts';

/** A request, of what its signature needs. */
interface Asked {
  headers: Record<string, unknown>;
  ip: string;
}

@ContractController()
export class PayPalController {
  constructor(
    private readonly starting: StartingService,
    private readonly callbacks: PaymentCallbacksService,
    private readonly webhooks: WebhooksService,
    private readonly signatures: PayPalSignatures,
    private readonly forged: ForgedWebhooks,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(payment.createPaypalOrder)
  start(@ValidatedInput() input: Input<typeof payment.createPaypalOrder>) {
    return this.idempotency.resumable(input, async (claim) => {
      const { attempt } = await this.starting.start('paypal', input.session, input.body, claim);
      return { id: attempt.providerOrderId, checkoutId: attempt.checkoutId, approveUrl: attempt.approveUrl! };
    });
  }

  @Route(payment.capturePaypalOrder)
  async capture(@ValidatedInput() { session, body }: Input<typeof payment.capturePaypalOrder>) {
    const attempt = await this.callbacks.settle('paypal', session.userId, body.orderID);
    const { state, providerPaymentId = null, checkoutId } = attempt;
    const status = state === 'captured' ? 'COMPLETED' : state === 'pending' ? 'PENDING' : 'UNKNOWN';
    return { status: status as 'COMPLETED' | 'PENDING' | 'UNKNOWN', id: providerPaymentId, checkoutId };
  }

  /** When PayPal cannot verify it now, it is redelivered. */
  @Route(payment.paypalWebhook)
  async webhook(@ValidatedInput() { rawBody, request, body }: Input<typeof payment.paypalWebhook>) {
    if (!rawBody || !(await this.#isGenuine(rawBody, request))) throw new Failure('payment.wrong-signature');
    await this.webhooks.store('paypal', { eventId: body['id'], event: body['event_type'], rawBody });
    return { received: true as const };
  }

  async #isGenuine(rawBody: Buffer, { headers, ip }: Asked): Promise<boolean> {
    try {
      return await this.forged.checked(ip, () => this.signatures.isValidWebhook(rawBody, headers));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new Failure('payment.provider-unavailable', { cause: error, headers: { 'retry-after': '30' } });
    }
  }
}
