import type { catalog } from '@shop/contracts';
import type { CartLine } from './cart.schema.ts';

type Customizations = catalog.PricedCustomizations;
type WithQuantity = Pick<CartLine, 'productId' | 'quantity'>;

/** The choices without prices, which may change between two additions of the same item. */
export const choicesOf = (customizations: Customizations): string =>
  JSON.stringify(
    Object.entries(customizations)
      .map(([name, chosen]) => [name, typeof chosen === 'string' ? chosen : chosen.value])
      .sort(),
  );

/** Same product with the same options. */
export const isSameItem = (
  one: Pick<CartLine, 'productId' | 'customizations'>,
  other: Pick<CartLine, 'productId' | 'customizations'>,
): boolean => one.productId === other.productId && choicesOf(one.customizations) === choicesOf(other.customizations);

/** Total quantity of a product: all its lines share one stock. */
export const quantityOf = (lines: readonly WithQuantity[], productId: string): number =>
  lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);

/** Number of items. */
export const countOf = (lines: readonly WithQuantity[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Subtracts the bought quantities. A line that grew after the freeze keeps the difference; a line removed since then stays
 * removed.
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
