import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AnyCall, type BodyInputOf, cartOrder, type Problem } from '@shop/contracts';
import { Client, CONFIG, refusalOf } from '@shop/service-kit';
import type { Config } from '../shared-variables.ts';

type PayableCheckout = cartOrder.PayableCheckout;

const declaredBy =
  ({ errors }: AnyCall) =>
  ({ code }: Problem): boolean =>
    errors.includes(code);

/** Client of cart-order: frozen checkouts, and permission to capture. */
@Injectable()
export class CartOrder implements OnApplicationShutdown {
  readonly #client: Client;

  constructor(@Inject(CONFIG) config: Config) {
    this.#client = new Client({ baseUrl: config.CART_ORDER_URL, serviceToken: config.SERVICE_TOKEN[0] });
  }

  /** @throws Failure `checkout.not-found`; CallError without a response */
  async checkout(checkoutId: string): Promise<PayableCheckout> {
    try {
      return (await this.#client.call(cartOrder.getPayableCheckout, { params: { checkoutId } })).checkout;
    } catch (error) {
      throw refusalOf(error, declaredBy(cartOrder.getPayableCheckout));
    }
  }

  /** Freezes a user's cart, once per `key`. @throws Failure of the contract; CallError without a response */
  async freeze(body: BodyInputOf<typeof cartOrder.freezeCart>, key: string): Promise<PayableCheckout> {
    try {
      return (await this.#client.call(cartOrder.freezeCart, { body, idempotencyKey: key })).checkout;
    } catch (error) {
      throw refusalOf(error, declaredBy(cartOrder.freezeCart));
    }
  }

  /**
   * Asks for permission to capture. Idempotent per capture.
   * @throws Failure if the money must not be captured; CallError if the outcome is unknown
   */
  async beginCapture(checkoutId: string, body: BodyInputOf<typeof cartOrder.beginCapture>): Promise<void> {
    try {
      await this.#client.call(cartOrder.beginCapture, { params: { checkoutId }, body });
    } catch (error) {
      throw refusalOf(error, declaredBy(cartOrder.beginCapture));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
