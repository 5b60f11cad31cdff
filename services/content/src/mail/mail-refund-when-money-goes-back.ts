import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf, payment } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

const HANDLER = work('mail-refund-when-money-goes-back', { idempotent: true });

@Controller()
export class MailRefundWhenMoneyGoesBack {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.refundRequested, HANDLER)
  async requested(event: EventOf<typeof cartOrder.refundRequested>): Promise<void> {
    // Covered by the mail about the cancellation.
    if (event.data.reason === 'order-cancelled') return;
    await this.mails.queue('refund-requested', event);
  }

  @OnEvent(cartOrder.checkoutRefused, HANDLER)
  async refused(event: EventOf<typeof cartOrder.checkoutRefused>): Promise<void> {
    await this.mails.queue('checkout-refused', event);
  }

  @OnEvent(payment.paymentReturned, HANDLER)
  async returned(event: EventOf<typeof payment.paymentReturned>): Promise<void> {
    const { data } = event;
    const reason = data.reason === 'paid-again' ? ('paid-twice' as const) : data.reason;
    await this.mails.queue('refund-requested', { ...event, data: { ...data, reason } });
  }

  @OnEvent(payment.refundCompleted, HANDLER)
  async completed(event: EventOf<typeof payment.refundCompleted>): Promise<void> {
    await this.mails.queue('refund-completed', event, outcomeOf(event.data));
  }

  @OnEvent(payment.refundFailed, HANDLER)
  async failed(event: EventOf<typeof payment.refundFailed>): Promise<void> {
    // The buyer has the money already.
    if (event.data.nothingLeft) return;
    await this.mails.queue('refund-failed', event, outcomeOf(event.data));
  }

  @OnEvent(payment.paymentReturnFailed, HANDLER)
  async notReturned(event: EventOf<typeof payment.paymentReturnFailed>): Promise<void> {
    await this.mails.queue('refund-failed', event, outcomeOf(event.data));
  }
}

const outcomeOf = ({ refundId }: { refundId: string }): string => `outcome of refund ${refundId}`;
