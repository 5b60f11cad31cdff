import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { cartOrder, catalog, content, type KeptOfUser, payment } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** The other services, each of which keeps something of an account. */
@Injectable()
export class Slices implements OnApplicationShutdown {
  readonly #catalog: Client;
  readonly #cartOrder: Client;
  readonly #payment: Client;
  readonly #content: Client;

  constructor(@Inject(CONFIG) config: Config) {
    const client = (baseUrl: string) => new Client({ baseUrl, serviceToken: config.SERVICE_TOKEN[0] });
    this.#catalog = client(config.CATALOG_URL);
    this.#cartOrder = client(config.CART_ORDER_URL);
    this.#payment = client(config.PAYMENT_URL);
    this.#content = client(config.CONTENT_URL);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#catalog, this.#cartOrder, this.#payment, this.#content].map((client) => client.close()));
  }

  /**
   * What is kept of an account and of those who bought beside it.
   * @throws CallError when one of them is away: what is kept is told whole or not at all
   */
  async keptOf(userIds: readonly string[]): Promise<KeptOfUser> {
    const all: KeptOfUser = {};
    const checkoutIds = new Set<string>();
    for (const userId of userIds) {
      const params = { userId };
      const [bought, reviewed, mailed] = await Promise.all([
        this.#cartOrder.call(cartOrder.getKept, { params }),
        this.#catalog.call(catalog.getKept, { params }),
        this.#content.call(content.getKept, { params }),
      ]);
      for (const { kept } of [bought, reviewed, mailed]) addTo(all, kept);
      for (const id of bought.checkoutIds) checkoutIds.add(id);
    }
    await this.#addPayments(all, userIds[0]!, [...checkoutIds]);
    return all;
  }

  async unfinishedOf(userId: string): Promise<cartOrder.Unfinished[]> {
    return (await this.#cartOrder.call(cartOrder.getUnfinished, { params: { userId } })).unfinished;
  }

  async #addPayments(all: KeptOfUser, userId: string, checkoutIds: readonly string[]): Promise<void> {
    for (let from = 0; from < Math.max(1, checkoutIds.length); from += MAX_CHECKOUTS) {
      const body = { userId, checkoutIds: checkoutIds.slice(from, from + MAX_CHECKOUTS) };
      addTo(all, (await this.#payment.call(payment.getKept, { body })).kept);
    }
  }
}

function addTo(all: KeptOfUser, kept: KeptOfUser): void {
  for (const [kind, records] of Object.entries(kept)) all[kind] = [...(all[kind] ?? []), ...records];
}

/** Of one call. */
const MAX_CHECKOUTS = 1_000;
