import { type Db, MongoClient } from 'mongodb';
import type { OwnShop } from './own-shop.ts';
import { PROVIDERS } from './provider-events-plan.ts';
import { capturedAt } from './sandbox-control.ts';

/** A stored document: this proof reads the services' databases, not their code. */
// oxlint-disable-next-line typescript/no-explicit-any -- documents of other services
type Document = any;

/** What a purchase came to, without ids and times. Lists are sorted: their order is not part of the outcome. */
export interface Outcome {
  order: { status: string; refunds: string[]; disputes: string[]; waiting: number } | undefined;
  attempts: string[];
  refunds: string[];
  /** Invoice and credit notes. */
  documents: string[];
  mails: string[];
  /** Number of events by name, without those of a dispute's steps: the watcher, which looks at all, may see one that no webhook tells. */
  events: Record<string, number>;
  atProvider: string[];
}

export function differences(expected: Outcome, found: Outcome): string[] {
  return (Object.keys(expected) as (keyof Outcome)[]).flatMap((part) => {
    const [is, should] = [JSON.stringify(found[part]), JSON.stringify(expected[part])];
    return is === should ? [] : [`${part}: ${is} instead of ${should}`];
  });
}

const STEP_OF_DISPUTE = 'dispute.changed.v1';

/** Reads outcomes from the services' databases and the providers' ledger. */
export class OutcomeReader {
  readonly #shop: OwnShop;
  readonly #mongodb: MongoClient;

  static async open(shop: OwnShop): Promise<OutcomeReader> {
    return new OutcomeReader(shop, await MongoClient.connect(shop.mongodbUri));
  }

  private constructor(shop: OwnShop, mongodb: MongoClient) {
    this.#shop = shop;
    this.#mongodb = mongodb;
  }

  db(service: string): Db {
    return this.#mongodb.db(`shop-${service}`);
  }

  close(): Promise<void> {
    return this.#mongodb.close();
  }

  /** Of all purchases, by checkout. */
  async all(checkoutIds: readonly string[]): Promise<Map<string, Outcome>> {
    const [orders, attempts, refunds, documents, mails, ledger, ...outboxes] = await Promise.all([
      this.#by('cart-order', 'orders', ({ _id }) => _id),
      this.#by('payment', 'attempts', ({ checkoutId }) => checkoutId),
      this.#by('payment', 'refunds', ({ checkoutId }) => checkoutId),
      this.#by('cart-order', 'invoices', ({ orderId }) => orderId),
      this.#by('content', 'mails', ({ orderId }) => orderId),
      this.#ledger(),
      ...['payment', 'cart-order'].map((service) => this.#by(service, 'outbox', subjectOf)),
    ]);
    return new Map(
      checkoutIds.map((id) => {
        const [order] = orders.get(id) ?? [];
        const made = attempts.get(id) ?? [];
        const events = outboxes
          .flatMap((outbox) => outbox.get(id) ?? [])
          .map(({ event }) => event.name as string)
          .filter((name) => name !== STEP_OF_DISPUTE);
        const outcome: Outcome = {
          order: order && orderOutcome(order),
          attempts: made.map(({ state, refunded }) => `${state}, ${refunded} refunded`).sort(),
          refunds: (refunds.get(id) ?? []).map(({ amount, state, reason }) => `${amount} ${state} (${reason})`).sort(),
          documents: (documents.get(id) ?? [])
            .map(({ kind, parts }) => `${kind} ${parts.subtotal + parts.gst + parts.charges}`)
            .sort(),
          mails: (mails.get(id) ?? []).map(({ kind, state }) => `${kind} ${state}`).sort(),
          events: Object.fromEntries(
            [...new Set(events)].sort().map((name) => [name, events.filter((one) => one === name).length]),
          ),
          atProvider: made
            .flatMap(({ provider, providerOrderId }) => ledger.get(`${provider}/${providerOrderId}`) ?? [])
            .sort(),
        };
        return [id, outcome];
      }),
    );
  }

  async #by(
    service: string,
    collection: string,
    key: (document: Document) => string,
  ): Promise<Map<string, Document[]>> {
    const all: Document[] = await this.db(service).collection(collection).find().toArray();
    return Map.groupBy(all, key);
  }

  /** By provider and order. */
  async #ledger(): Promise<Map<string, string[]>> {
    const captured = await Promise.all(PROVIDERS.map((provider) => capturedAt(this.#shop.sandbox, provider)));
    const lines = new Map<string, string[]>();
    for (const { provider, orderId, captured: amount, refunded } of captured.flat()) {
      const key = `${provider}/${orderId}`;
      lines.set(key, [...(lines.get(key) ?? []), `${amount} captured, ${refunded} refunded`]);
    }
    return lines;
  }
}

/** Events about stock and carts are of the buyer, not of the purchase. */
const subjectOf = ({ event: { data } }: Document): string => data.checkoutId ?? data.orderId ?? '';

function orderOutcome({ status, refunds, disputes = [], waitingRefund }: Document): NonNullable<Outcome['order']> {
  return {
    status,
    refunds: refunds.map(({ amount, state }: Document) => `${amount} ${state}`).sort(),
    disputes: disputes.map((one: Document) => `${one.amount} ${one.status}`).sort(),
    waiting: waitingRefund?.amount ?? 0,
  };
}
