import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { resultOf } from '../money/refund-result.ts';
import { RefundsService } from './refunds.service.ts';

const HANDLER = work('show-refund-when-provider-answered');

@Controller()
export class ShowRefundWhenProviderAnswered {
  constructor(private readonly refunds: RefundsService) {}

  @OnEvent(payment.refundCompleted, HANDLER)
  async completed(event: EventOf<typeof payment.refundCompleted>, { session }: EventContext): Promise<void> {
    await this.refunds.applyRefundResult(event.data, resultOf(event), session);
  }

  @OnEvent(payment.refundFailed, HANDLER)
  async failed(event: EventOf<typeof payment.refundFailed>, { session }: EventContext): Promise<void> {
    await this.refunds.applyRefundResult(event.data, resultOf(event), session);
  }
}
