import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type BodyInputOf, catalog } from '@shop/contracts';
import { CallError, Client, CONFIG } from '@shop/service-kit';
import DataLoader from 'dataloader';
import type { Config } from '../variables.ts';

type LineToQuote = BodyInputOf<typeof catalog.quoteLines>['lines'][number];

/** What cart-order asks catalog: prices and holds. */
@Injectable()
export class Catalog implements OnApplicationShutdown {
  readonly #client: Client;
  #asking: Promise<unknown> = Promise.resolve();
  // Who comes while catalog is being asked waits and asks together with others: the busier the shop, the fewer calls for each.
  readonly #lines = new DataLoader<LineToQuote, catalog.QuotedLine>((lines) => this.#ask(lines), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: (ask) => void this.#asking.then(ask),
  });

  constructor(@Inject(CONFIG) config: Config) {
    this.#client = new Client({ baseUrl: config.CATALOG_URL, serviceToken: config.SERVICE_TOKEN });
  }

  /** Price, stock and display of one line. @throws CallError */
  quoteLine(line: LineToQuote): Promise<catalog.QuotedLine> {
    return this.#lines.load(line);
  }

  /** Prices, stock and display of lines, in their order. @throws CallError */
  async quote(lines: LineToQuote[]): Promise<catalog.QuotedLine[]> {
    return (await this.#client.call(catalog.quoteLines, { body: { lines } })).lines;
  }

  #ask(lines: readonly LineToQuote[]): Promise<catalog.QuotedLine[]> {
    const asking = this.quote([...lines]);
    this.#asking = asking.catch(() => {});
    return asking;
  }

  /**
   * Holds the pieces of all lines, or none; the same id again is the same hold. Answers `undefined` once they are held,
   * otherwise why they never will be under this id: the free stock of the products that are short, or nothing when the
   * hold is over already. @throws CallError when the outcome is not known
   */
  async hold(
    holdId: string,
    lines: { productId: string; quantity: number }[],
  ): Promise<undefined | { short: { productId: string; stock: number }[] }> {
    try {
      const { state } = await this.#client.call(catalog.holdStock, { body: { holdId, lines } });
      return state === 'held' || state === 'sold' ? undefined : { short: [] };
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      const short = error.problem?.details?.['lines'];
      return { short: Array.isArray(short) ? (short as { productId: string; stock: number }[]) : [] };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
