import { catalog } from '@shop/contracts';
import { type Details, totalCarat } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';

/** Labels of bands: below the first bound, between two, from the last on. */
const bandsOf = (unit: string, bounds: readonly number[]) => ({
  bounds,
  labels: [
    `Below ${bounds[0]} ${unit}`,
    ...bounds.slice(1).map((bound, index) => `${bounds[index]} to ${bound} ${unit}`),
    `${bounds.at(-1)} ${unit} and more`,
  ],
});
const BANDS = { carat: bandsOf('ct', [0.25, 0.5, 1, 2]), weight: bandsOf('g', [2, 5, 10, 20, 50]) };

const bandOf = (facet: keyof typeof BANDS, amount: number): string => {
  const { bounds, labels } = BANDS[facet];
  return labels[bounds.filter((bound) => amount >= bound).length]!;
};

/** Order of a facet's values on the page: bands and sizes by size, others by how many groups they have. */
export function compareValues(facet: catalog.Facet) {
  if (facet === 'carat' || facet === 'weight') {
    const { labels } = BANDS[facet];
    return (one: Counted, other: Counted) => labels.indexOf(one.label) - labels.indexOf(other.label);
  }
  const byName = (one: Counted, other: Counted) => one.label.localeCompare(other.label, 'en', { numeric: true });
  return facet === 'size' ? byName : (one: Counted, other: Counted) => other.count - one.count || byName(one, other);
}
type Counted = catalog.FacetCounts['values'][number];

const inStock = (stock: number): (typeof catalog.AVAILABILITIES)[number] => (stock > 0 ? 'in-stock' : 'out-of-stock');

/** Fields that the facets read of details. */
export const FACET_FIELDS = [
  'metalPurity',
  'stones',
  'stoneType',
  'weight',
  'sizeOptions',
  'sizes',
  'earringSize',
  'pendantSize',
  'chainLengths',
  'chainLength',
  'occasion',
  'certification',
] as const;
export type FacetDetails = Partial<Pick<Details, (typeof FACET_FIELDS)[number]>>;

/** What a variant is found by, as labels. Of what can be chosen, the ready piece has the first. */
export function facetsOf(
  product: Pick<Product, 'material' | 'metalTone' | 'stock'>,
  details: FacetDetails | undefined,
): Partial<Record<catalog.Facet, readonly string[]>> {
  const stones = details?.stones ?? [];
  const carat = totalCarat({ stones });
  const { sizeOptions, sizes, earringSize, pendantSize, chainLengths, chainLength } = details ?? {};
  const certification = details?.certification;
  return {
    availability: [inStock(product.stock)],
    metal: [product.material.tag],
    purity: details?.metalPurity?.slice(0, 1) ?? [],
    tone: [product.metalTone],
    stone: stones.length > 0 ? stones.map(({ type }) => type) : (details?.stoneType?.slice(0, 1) ?? []),
    shape: stones.flatMap(({ shape }) => shape ?? []),
    carat: carat > 0 ? [bandOf('carat', carat)] : [],
    weight: details?.weight ? [bandOf('weight', details.weight)] : [],
    // A size that is sold out is not one to be found by.
    size:
      product.stock > 0
        ? [sizeOptions, sizes, earringSize, pendantSize, chainLengths, chainLength].flatMap((list) => list ?? [])
        : [],
    occasion: details?.occasion ?? [],
    certified: [
      ...(certification?.isHallmarked ? ['Hallmarked'] : []),
      ...(certification?.isCertified ? [certification.certType ?? 'Certified'] : []),
    ],
  };
}
