import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs, RESCHEDULED, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { type Piece, Pieces } from '../products/pieces.ts';
import { hasPrice } from '../products/product.schema.ts';
import { StaffProductsService } from '../products/staff-products.service.ts';
import type { Config } from '../variables.ts';
import { dueOf } from './planned-change.rules.ts';
import type { PlannedChange } from './planned-change.schema.ts';
import { PlannedChangesRepository } from './planned-changes.repository.ts';

/** Of one that is over, ms. */
const KEEP_MS = 90 * 86_400_000;

/** What a change becomes once it is over, with which nothing is left to run. */
export const settled = (now: Date, fields: Pick<PlannedChange, 'state'> & { why?: string }) => ({
  $set: { ...fields, settledAt: now, keepUntil: new Date(now.getTime() + KEEP_MS) },
  $unset: { ...RESCHEDULED, dueAt: 1, nextAt: 1 },
});

/**
 * Carries planned changes out. When one of a product is claimed, all that are due of the product are done in the order of their
 * times, each with the product in one transaction: two instances conflict at the change itself.
 */
@Injectable()
export class PlannedChangeRunner implements OnModuleInit {
  constructor(
    private readonly changes: PlannedChangesRepository,
    private readonly pieces: Pieces,
    private readonly products: StaffProductsService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.add<PlannedChange>({
      name: 'planned-changes',
      source: this.changes.jobSource,
      pollMs: this.config.CATALOG_SWEEP,
      leaseMs: this.config.CATALOG_LEASE,
      retry: { firstMs: 1_000, maxMs: 60_000 },
      run: async ({ productId }) => {
        while (await this.transactions.run((session) => this.#doNext(new Types.ObjectId(productId), session)));
        return { outcome: 'settled' };
      },
    });
  }

  /** Whether one was due. */
  async #doNext(productId: Types.ObjectId, session: ClientSession): Promise<boolean> {
    const now = this.clock.now();
    const change = await this.changes.nextDue(productId, now, session);
    if (!change) return false;
    const [piece] = await this.pieces.find({ _id: productId }, session);
    const due = dueOf(change, piece?.product);
    if ('why' in due) {
      const state = due.isImpossible ? ('impossible' as const) : ('done' as const);
      await this.changes.update(change._id, settled(now, { state, why: due.why }), session);
      return true;
    }
    await this.changes.update(change._id, afterwards(change, piece!, now), session);
    await this.#write(change, piece!, due.set, session);
    return true;
  }

  async #write(
    { userId, at }: PlannedChange,
    piece: Piece,
    set: Pick<Partial<Piece['product']>, 'pricePaise' | 'status'>,
    session: ClientSession,
  ): Promise<void> {
    const auditReason = `Planned for ${at.toISOString()}`;
    const { _id, pricePaise, status } = piece.product;
    if (set.status === 'archived') return this.products.archiveIn({ userId }, String(_id), session, auditReason);
    if ((set.status ?? status) === status && (set.pricePaise ?? pricePaise) === pricePaise) return;
    const because = { userId, stock: { kind: 'counted' as const, reason: '' }, auditReason };
    await this.pieces.change([{ piece, product: set }], because, session);
  }
}

/** A price that ends is due again. */
function afterwards({ state, until }: PlannedChange, { product }: Piece, now: Date) {
  if (state !== 'planned' || !until) return settled(now, { state: 'done' });
  const former = hasPrice(product) ? { formerPaise: product.pricePaise } : {};
  return { $set: { state: 'running' as const, nextAt: until, dueAt: until, ...former }, $unset: RESCHEDULED };
}
