import { payment } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import { WebhooksService } from './webhooks.service.ts';

const NOTHING = Buffer.alloc(0);

@ContractController()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Route(payment.razorpayWebhook)
  async razorpay(@ValidatedInput() { rawBody, request, body }: Input<typeof payment.razorpayWebhook>) {
    await this.webhooks.fromRazorpay(rawBody ?? NOTHING, request.headers, body);
    return { received: true as const };
  }

  @Route(payment.paypalWebhook)
  async paypal(@ValidatedInput() { rawBody, request, body }: Input<typeof payment.paypalWebhook>) {
    await this.webhooks.fromPaypal(rawBody ?? NOTHING, request.headers, body);
    return { received: true as const };
  }
}
