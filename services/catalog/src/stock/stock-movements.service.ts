import { Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, catalog, QueryOf } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, People, type Session } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { publishStockChanged } from '../products/product.events.ts';
import { productForStaffOf } from '../products/product.view.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import type { Hold } from './hold.schema.ts';
import { recordingOf } from './recording.rules.ts';
import { StockLedger } from './stock-ledger.ts';
import type { StockMovement } from './stock-movement.schema.ts';
import { StockMovementsRepository } from './stock-movements.repository.ts';

/** What changed the stock of a product, for staff, and what they record. */
@Injectable()
export class StockMovementsService {
  constructor(
    private readonly movements: StockMovementsRepository,
    private readonly products: ProductsRepository,
    private readonly ledger: StockLedger,
    private readonly people: People,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws Failure `product.not-found` */
  async list(
    id: string,
    query: QueryOf<typeof catalog.listStockMovements>,
  ): Promise<AnswerOf<typeof catalog.listStockMovements>> {
    if (!(await this.products.byId(id))) throw new Failure('product.not-found');
    const { movements, totalCount } = await this.movements.page(id, query);
    return { movements: await this.#views(movements), totalCount };
  }

  /** @throws Failure `product.not-found`, `product.pieces-moved`, `request.invalid` when there are too few pieces for it */
  async record(
    actor: Session,
    id: string,
    body: BodyOf<typeof catalog.recordStockMovement>,
    session: ClientSession,
  ): Promise<AnswerOf<typeof catalog.recordStockMovement>> {
    const before = await this.products.byId(id, session);
    if (!before || before.status === 'archived') throw new Failure('product.not-found');
    const { stock, held } = before;
    const { kind, reason, piecesBefore = stock + held } = body;
    if (kind === 'counted' && piecesBefore !== stock + held) {
      throw new Failure('product.pieces-moved', { details: { stock, held } });
    }
    const recording = recordingOf(body, before);
    if ('errors' in recording) throw new Failure('request.invalid', { errors: recording.errors });
    const { delta } = recording;
    const { userId } = actor;
    const [moved] = await this.ledger.apply([{ productId: id, kind, delta, reason, userId }], session);
    const { product, movement } = moved!;
    await this.audit.record(session, actor, {
      ...{ action: 'product.stock-recorded', subject: 'product', subjectId: id, ...(reason && { reason }) },
      ...{ before: { stock }, after: { stock: product.stock } },
    });
    await publishStockChanged(this.outbox, session, product, { before: stock, now: product.stock });
    const details = await this.products.detailsById([product.detailsRef], session);
    const [view] = await this.#views([movement]);
    return { movement: view!, product: productForStaffOf(product, details.get(String(product.detailsRef))!) };
  }

  async #views(movements: readonly StockMovement[]): Promise<catalog.StockMovement[]> {
    const [holds, names] = await Promise.all([
      this.movements.holdsOf(movements),
      this.people.namesOf(movements.flatMap(({ userId }) => userId ?? [])),
    ]);
    return movements.map((movement) => {
      const { number, kind, delta, stockAfter, reason, userId, holdId, at } = movement;
      return {
        ...{ number, kind, delta, stockAfter, at: at.toISOString() },
        ...(reason !== undefined && { reason }),
        ...(userId !== undefined && { by: { userId, name: names.get(userId) ?? null } }),
        ...(holdId !== undefined && { hold: { holdId, ...whatBecameOf(movement, holds.get(holdId)) } }),
      };
    });
  }
}

/** A hold that was removed had ended: given up, or returned if it was an order's. */
function whatBecameOf({ orderId: known }: StockMovement, hold: Hold | undefined) {
  const orderId = known ?? hold?.orderId;
  return {
    state: hold?.state ?? (orderId === undefined ? ('released' as const) : ('returned' as const)),
    ...(orderId !== undefined && { orderId }),
  };
}
