import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { MailsService } from './mails.service.ts';

const HANDLER = work('mail-refund-when-money-goes-back');

@Controller()
export class MailRefundWhenMoneyGoesBack {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(cartOrder.refundRequested, HANDLER)
  async requested(event: EventOf<typeof cartOrder.refundRequested>, { session }: EventContext): Promise<void> {
    // The mail about the cancellation says it.
    if (event.data.reason === 'order-cancelled') return;
    await this.mails.queue('refund-requested', event, session);
  }

  @OnEvent(cartOrder.checkoutRefused, HANDLER)
  async refused(event: EventOf<typeof cartOrder.checkoutRefused>, { session }: EventContext): Promise<void> {
    await this.mails.queue('checkout-refused', event, session);
  }

  @OnEvent(payment.paymentReturned, HANDLER)
  async returned(event: EventOf<typeof payment.paymentReturned>, { session }: EventContext): Promise<void> {
    const { data } = event;
    const reason = data.reason === 'paid-again' ? ('paid-twice' as const) : data.reason;
    await this.mails.queue('refund-requested', { ...event, data: { ...data, reason } }, session);
  }

  @OnEvent(payment.refundCompleted, HANDLER)
  async completed(event: EventOf<typeof payment.refundCompleted>, { session }: EventContext): Promise<void> {
    await this.mails.queue('refund-completed', event, session, outcomeOf(event.data));
  }

  @OnEvent(payment.refundFailed, HANDLER)
  async failed(event: EventOf<typeof payment.refundFailed>, { session }: EventContext): Promise<void> {
    await this.mails.queue('refund-failed', event, session, outcomeOf(event.data));
  }
}

const outcomeOf = ({ refundId }: { refundId: string }): string => `outcome of refund ${refundId}`;
