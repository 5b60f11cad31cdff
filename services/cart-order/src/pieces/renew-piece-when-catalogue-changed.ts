import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import { PiecesService } from './pieces.service.ts';

const HANDLER = work('renew-piece-when-catalogue-changed');

@Controller()
export class RenewPieceWhenCatalogueChanged {
  constructor(private readonly pieces: PiecesService) {}

  @OnEvent(catalog.productChanged, HANDLER)
  async changed({ data, version }: EventOf<typeof catalog.productChanged>, { session }: EventContext): Promise<void> {
    await this.pieces.productChanged({ ...data, version }, session);
  }

  @OnEvent(catalog.productRemoved, HANDLER)
  async removed({ data, version }: EventOf<typeof catalog.productRemoved>, { session }: EventContext): Promise<void> {
    await this.pieces.productRemoved({ ...data, version }, session);
  }

  @OnEvent(catalog.stockChanged, HANDLER)
  async stock({ data, version }: EventOf<typeof catalog.stockChanged>, { session }: EventContext): Promise<void> {
    await this.pieces.stockChanged({ ...data, version }, session);
  }
}
