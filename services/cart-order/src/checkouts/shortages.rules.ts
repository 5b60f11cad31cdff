import type { cartOrder } from '@shop/contracts';
import type { Checkout, CheckoutLine } from './checkout.schema.ts';

/** Products of which there is not enough, with what is there. */
export type Short = { productId: string; stock: number }[];

export const holdsAny = ({ lines }: Pick<Checkout, 'lines'>, short: Short): boolean =>
  lines.some(({ productId }) => short.some((one) => one.productId === productId));

/** Every line of a product of which not enough is left, with what is left for it after the lines before. */
export function sharedOut(
  lines: readonly CheckoutLine[],
  { productId, left }: { productId: string; left: number },
  message: string,
): cartOrder.CheckoutChange[] {
  let rest = left;
  return lines
    .filter((line) => line.productId === productId)
    .map(({ cartItemId, quantity: was, product: { name } }) => {
      const now = Math.min(was, rest);
      rest -= now;
      return { ...(cartItemId && { cartItemId }), productId, name, what: 'stock' as const, was, now, message };
    });
}

/** `paying`: the buyer's other checkouts with a capture in progress. */
export function shortages(
  { lines }: Pick<Checkout, 'lines'>,
  short: Short,
  paying: readonly Pick<Checkout, 'lines'>[],
): cartOrder.CheckoutChange[] {
  const changes = short.flatMap(({ productId, stock }) => {
    const name = lines.find((line) => line.productId === productId)?.product.name;
    const isPaid = paying.some((one) => holdsAny(one, [{ productId, stock }]));
    const left = stock === 0 ? `${name} is out of stock` : `Only ${stock} of ${name} left`;
    const message = isPaid ? `A payment of yours for ${name} is under way` : left;
    return sharedOut(lines, { productId, left: stock }, message);
  });
  if (changes.length > 0) return changes;
  const { productId, product } = lines[0]!;
  return [{ productId, name: product.name, what: 'stock', message: 'There are not enough pieces left' }];
}
