import { Controller } from '@nestjs/common';
import { type EventOf, payment } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { RefundsService } from './refunds.service.ts';

@Controller()
export class ShowDisputeWhenChanged {
  constructor(private readonly refunds: RefundsService) {}

  @OnEvent(payment.disputeChanged, work('show-dispute-when-changed'))
  async changed({ data }: EventOf<typeof payment.disputeChanged>, { session }: EventContext): Promise<void> {
    await this.refunds.applyDispute(data, session);
  }
}
