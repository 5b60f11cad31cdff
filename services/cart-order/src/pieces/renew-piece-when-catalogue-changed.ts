import { Controller } from '@nestjs/common';
import { catalog, type EventOf } from '@shop/contracts';
import { OnEvent, Transactions, work } from '@shop/service-kit';
import { PiecesService } from './pieces.service.ts';

// What a piece says carries the version of what told it.
const HANDLER = work('renew-piece-when-catalogue-changed', { idempotent: true });

@Controller()
export class RenewPieceWhenCatalogueChanged {
  constructor(
    private readonly pieces: PiecesService,
    private readonly transactions: Transactions,
  ) {}

  @OnEvent(catalog.productChanged, HANDLER)
  async changed({ data, version }: EventOf<typeof catalog.productChanged>): Promise<void> {
    await this.transactions.run((session) => this.pieces.productChanged({ ...data, version }, session));
  }

  @OnEvent(catalog.productRemoved, HANDLER)
  async removed({ data, version }: EventOf<typeof catalog.productRemoved>): Promise<void> {
    await this.transactions.run((session) => this.pieces.productRemoved({ ...data, version }, session));
  }

  @OnEvent(catalog.stockChanged, HANDLER)
  async stock({ data, version }: EventOf<typeof catalog.stockChanged>): Promise<void> {
    await this.pieces.stockChanged({ ...data, version });
  }
}
