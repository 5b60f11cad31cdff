import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { cartOrder } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Client of cart-order: the tax settings, if no event has reported them. */
@Injectable()
export class CartOrder implements OnApplicationShutdown {
  readonly #client: Client;

  constructor(@Inject(CONFIG) { CART_ORDER_URL: baseUrl }: Config) {
    this.#client = new Client({ baseUrl });
  }

  /** @throws CallError */
  async tax(): Promise<cartOrder.TaxSettings> {
    return (await this.#client.call(cartOrder.getTax)).tax;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
