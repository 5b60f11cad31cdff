import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type BodyInputOf, catalog } from '@shop/contracts';
import { CallError, Client, CONFIG } from '@shop/service-kit';
import DataLoader from 'dataloader';
import type { Config } from '../variables.ts';
import { KeptQuotes, type LineOfCart } from './kept-quotes.ts';

interface HoldRequest {
  holdId: string;
  chosenAt?: Date | undefined;
  lines: { productId: string; quantity: number }[];
  /** Released if this hold succeeds. */
  takeOver: string[];
}

type LineToQuote = BodyInputOf<typeof catalog.quoteLines>['lines'][number];

/** Client of catalog: prices and stock holds. */
@Injectable()
export class Catalog implements OnApplicationShutdown {
  readonly #client: Client;
  #inFlight: Promise<unknown> = Promise.resolve();
  // Requests that arrive while a call is in flight are batched into the next one.
  readonly #lines = new DataLoader<LineToQuote, catalog.QuotedLine>((lines) => this.#quoteBatch(lines), {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: (dispatch) => void this.#inFlight.then(dispatch),
  });

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly kept: KeptQuotes,
  ) {
    this.#client = new Client({ baseUrl: config.CATALOG_URL, serviceToken: config.SERVICE_TOKEN[0] });
  }

  /** Price, stock and display of a line of a cart, as catalog's events say that they still are. @throws CallError */
  async quoteLine(line: LineOfCart): Promise<catalog.QuotedLine> {
    const kept = this.kept.of(line);
    if (kept) return kept;
    const keep = this.kept.asking(line);
    const quoted = await this.#lines.load(line);
    keep(quoted);
    return quoted;
  }

  /** Prices, stock and display of the lines as they are now, in the same order; what has no price is not for sale. @throws CallError */
  async quote(lines: LineToQuote[]): Promise<catalog.QuotedLine[]> {
    const quoted = (await this.#client.call(catalog.quoteLines, { body: { lines } })).lines;
    return quoted.map((line) => (isWithoutPrice(line) ? { state: 'gone' } : line));
  }

  /** Of the products for sale what a card shows, as it is now. @throws CallError */
  async cardsOf(ids: readonly string[]): Promise<Map<string, catalog.ProductCard>> {
    const cards = new Map<string, catalog.ProductCard>();
    for (let at = 0; at < ids.length; at += catalog.MAX_CARDS) {
      const query = { ids: ids.slice(at, at + catalog.MAX_CARDS).join(',') };
      const { products } = await this.#client.call(catalog.listCards, { query });
      for (const card of products) cards.set(card._id, card);
    }
    return cards;
  }

  #quoteBatch(lines: readonly LineToQuote[]): Promise<catalog.QuotedLine[]> {
    const quoted = this.quote([...lines]);
    this.#inFlight = quoted.catch(() => {});
    return quoted;
  }

  /**
   * Holds the stock of all lines or of none; idempotent by `holdId`. Returns `undefined` when held. A refusal is final for
   * this id and lists the free stock of the products that are short; the list is empty when the hold has already ended.
   * @throws CallError when the outcome is unknown
   */
  async hold({
    chosenAt,
    ...body
  }: HoldRequest): Promise<undefined | { short: { productId: string; stock: number }[] }> {
    try {
      const { state } = await this.#client.call(catalog.holdStock, {
        body: { ...body, ...(chosenAt && { chosenAt: chosenAt.toISOString() }) },
      });
      return state === 'held' || state === 'sold' ? undefined : { short: [] };
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      const short = error.problem?.details?.['lines'];
      return { short: Array.isArray(short) ? (short as { productId: string; stock: number }[]) : [] };
    } finally {
      // Its buyer sees it in the next quote, before the event.
      for (const { productId } of body.lines) this.kept.forget(productId);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}

const isWithoutPrice = (line: catalog.QuotedLine): boolean =>
  line.state === 'priced' && (line.basePaise <= 0 || line.unitPaise <= 0);
