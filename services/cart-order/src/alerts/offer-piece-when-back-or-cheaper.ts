import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { OnEvent, work } from '@shop/service-kit';
import { AlertRounds } from './alert-rounds.ts';
import { AlertsService } from './alerts.service.ts';

// A round asks catalog how the piece is then: an event that comes twice or late begins a round without effect.
const HANDLER = work('offer-piece-when-back-or-cheaper', { idempotent: true });

@Controller()
export class OfferPieceWhenBackOrCheaper {
  constructor(
    private readonly alerts: AlertsService,
    private readonly rounds: AlertRounds,
  ) {}

  @OnEvent(catalog.stockChanged, HANDLER)
  async stock({ data }: EventOf<typeof catalog.stockChanged>): Promise<void> {
    if (!data.availabilityChanged || data.stock < 1) return;
    await this.alerts.offer('back-in-stock', data.productId);
    this.rounds.wake();
  }

  /** Staff change prices and stock, or put a piece back into the shop. */
  @OnEvent(catalog.productChanged, HANDLER)
  async changed({ data }: EventOf<typeof catalog.productChanged>): Promise<void> {
    if (data.stock < 1) return;
    await this.alerts.offer('back-in-stock', data.productId, undefined, false);
    await this.alerts.offer('price-drop', data.productId, data.pricePaise);
    this.rounds.wake();
  }
}
