import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { cartOrder, content } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import { ProductsRepository } from '../products/products.repository.ts';
import { TaxService } from '../tax/tax.service.ts';
import type { Config } from '../variables.ts';
import { FEED_END, FEED_START, ITEM_FIELDS, itemOf } from './merchant-item.rules.ts';

/** The charges come without events. */
const KEPT_MS = 300_000;

/**
 * All pieces for sale as RSS. Written batch by batch while it is sent, and kept compressed until something in it changes; what is asked for
 * in the meantime is written again.
 */
@Injectable()
export class MerchantFeed implements OnApplicationShutdown {
  readonly #logger = new Logger(MerchantFeed.name);
  readonly #cartOrder: Client;
  readonly #content: Client;
  readonly #origin: string;
  #kept: { bytes: Buffer; until: number } | undefined;
  /** Counts what changed. */
  #version = 0;

  constructor(
    private readonly products: ProductsRepository,
    private readonly tax: TaxService,
    @Inject(CONFIG) { CART_ORDER_URL, CONTENT_URL, SHOP_URL }: Config,
  ) {
    this.#cartOrder = new Client({ baseUrl: CART_ORDER_URL });
    this.#content = new Client({ baseUrl: CONTENT_URL });
    this.#origin = new URL(SHOP_URL).origin;
  }

  drop(): void {
    this.#version += 1;
    this.#kept = undefined;
  }

  /** @throws CallError while cart-order or content does not answer */
  async read(): Promise<Readable> {
    const kept = this.#kept;
    if (kept && kept.until > performance.now()) {
      const text = createGunzip();
      text.end(kept.bytes);
      return text;
    }
    const version = this.#version;
    // Before the first byte: without them there is no feed, rather than one with wrong prices.
    const [tax, { data: charges }, { brand }] = await Promise.all([
      this.tax.current(),
      this.#cartOrder.call(cartOrder.getCharges),
      this.#content.call(content.getBrand),
    ]);
    const context = { origin: this.#origin, brand: brand.name, tax, charges };
    const text = new PassThrough();
    const compressed = createGzip();
    const chunks: Buffer[] = [];
    compressed.on('data', (chunk: Buffer) => chunks.push(chunk));
    compressed.on('end', () => {
      if (version === this.#version) this.#kept = { bytes: Buffer.concat(chunks), until: performance.now() + KEPT_MS };
    });
    text.on('data', (chunk: Buffer) => compressed.write(chunk));
    text.on('end', () => compressed.end());
    const sent = new PassThrough();
    pipeline(text, sent, () => {});
    pipeline(Readable.from(this.#write(context)), text, (error) => {
      if (!error) return;
      this.#logger.warn({ err: error }, 'The merchant feed ended early');
      sent.destroy(error);
    });
    return sent;
  }

  async *#write(context: Parameters<typeof itemOf>[1]): AsyncGenerator<string> {
    yield FEED_START(context.brand, context.origin);
    for await (const batch of this.products.forSaleInBatches(ITEM_FIELDS, [])) {
      yield batch.map(({ product }) => itemOf(product, context)).join('');
    }
    yield FEED_END;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#cartOrder.close(), this.#content.close()]);
  }
}
