import { cartOrder, paiseFrom, rupeesFrom } from '@shop/contracts';
import type { ProductSnapshot } from '../product-snapshots/product-snapshot.schema.ts';
import { countOf, quantityOf } from './cart.rules.ts';
import type { CartLine } from './cart.schema.ts';

/** What a line is shown with. */
export interface LineContext {
  snapshots: Map<string, ProductSnapshot>;
  /** Quantities held by the user's own live checkouts: not in the free stock, but still available to this user. */
  held: Map<string, number>;
}

type Snapshots = Pick<LineContext, 'snapshots'>;

/** Without options, as last known; old data may lack it. */
const baseOf = (line: CartLine, { snapshots }: Snapshots): number =>
  snapshots.get(line.productId)?.pricePaise ?? line.basePaise ?? 0;

const unitOf = (line: CartLine, context: Snapshots): number => baseOf(line, context) + line.customizationPaise;

/** Withdrawn products, and those without a price, are in no sum and no count. */
const isForSale = (line: CartLine, context: Snapshots): boolean =>
  !context.snapshots.get(line.productId)?.gone && baseOf(line, context) > 0 && unitOf(line, context) > 0;

const forSale = (lines: readonly CartLine[], context: Snapshots): CartLine[] =>
  lines.filter((line) => isForSale(line, context));

/** Number of items, shown on the cart badge. */
export const shownCount = (lines: readonly CartLine[], context: Snapshots): number => countOf(forSale(lines, context));

/** In paise; it may be more than an answer can carry. */
export const subtotalOf = (lines: readonly CartLine[], context: Snapshots): number =>
  forSale(lines, context).reduce((sum, line) => sum + unitOf(line, context) * line.quantity, 0);

/** Within what an answer can carry: a cart that is worth more cannot be bought, but is shown. */
export const shownRupees = (paise: number): number =>
  rupeesFrom(Math.min(Math.max(paise, 0), paiseFrom(cartOrder.MAX_SUM)));

export function itemOf(line: CartLine, lines: readonly CartLine[], context: LineContext): cartOrder.CartItem {
  const snapshot = context.snapshots.get(line.productId);
  const display = snapshot?.display ?? line.display;
  const isGone = !isForSale(line, context);
  const stock = isGone ? 0 : (snapshot?.stock ?? 0) + (context.held.get(line.productId) ?? 0);
  const unitPaise = unitOf(line, context);
  const isShort = quantityOf(lines, line.productId) > stock;
  return {
    _id: line._id,
    cartItemId: line._id,
    quantity: line.quantity,
    productId: line.productId,
    detailsRef: line.detailsRef,
    detailsModel: line.detailsModel,
    customizations: line.customizations,
    ...(line.customized !== undefined && { customized: line.customized }),
    finalPrice: shownRupees(unitPaise),
    customizationPrice: shownRupees(line.customizationPaise),
    linePrice: shownRupees(unitPaise * line.quantity),
    product: {
      _id: line.productId,
      name: display.name,
      images: display.images,
      ...(display.focus && { focus: display.focus }),
      category: { main: display.categoryMain },
      productGroup: display.productGroup,
    },
    stock,
    availability: isGone ? 'gone' : isShort ? 'short' : 'available',
  };
}
