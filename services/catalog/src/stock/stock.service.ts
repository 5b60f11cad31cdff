import { Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, catalog } from '@shop/contracts';
import { Failure, isDuplicateKey, Lanes, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { announceStock } from '../products/product.announcements.ts';
import { byProduct, type HoldMove, type HoldState, stepOf } from './hold.rules.ts';
import type { Hold } from './hold.schema.ts';
import { StockRepository } from './stock.repository.ts';

/**
 * Holds: the only way in which pieces leave the free stock and come back to it, beside what staff enter. Catalog never
 * releases by its own clock: the owner of a hold, cart-order, says when.
 */
@Injectable()
export class StockService {
  readonly #lanes = new Lanes();

  constructor(
    private readonly stock: StockRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Takes all pieces or none. The same id again answers what stands.
   * @throws Failure `stock.insufficient` with the free stock of each product that is short, `hold.released`, `hold.mismatch`
   */
  async hold(body: BodyOf<typeof catalog.holdStock>): Promise<AnswerOf<typeof catalog.holdStock>> {
    const hold = { _id: body.holdId, state: 'held' as const, lines: byProduct(body.lines) };
    const products = hold.lines.map(({ productId }) => productId);
    return this.#lanes.run(products, async () => {
      try {
        return await this.transactions.run((session) => this.#take(hold, session));
      } catch (error) {
        // The same request came before, or its release did.
        const known = isDuplicateKey(error) ? await this.stock.hold(hold._id) : null;
        if (!known) throw error;
        return { holdId: hold._id, state: stateFor(known, hold) };
      }
    });
  }

  async get(id: string): Promise<Hold | null> {
    return this.stock.hold(id);
  }

  /** Its order was created; told again it changes nothing. Throws when that cannot be. */
  async sell(id: string, lines: Hold['lines']): Promise<void> {
    const products = byProduct(lines).map(({ productId }) => productId);
    await this.#lanes.run(products, () => this.transactions.run((session) => this.#sell(id, session)));
  }

  /** What became of a hold, in the transaction of the event that tells of it. Throws when that cannot be. */
  async move(id: string, move: HoldMove, session: ClientSession): Promise<void> {
    const hold = await this.stock.hold(id, session);
    const step = stepOf(hold?.state, move);
    if (step === 'wrong') throw new Error(`Hold ${id} is ${hold?.state ?? 'unknown'}: ${move} cannot be`);
    if (step === 'stays') return;
    if (!hold) {
      await this.stock.createHold({ _id: id, state: step.to, lines: [] }, session);
      return;
    }
    for (const { productId, quantity } of hold.lines) {
      if (step.to === 'sold') await this.stock.sell(productId, quantity, session);
      if (step.stockBack) await this.#giveBack(productId, quantity, hold.state, session);
    }
    await this.stock.moveHold(id, step.to, session);
  }

  /** @throws MongoServerError 11000 when the hold is known */
  async #take(
    hold: Pick<Hold, '_id' | 'state' | 'lines'>,
    session: ClientSession,
  ): Promise<AnswerOf<typeof catalog.holdStock>> {
    await this.stock.createHold(hold, session);
    const short: { productId: string; stock: number }[] = [];
    for (const { productId, quantity } of hold.lines) {
      const product = await this.stock.take(productId, quantity, session);
      if (!product) short.push({ productId, stock: await this.stock.free(productId, session) });
      else {
        const now = product.stock;
        await announceStock(this.outbox, session, product, { before: now + quantity, now });
      }
    }
    if (short.length > 0) throw new Failure('stock.insufficient', { details: { lines: short } });
    return { holdId: hold._id, state: hold.state };
  }

  async #sell(id: string, session: ClientSession): Promise<void> {
    const hold = await this.stock.sellHold(id, session);
    // Sold already, or returned; or nobody should have sold it.
    if (!hold) return this.move(id, 'sell', session);
    for (const { productId, quantity } of hold.lines) await this.stock.sell(productId, quantity, session);
  }

  async #giveBack(productId: string, quantity: number, from: HoldState, session: ClientSession): Promise<void> {
    const product = await this.stock.giveBack(productId, quantity, from === 'sold' ? 'sold' : 'held', session);
    if (!product) return;
    await announceStock(this.outbox, session, product, { before: product.stock - quantity, now: product.stock });
  }
}

/** What stands of a hold that is asked for again. */
function stateFor(known: Hold, asked: Pick<Hold, 'lines'>): HoldState {
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
