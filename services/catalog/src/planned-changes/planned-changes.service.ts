import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, type catalog, paiseFrom, type QueryOf, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Clock, Failure, invalidField, People, type Session, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { ProductsRepository } from '../products/products.repository.ts';
import { isSameTime } from './planned-change.rules.ts';
import { settled } from './planned-change-runner.ts';
import type { PlannedChange } from './planned-change.schema.ts';
import { PlannedChangesRepository } from './planned-changes.repository.ts';

type Answer = AnswerOf<typeof catalog.planProductChange>;

/** Changes of products that staff plan for a time (ADR 0092). */
@Injectable()
export class PlannedChangesService {
  constructor(
    private readonly changes: PlannedChangesRepository,
    private readonly products: ProductsRepository,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `product.not-found`, `request.invalid` for a time that is over or has a change of the same field */
  async plan(
    actor: Session,
    { productId, at, price, until, status }: BodyOf<typeof catalog.planProductChange>,
    session: ClientSession,
  ): Promise<Answer> {
    const product = await this.products.byId(productId, session);
    if (!product || product.status === 'archived') throw new Failure('product.not-found');
    // Another plan of the product at the same moment is a write conflict, and so is its archiving.
    await this.products.touch(product._id, session);
    const begin = new Date(at);
    if (begin <= this.clock.now()) throw invalidField('at', 'This time is over');
    const change: PlannedChange = {
      ...{ _id: new Types.ObjectId().toHexString(), productId: product._id, state: 'planned', userId: actor.userId },
      ...{ at: begin, nextAt: begin, dueAt: begin },
      ...(until !== undefined && { until: new Date(until) }),
      ...(price !== undefined && { pricePaise: paiseFrom(price) }),
      ...(status !== undefined && { status }),
    };
    const others = await this.changes.comingOf(product._id, session);
    if (others.some((other) => isSameTime(change, other))) {
      throw invalidField(
        'at',
        `A change of the ${price === undefined ? 'status' : 'price'} is planned for this time already`,
      );
    }
    await this.changes.create(change, session);
    await this.#record(actor, 'planned', change, session);
    return this.#answer(change);
  }

  async list(query: QueryOf<typeof catalog.listPlannedChanges>): Promise<AnswerOf<typeof catalog.listPlannedChanges>> {
    const { changes, totalCount } = await this.changes.page(query);
    return { plannedChanges: await this.#views(changes), totalCount };
  }

  /** Of a price that ends, between its times: its end. @throws Failure `planned-change.not-found`, `planned-change.over` */
  takeBack(actor: Session, id: string): Promise<Answer> {
    return this.transactions.run(async (session) => {
      const change = await this.changes.byId(id, session);
      if (!change) throw new Failure('planned-change.not-found');
      if (change.settledAt) throw new Failure('planned-change.over');
      const why = change.state === 'running' ? { why: 'The end was taken back: the price stays' } : {};
      const update = settled(this.clock.now(), { state: 'taken-back', ...why });
      const taken = await this.changes.update(id, update, session);
      await this.#record(actor, 'taken-back', change, session);
      return this.#answer(taken);
    });
  }

  #record(actor: Session, what: 'planned' | 'taken-back', change: PlannedChange, session: ClientSession) {
    const { price, status, at, until } = fieldsOf(change);
    return this.audit.record(session, actor, {
      ...{ action: `product.change-${what}`, subject: 'product', subjectId: String(change.productId) },
      ...{ before: null, after: { at, until, price, status } },
    });
  }

  async #answer(change: PlannedChange): Promise<Answer> {
    const [view] = await this.#views([change]);
    return { plannedChange: view! };
  }

  async #views(changes: readonly PlannedChange[]): Promise<catalog.PlannedChange[]> {
    const [names, products] = await Promise.all([
      this.people.namesOf(changes.map(({ userId }) => userId)),
      this.products.byIds([...new Set(changes.map(({ productId }) => String(productId)))]),
    ]);
    const byId = new Map(products.map((product) => [String(product._id), product]));
    return changes.flatMap((change) => {
      const { _id, productId, state, userId, settledAt, why } = change;
      const product = byId.get(String(productId));
      // Pieces are archived and never removed.
      if (!product) return [];
      const { name, productGroup, metalTone, status } = product;
      return [
        {
          ...{ _id, productId: String(productId), product: { name, productGroup, metalTone, status }, state },
          ...fieldsOf(change),
          by: { userId, name: names.get(userId) ?? null },
          ...(settledAt && { settledAt: settledAt.toISOString() }),
          ...(why !== undefined && { why }),
        },
      ];
    });
  }
}

const fieldsOf = ({ at, until, pricePaise, status }: PlannedChange) => ({
  at: at.toISOString(),
  ...(until && { until: until.toISOString() }),
  ...(pricePaise !== undefined && { price: rupeesFrom(pricePaise) }),
  ...(status !== undefined && { status }),
});
