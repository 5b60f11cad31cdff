import type { catalog } from '@shop/contracts';
import type { CartLine } from './cart.schema.ts';

type Customizations = catalog.PricedCustomizations;
type Counted = Pick<CartLine, 'productId' | 'quantity'>;

/** What was chosen, without prices, which may change between two additions of the same piece. */
const choicesOf = (customizations: Customizations): string =>
  JSON.stringify(
    Object.entries(customizations)
      .map(([name, chosen]) => [name, typeof chosen === 'string' ? chosen : chosen.value])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );

/** The same piece with the same options. */
export const isSamePiece = (
  one: Pick<CartLine, 'productId' | 'customizations'>,
  other: Pick<CartLine, 'productId' | 'customizations'>,
): boolean => one.productId === other.productId && choicesOf(one.customizations) === choicesOf(other.customizations);

/** Pieces of one product in all lines: they share its stock. */
export const piecesOf = (lines: readonly Counted[], productId: string): number =>
  lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);

/** Pieces in the cart: what the badge shows. */
export const countOf = (lines: readonly Counted[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * The lines without what was bought. A line that grew after the checkout was frozen keeps what came later; what was
 * taken out meanwhile stays out.
 */
export function withoutBought(
  lines: readonly CartLine[],
  bought: readonly { cartItemId?: string; quantity: number }[],
): CartLine[] {
  const quantities = new Map(bought.map(({ cartItemId, quantity }) => [cartItemId, quantity]));
  return lines.flatMap((line) => {
    const quantity = line.quantity - (quantities.get(line._id) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
