import { cartOrder } from '@shop/contracts';
import { ContractController, ValidatedInput, Idempotency, type Input, Route } from '@shop/service-kit';
import { CartService } from './cart.service.ts';

@ContractController()
export class CartController {
  constructor(
    private readonly cart: CartService,
    private readonly idempotency: Idempotency,
  ) {}

  @Route(cartOrder.getCart)
  get(@ValidatedInput() { session }: Input<typeof cartOrder.getCart>) {
    return this.cart.show(session.userId);
  }

  @Route(cartOrder.addToCart)
  add(@ValidatedInput() input: Input<typeof cartOrder.addToCart>) {
    const { session, body } = input;
    return this.idempotency.onceIn(input, {
      read: (fresh) => this.cart.forUpdate(session.userId, fresh),
      ask: () => this.cart.quoteLine(body),
      write: (cart, priced, withOutcome) => this.cart.add(cart, body.quantity, priced, withOutcome),
    });
  }

  @Route(cartOrder.changeQuantity)
  changeQuantity(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.changeQuantity>) {
    return this.cart.changeQuantity(session.userId, params.cartItemId, body.quantity);
  }

  @Route(cartOrder.removeFromCart)
  async remove(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeFromCart>) {
    return { id: params.id, count: await this.cart.remove(session.userId, params.id) };
  }

  @Route(cartOrder.clearCart)
  async clear(@ValidatedInput() { session }: Input<typeof cartOrder.clearCart>) {
    await this.cart.clear(session.userId);
    return { count: 0 };
  }
}
