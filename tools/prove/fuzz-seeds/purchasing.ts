import type { Buyer, Line } from '../buyer.ts';
import type { StaffProduct } from '../staff-products.ts';
import { done } from './seeds.ts';

/** Buyers' way from a piece to an order, each time of another piece, so that they do not compete. */
export class Purchases {
  readonly #pieces: readonly StaffProduct[];
  #taken = 0;

  constructor(products: readonly StaffProduct[]) {
    this.#pieces = products.filter(({ stock }) => stock > 2);
  }

  line(): Line {
    const { _id } = this.#pieces[this.#taken++ % this.#pieces.length]!;
    return { productId: _id, quantity: 1 };
  }

  /** As many pieces of the dearest product as are worth this sum. */
  lineAbove(rupees: number): Line {
    const [{ _id, price }] = this.#pieces.toSorted((one, other) => other.price - one.price) as [StaffProduct];
    return { productId: _id, quantity: Math.ceil(rupees / price) };
  }

  /** `more` are further fields of the call. @returns the checkout's id */
  async freeze(buyer: Buyer, more: object = {}, line = this.line()): Promise<string> {
    return done('a checkout', await buyer.checkOut(line, {}, more)).checkout._id;
  }

  /** Without the return from the provider's page. */
  async pay(buyer: Buyer, more?: object, line?: Line): Promise<void> {
    await this.freeze(buyer, more, line);
    done('a payment', await buyer.begin());
    await buyer.pay();
  }

  /** @returns the order's id */
  async buy(buyer: Buyer, more?: object, line?: Line): Promise<string> {
    await this.pay(buyer, more, line);
    done('the return', await buyer.return());
    return buyer.awaitOrder((await buyer.paymentOfCheckout())!);
  }
}
