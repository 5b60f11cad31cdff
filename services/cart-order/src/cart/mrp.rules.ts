import { type cartOrder, mrpOf, paiseFrom, rupeesFrom, shareOf, spread } from '@shop/contracts';

type Item = cartOrder.CartItem;

/** An item with the MRP of one piece, and of the line by itself. */
export const itemWithMrp = (item: Item, gstRate: number): Item => ({
  ...item,
  mrp: inRupees(item.finalPrice, gstRate),
  lineMrp: inRupees(item.linePrice, gstRate),
});

/** A cart with its MRP: that of the lines in its subtotal adds up to it, as in the checkout. */
export function cartWithMrp<Cart extends { cart: Item[]; subtotal: number }>(
  cart: Cart,
  gstRate: number,
): Cart & { mrp: number } {
  const isSummed = ({ availability }: Item) => availability !== 'gone';
  const summed = cart.cart.filter(isSummed).map(({ linePrice }) => paiseFrom(linePrice));
  const shares = spread(shareOf(paiseFrom(cart.subtotal), gstRate), summed);
  let at = 0;
  const items = cart.cart.map((item) => {
    const shown = itemWithMrp(item, gstRate);
    return isSummed(item) ? { ...shown, lineMrp: rupeesFrom(paiseFrom(item.linePrice) + shares[at++]!) } : shown;
  });
  return { ...cart, cart: items, mrp: inRupees(cart.subtotal, gstRate) };
}

const inRupees = (rupees: number, gstRate: number): number => rupeesFrom(mrpOf(paiseFrom(rupees), gstRate));
