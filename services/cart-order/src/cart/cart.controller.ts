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

  @Route(cartOrder.changeOptions)
  changeOptions(@ValidatedInput() { session, params, body }: Input<typeof cartOrder.changeOptions>) {
    return this.cart.changeOptions(session.userId, params.cartItemId, body);
  }

  @Route(cartOrder.saveForLater)
  async saveForLater(@ValidatedInput() { session, params }: Input<typeof cartOrder.saveForLater>) {
    return { id: params.cartItemId, count: await this.cart.saveForLater(session.userId, params.cartItemId) };
  }

  @Route(cartOrder.addToSaved)
  async addToSaved(@ValidatedInput() { session, body }: Input<typeof cartOrder.addToSaved>) {
    return { id: await this.cart.addToSaved(session.userId, body) };
  }

  @Route(cartOrder.moveToCart)
  moveToCart(@ValidatedInput() { session, params }: Input<typeof cartOrder.moveToCart>) {
    return this.cart.moveToCart(session.userId, params.cartItemId);
  }

  @Route(cartOrder.removeSaved)
  async removeSaved(@ValidatedInput() { session, params }: Input<typeof cartOrder.removeSaved>) {
    await this.cart.removeSaved(session.userId, params.cartItemId);
    return { id: params.cartItemId };
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
