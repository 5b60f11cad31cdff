import { cartOrder } from '@shop/contracts/browser';
import { call, emit, toast } from '@shop/mfe-kit';

/** The cart of a limited session, for the account that is signed in to from it. */
export async function takeCart(): Promise<{ put(): Promise<void> } | undefined> {
  const { cart } = await call(cartOrder.getCart).catch((error: unknown) => {
    reportError(error);
    return { cart: [] };
  });
  if (cart.length === 0) return undefined;
  return {
    async put() {
      let left = 0;
      // One after another: each changes the same cart.
      for (const { productId, quantity, customizations } of cart) {
        await call(cartOrder.addToCart, { body: { productId, quantity, customizations } }).catch(() => (left += 1));
      }
      if (left > 0) toast.info(`${left} of ${cart.length} could not be put into your account’s cart`);
      emit('checkout:cart-changed', {});
    },
  };
}
