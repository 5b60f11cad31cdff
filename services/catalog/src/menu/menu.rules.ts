import { type cartOrder, type catalog, paiseFrom } from '@shop/contracts';
import { lowestPriceOf } from '../prices/lowest-price.rules.ts';
import type { Found } from '../catalogue/variant-index.ts';

/** Bounds of the price bands in rupees, as the shop shows prices. */
const BOUNDS = [10_000, 25_000, 50_000, 100_000] as const;

const MAX_VALUES = 8;

type Tax = Pick<cartOrder.TaxSettings, 'gstRate' | 'showPrices'>;
type Ways = Pick<catalog.MenuCategory, 'stones' | 'prices' | 'occasions'>;

/** What what was found can be narrowed to, each with as many groups as the listing then has. */
export function waysOf({ groups, facets }: Pick<Found, 'groups' | 'facets'>, tax: Tax): Ways {
  const valuesOf = (facet: catalog.Facet) =>
    (facets.find((one) => one.facet === facet)?.values ?? []).slice(0, MAX_VALUES);
  return { stones: valuesOf('stone'), prices: bandsOf(groups, tax), occasions: valuesOf('occasion') };
}

function bandsOf(groups: Found['groups'], { gstRate, showPrices }: Tax): Ways['prices'] {
  const rate = showPrices === 'with-tax' ? gstRate : 0;
  const bands = [undefined, ...BOUNDS].map((from, at) => {
    const to = BOUNDS[at];
    return {
      from,
      to,
      low: from === undefined ? 0 : lowestPriceOf(paiseFrom(from), rate),
      beyond: to === undefined ? Infinity : lowestPriceOf(paiseFrom(to) + 1, rate),
    };
  });
  return bands.flatMap(({ from, to, low, beyond }) => {
    const fits = groups.filter((variants) =>
      variants.some(({ pricePaise }) => pricePaise >= low && pricePaise < beyond),
    );
    if (fits.length === 0) return [];
    return [{ ...(from !== undefined && { from }), ...(to !== undefined && { to }), count: fits.length }];
  });
}

/** How many groups have a variant in each subdivision. */
export function subCounts(
  { groups }: Pick<Found, 'groups'>,
  subOf: (variant: Found['groups'][number][number]) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const variants of groups) {
    for (const sub of new Set(variants.map(subOf))) {
      if (sub !== undefined) counts.set(sub, (counts.get(sub) ?? 0) + 1);
    }
  }
  return counts;
}
