import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { call, emit, toast } from '@shop/mfe-kit';

type Line = AnswerOf<typeof cartOrder.getCart>['cart'][number];

const add = ({ productId, quantity, customizations }: Line) =>
  call(cartOrder.addToCart, { body: { productId, quantity, customizations } });

/** There is no other way to what is saved for later than through the cart. */
async function putAside(line: Line): Promise<void> {
  const { cartItem } = await add(line);
  const { _id: cartItemId } = cartItem;
  const before = cartItem.quantity - line.quantity;
  // The account has the same piece in its cart, and keeps it there.
  if (before > 0) await call(cartOrder.changeQuantity, { params: { cartItemId }, body: { quantity: before } });
  else await call(cartOrder.saveForLater, { params: { cartItemId } });
}

/** The cart of a limited session, with what is saved for later, for the account that is signed in to from it. */
export async function takeCart(): Promise<{ put(): Promise<void> } | undefined> {
  const { cart, saved = [] } = await call(cartOrder.getCart).catch((error: unknown) => {
    reportError(error);
    return { cart: [], saved: [] };
  });
  const all = cart.length + saved.length;
  if (all === 0) return undefined;
  return {
    async put() {
      let left = 0;
      const failed = () => (left += 1);
      // One after another: each changes the same cart. What is put aside joins no line that is still to come.
      for (const line of saved) await putAside(line).catch(failed);
      for (const line of cart) await add(line).catch(failed);
      if (left > 0) toast.info(`${left} of ${all} could not be put into your account’s cart`);
      emit('checkout:cart-changed', {});
    },
  };
}
