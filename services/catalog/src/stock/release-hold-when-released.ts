import { Controller } from '@nestjs/common';
import { cartOrder, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { StockService } from './stock.service.ts';

@Controller()
export class ReleaseHoldWhenReleased {
  constructor(private readonly stock: StockService) {}

  @OnEvent(cartOrder.holdReleased, work('release-hold-when-released'))
  async handle({ data }: EventOf<typeof cartOrder.holdReleased>, { session }: EventContext): Promise<void> {
    await this.stock.move(data.holdId, 'release', session);
  }
}
