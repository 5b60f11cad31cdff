import { type AnswerInputOf, type catalog, rupeesFrom } from '@shop/contracts';
import { hasPrice, isForSale, type Product } from '../products/product.schema.ts';

export type StockedProduct = Pick<
  Product,
  '_id' | 'name' | 'metalTone' | 'productGroup' | 'status' | 'pricePaise' | 'stock' | 'createdAt'
>;

/** What moved of a product, from a moment on. */
export interface MovedSince {
  /** Of its free pieces, after the period and after the period before. */
  afterPeriod: number;
  afterBefore: number;
  /** What buyers took within the period, less what they gave back. */
  taken: number;
  /** When its movements began, where it had pieces before they did. */
  openedAt: Date | null;
}

const NOTHING: MovedSince = { afterPeriod: 0, afterBefore: 0, taken: 0, openedAt: null };
const MOST_SLOW = 10;

interface End {
  /** The last day. */
  day: string;
  /** When it is over. */
  until: Date;
}

/** Held against the movements one by one by a test. */
export function stockSummaryOf(
  products: readonly StockedProduct[],
  movedOf: ReadonlyMap<string, MovedSince>,
  { from, period, before }: { from: Date; period: End; before: End },
): AnswerInputOf<typeof catalog.summarizeStock> {
  const rows = products
    .filter(hasPrice)
    .map((product) => ({ product, moved: movedOf.get(String(product._id)) ?? NOTHING }));
  const opened = rows.flatMap(({ moved }) => moved.openedAt ?? []).toSorted((one, other) => +other - +one)[0];
  const isKnown = (at: Date) => !opened || opened < at;
  const stockOn = ({ day, until }: End, after: 'afterPeriod' | 'afterBefore') => {
    if (!isKnown(until)) return null;
    let [pieces, paise] = [0, 0];
    for (const { product, moved } of rows) {
      const then = product.stock - moved[after];
      pieces += then;
      paise += then * product.pricePaise;
    }
    return { day, pieces, value: rupeesFrom(paise) };
  };
  return {
    now: stockOn(period, 'afterPeriod'),
    before: stockOn(before, 'afterBefore'),
    knownSince: opened && opened >= from ? opened.toISOString() : null,
    slow: rows
      .filter(({ product }) => isForSale(product) && product.stock > 0)
      .map(({ product, moved }) => ({
        id: String(product._id),
        product,
        sold: Math.max(0, moved.taken),
        paise: product.stock * product.pricePaise,
      }))
      .toSorted((a, b) => a.sold - b.sold || b.paise - a.paise || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_SLOW)
      .map(({ id, product: { name, metalTone, productGroup, stock, createdAt }, sold, paise }) => ({
        ...{ productId: id, name, metalTone, productGroup, stock, sold },
        ...{ value: rupeesFrom(paise), createdAt: createdAt.toISOString() },
      })),
  };
}
