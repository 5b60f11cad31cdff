import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { MoneyService } from './money.service.ts';
import { resultOf } from './refund-result.ts';

const HANDLER = work('show-returns-when-provider-answered');

/** Extra and wrong payments, of which no checkout and no order tells: they are known by the id of their refund. */
@Controller()
export class ShowReturnsWhenProviderAnswered {
  constructor(private readonly money: MoneyService) {}

  @OnEvent(payment.paymentReturned, HANDLER)
  async returned({ data }: EventOf<typeof payment.paymentReturned>, { session }: EventContext): Promise<void> {
    await this.money.returned(data, session);
  }

  @OnEvent(payment.paymentReturnCompleted, HANDLER)
  async completed(event: EventOf<typeof payment.paymentReturnCompleted>, { session }: EventContext): Promise<void> {
    await this.money.applyResult(event.data.refundId, event.data, resultOf(event), session);
  }

  @OnEvent(payment.paymentReturnFailed, HANDLER)
  async failed(event: EventOf<typeof payment.paymentReturnFailed>, { session }: EventContext): Promise<void> {
    await this.money.applyResult(event.data.refundId, event.data, resultOf(event), session);
  }
}
