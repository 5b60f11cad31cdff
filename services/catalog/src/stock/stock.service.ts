import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, catalog } from '@shop/contracts';
import { Clock, CONFIG, Failure, isDuplicateKey, Lanes, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { publishStockChanged } from '../products/product.events.ts';
import type { Config } from '../variables.ts';
import { byProduct, type HoldMove, type HoldState, stepOf } from './hold.rules.ts';
import type { Hold } from './hold.schema.ts';
import { StockLedger } from './stock-ledger.ts';
import { StockRepository } from './stock.repository.ts';

/**
 * Holds: besides staff, the only way in which pieces leave the free stock and return to it. Holds do not expire in catalog:
 * their owner, cart-order, releases them.
 */
@Injectable()
export class StockService {
  readonly #lanes = new Lanes();

  constructor(
    private readonly stock: StockRepository,
    private readonly ledger: StockLedger,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Holds all pieces or none, with those of the holds to take over among the free ones: these are released if this one succeeds.
   * Idempotent: the same id again returns the state of the hold.
   * @throws Failure `stock.insufficient` with the free stock of each product that is short, `hold.released`, `hold.mismatch`
   */
  async hold(body: BodyOf<typeof catalog.holdStock>): Promise<AnswerOf<typeof catalog.holdStock>> {
    const hold = { _id: body.holdId, state: 'held' as const, lines: byProduct(body.lines) };
    const products = hold.lines.map(({ productId }) => productId);
    return this.#lanes.run(products, async () => {
      try {
        return await this.transactions.run((session) => this.#take(hold, body, session));
      } catch (error) {
        // A repeated request, or one whose release arrived first.
        const known = isDuplicateKey(error) ? await this.stock.hold(hold._id) : null;
        if (!known) throw error;
        return { holdId: hold._id, state: stateForRetry(known, hold) };
      }
    });
  }

  async get(id: string): Promise<Hold | null> {
    return this.stock.hold(id);
  }

  /** Removes holds that ended long ago. Sold ones stay: their order may still be cancelled. */
  async tidy(): Promise<void> {
    await this.stock.removeEnded(new Date(this.#keptSince()));
  }

  #keptSince(): number {
    return this.clock.millis() - this.config.HOLD_KEEP;
  }

  /** Sells a hold because its order was created; idempotent. @throws Error in a state that does not allow it */
  async sell(id: string, { orderId, lines }: { orderId: string; lines: Hold['lines'] }): Promise<void> {
    const products = byProduct(lines).map(({ productId }) => productId);
    await this.#lanes.run(products, () => this.transactions.run((session) => this.#sell(id, orderId, session)));
  }

  /** Applies a move in the transaction of its event, which may name the order. @throws Error in a state that does not allow it */
  async move(id: string, move: HoldMove, session: ClientSession, orderId?: string): Promise<void> {
    const hold = await this.stock.hold(id, session);
    const step = stepOf(hold?.state, move);
    if (step === 'invalid') throw new Error(`Cannot ${move} hold ${id}: it is ${hold?.state ?? 'unknown'}`);
    if (step === 'ignored') return;
    if (!hold) {
      await this.stock.createHold({ _id: id, state: step.to, lines: [] }, session);
      return;
    }
    if (step.to === 'sold') {
      for (const { productId, quantity } of hold.lines) await this.stock.sell(productId, quantity, session);
    }
    if (orderId !== undefined) await this.ledger.rememberOrder(hold, orderId, session);
    if (step.stockBack) await this.#giveBack(hold, orderId, session);
    await this.stock.moveHold(id, step.to, session);
  }

  /** @throws MongoServerError 11000 when the hold exists */
  async #take(
    hold: Pick<Hold, '_id' | 'state' | 'lines'>,
    { takeOver = [], chosenAt }: Pick<BodyOf<typeof catalog.holdStock>, 'takeOver' | 'chosenAt'>,
    session: ClientSession,
  ): Promise<AnswerOf<typeof catalog.holdStock>> {
    await this.stock.createHold(hold, session);
    // Its end may have been removed since.
    if (chosenAt !== undefined && Date.parse(chosenAt) < this.#keptSince()) throw new Failure('hold.released');
    const before = takeOver.length > 0 ? await this.#free(hold.lines, session) : [];
    for (const id of takeOver) await this.move(id, 'release', session);
    const short: { productId: string; stock: number }[] = [];
    // Free → held.
    const taken = await this.ledger.apply(
      hold.lines.map(({ productId, quantity }, index) => ({
        ...{ productId, kind: 'sold' as const, delta: -quantity, held: quantity, holdId: hold._id },
        stockBefore: before[index],
        condition: { status: 'published', stock: { $gte: quantity } },
      })),
      session,
    );
    for (const [index, { productId, quantity }] of hold.lines.entries()) {
      const product = taken[index]?.product;
      if (!product) short.push({ productId, stock: await this.stock.free(productId, session) });
      else {
        const now = product.stock;
        await publishStockChanged(this.outbox, session, product, { before: now + quantity, now });
      }
    }
    if (short.length > 0) throw new Failure('stock.insufficient', { details: { lines: short } });
    return { holdId: hold._id, state: hold.state };
  }

  /** Free pieces of the products of these lines. */
  async #free(lines: Hold['lines'], session: ClientSession): Promise<number[]> {
    const free: number[] = [];
    for (const { productId } of lines) free.push(await this.stock.free(productId, session));
    return free;
  }

  async #sell(id: string, orderId: string, session: ClientSession): Promise<void> {
    const hold = await this.stock.sellHold(id, orderId, session);
    // Already sold or returned, or in a state that may not be sold.
    if (!hold) return this.move(id, 'sell', session);
    for (const { productId, quantity } of hold.lines) await this.stock.sell(productId, quantity, session);
  }

  /** Held or sold → free, for archived products too, so that their counts stay right. */
  async #giveBack({ _id: holdId, state, lines }: Hold, orderId: string | undefined, session: ClientSession) {
    const returned = await this.ledger.apply(
      lines.map(({ productId, quantity }) => ({
        ...{ productId, kind: 'returned' as const, delta: quantity, holdId, ...(orderId && { orderId }) },
        [state === 'sold' ? 'sold' : 'held']: -quantity,
      })),
      session,
    );
    for (const moved of returned) {
      if (!moved) continue;
      const { product, movement } = moved;
      const now = product.stock;
      await publishStockChanged(this.outbox, session, product, { before: now - movement.delta, now });
    }
  }
}

/** The state of a hold that is requested again. @throws Failure `hold.released`, `hold.mismatch` */
function stateForRetry(known: Hold, asked: Pick<Hold, 'lines'>): HoldState {
  if (known.state === 'released') throw new Failure('hold.released');
  const same =
    known.lines.length === asked.lines.length &&
    known.lines.every(
      ({ productId, quantity }, index) =>
        asked.lines[index]?.productId === productId && asked.lines[index]?.quantity === quantity,
    );
  if (!same) throw new Failure('hold.mismatch');
  return known.state;
}
