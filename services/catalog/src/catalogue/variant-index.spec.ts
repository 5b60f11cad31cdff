import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import type { Details } from '../products/details.schema.ts';
import { facetsOf } from './facet.rules.ts';
import { pageOf, type VariantProduct, VariantIndex, type Wanted } from './variant-index.ts';

type Piece = { product: VariantProduct; details: Partial<Details> };
let ids = 0;

const aPiece = (fields: Partial<VariantProduct> = {}, details: Partial<Details> = {}): Piece => ({
  product: {
    _id: new Types.ObjectId((ids += 1).toString(16).padStart(24, '0')),
    name: 'Meera Ring',
    productGroup: `AR-${1000 + ids}`,
    position: 0,
    pricePaise: 10_000_00,
    category: { main: 'ring', sub: 'band' },
    material: { tag: 'gold', sub: '18k' },
    metalTone: 'Yellow Gold',
    stock: 1,
    sold: 0,
    featured: 0,
    rating: 0,
    ratingCount: 0,
    createdAt: new Date(1_000_000 + ids),
    detailsRef: new Types.ObjectId(),
    ...fields,
  },
  details,
});

function indexOf(...pieces: Piece[]): VariantIndex {
  const index = new VariantIndex();
  for (const [number, { product, details }] of pieces.entries()) index.put(product, details, number);
  return index;
}

const valuesOf = (index: VariantIndex, facet: catalog.Facet, wanted: Wanted = { facets: {} }) =>
  index.find(wanted).facets.find((each) => each.facet === facet)?.values ?? [];
const counted = (index: VariantIndex, facet: catalog.Facet, wanted?: Wanted) =>
  Object.fromEntries(valuesOf(index, facet, wanted).map(({ value, count }) => [value, count]));
const groupsOf = (index: VariantIndex, wanted: Wanted) =>
  index.find(wanted).groups.map(([variant]) => variant!.productGroup);

/** A piece as a shopper would judge it, one filter after the other. */
function fits({ product, details }: Piece, { price, facets, category }: Wanted, except?: catalog.Facet | 'price') {
  const labels = facetsOf(product, details);
  const isChosen = catalog.FACETS.every((facet) => {
    const chosen = facets[facet];
    if (facet === except || !chosen?.length) return true;
    return (labels[facet] ?? []).some((label) => chosen.includes(catalog.facetValueOf(label)));
  });
  const isInPrice =
    except === 'price' ||
    !price ||
    (product.pricePaise >= (price.low ?? 0) && product.pricePaise < (price.beyond ?? Infinity));
  const isInCategory = !category || category.names.includes(product.category.main);
  return isChosen && isInPrice && isInCategory;
}
const groupsIn = (pieces: readonly Piece[]) => [...new Set(pieces.map(({ product }) => product.productGroup))].sort();

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const pieces = fc
  .array(
    fc.record({
      group: fc.integer({ min: 1, max: 25 }),
      position: fc.integer({ min: 0, max: 3 }),
      pricePaise: fc.integer({ min: 1, max: 12 }).map((thousands) => thousands * 1_000_00),
      stock: fc.integer({ min: 0, max: 2 }),
      main: oneOf('ring', 'earring', 'necklace'),
      tag: oneOf('gold', 'rose-gold', 'silver'),
      tone: oneOf('Yellow Gold', 'Rose Gold', 'Silver'),
      purity: oneOf(['18 KT', '22 KT'], ['22 KT'], ['925 Silver']),
      stones: fc.array(
        fc.record({
          type: oneOf('Ruby', 'Natural diamond'),
          shape: oneOf('Round', 'Oval', undefined),
          carat: oneOf(0.1, 0.3, 1),
        }),
        { maxLength: 2 },
      ),
      weight: oneOf(1, 2, 4.99, 12, 60),
      sizes: fc.subarray(['10', '12', '14']),
      occasion: fc.subarray(['Wedding', 'Gift']),
      isHallmarked: fc.boolean(),
    }),
    { maxLength: 80 },
  )
  .map((all) =>
    all.map(
      ({
        group,
        position,
        pricePaise,
        stock,
        main,
        tag,
        tone,
        purity,
        stones,
        weight,
        sizes,
        occasion,
        isHallmarked,
      }) =>
        aPiece(
          {
            productGroup: `AR-${100 + group}`,
            position,
            pricePaise,
            stock,
            category: { main },
            material: { tag },
            metalTone: tone,
          },
          {
            ...{ metalPurity: purity, metalTone: [tone], stoneType: [], weight, sizes, occasion },
            stones: stones.map((stone) => ({ ...stone, count: 1 })) as never,
            certification: { isHallmarked, isCertified: false },
          },
        ),
    ),
  );
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    facets: fc.record(
      {
        availability: fc.subarray(['in-stock', 'out-of-stock'], { maxLength: 1 }),
        metal: fc.subarray(['gold', 'silver', 'platinum']),
        purity: fc.subarray(['18-kt', '22-kt', '925-silver']),
        stone: fc.subarray(['ruby', 'natural-diamond']),
        shape: fc.subarray(['round', 'oval']),
        carat: fc.subarray(['below-0.25-ct', '0.25-to-0.5-ct', '1-to-2-ct']),
        weight: fc.subarray(['below-2-g', '2-to-5-g', '50-g-and-more']),
        size: fc.subarray(['10', '12', '14']),
        occasion: fc.subarray(['wedding', 'gift']),
        certified: fc.subarray(['hallmarked']),
      },
      { requiredKeys: [] },
    ),
    price: fc.option(
      fc.record({ low: fc.integer({ max: 8_000_00, min: 0 }), beyond: fc.integer({ min: 3_000_00, max: 15_000_00 }) }),
      {
        nil: undefined,
      },
    ),
    category: fc.option(fc.record({ names: fc.subarray(['ring', 'earring'], { minLength: 1 }) }), { nil: undefined }),
  })
  .map(({ price, category, ...rest }) => ({ ...rest, ...(price && { price }), ...(category && { category }) }));

describe('what is for sale', () => {
  it('is found and counted as if each piece were looked at, for 1,000 filters of random catalogues', () => {
    fc.assert(
      fc.property(pieces, fc.array(wanted, { minLength: 10, maxLength: 10 }), (all, filters) => {
        const index = indexOf(...all);
        for (const filter of filters) {
          const found = index.find(filter);
          expect(groupsOf(index, filter).sort()).toEqual(groupsIn(all.filter((piece) => fits(piece, filter))));
          for (const facet of catalog.FACETS) {
            const others = all.filter((piece) => fits(piece, filter, facet));
            for (const { value, count } of found.facets.find((each) => each.facet === facet)?.values ?? []) {
              const having = others.filter(({ product, details }) =>
                (facetsOf(product, details)[facet] ?? []).some((label) => catalog.facetValueOf(label) === value),
              );
              expect([facet, value, count]).toEqual([facet, value, groupsIn(having).length]);
            }
            const known = new Set(found.facets.find((each) => each.facet === facet)?.values.map(({ value }) => value));
            const there = others.flatMap(({ product, details }) => facetsOf(product, details)[facet] ?? []);
            for (const label of there) expect(known).toContain(catalog.facetValueOf(label));
          }
          const prices = all.filter((piece) => fits(piece, filter, 'price')).map(({ product }) => product.pricePaise);
          expect(found.prices).toEqual(
            prices.length === 0 ? undefined : { lowest: Math.min(...prices), highest: Math.max(...prices) },
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  it('counts groups, not variants, and each by all that its variants have', () => {
    const productGroup = 'AR-1';
    const index = indexOf(
      aPiece({ productGroup, metalTone: 'Yellow Gold' }),
      aPiece({ productGroup, metalTone: 'Rose Gold', position: 1 }),
      aPiece({ metalTone: 'Rose Gold' }),
    );
    expect(counted(index, 'tone')).toEqual({ 'rose-gold': 2, 'yellow-gold': 1 });
  });

  it('keeps the counts of a facet beside its own choice, and narrows the others by it', () => {
    const index = indexOf(
      aPiece({ material: { tag: 'gold' } }, { occasion: ['Wedding'] }),
      aPiece({ material: { tag: 'silver' } }, { occasion: ['Gift'] }),
    );
    const wanted = { facets: { metal: ['gold'] } };
    expect(counted(index, 'metal', wanted)).toEqual({ gold: 1, silver: 1 });
    expect(counted(index, 'occasion', wanted)).toEqual({ wedding: 1 });
  });

  it('shows a chosen value that nothing has any more, so that it can be taken back', () => {
    const index = indexOf(aPiece({}, { occasion: ['Wedding'] }), aPiece({ material: { tag: 'silver' } }));
    const wanted = { facets: { metal: ['silver'], occasion: ['wedding'] } };
    expect(groupsOf(index, wanted)).toEqual([]);
    expect(counted(index, 'occasion', wanted)).toEqual({ wedding: 0 });
  });

  it('does not offer the sizes of a piece that is sold out', () => {
    const index = indexOf(aPiece({ stock: 0 }, { sizeOptions: ['10'] }), aPiece({ stock: 2 }, { sizeOptions: ['12'] }));
    expect(counted(index, 'size')).toEqual({ '12': 1 });
  });

  it('orders sizes and bands by size, other values by how many there are', () => {
    const index = indexOf(
      aPiece({}, { sizeOptions: ['8', '10', '9'], weight: 12, occasion: ['Gift'] }),
      aPiece({}, { weight: 1, occasion: ['Wedding'] }),
      aPiece({}, { weight: 3, occasion: ['Wedding'] }),
    );
    const labels = (facet: catalog.Facet) => valuesOf(index, facet).map(({ label }) => label);
    expect(labels('size')).toEqual(['8', '9', '10']);
    expect(labels('weight')).toEqual(['Below 2 g', '2 to 5 g', '10 to 20 g']);
    expect(labels('occasion')).toEqual(['Wedding', 'Gift']);
  });

  it('forgets what left the shop and knows what changed, its group too', () => {
    const piece = aPiece({ productGroup: 'AR-1' });
    const index = indexOf(piece);
    index.put({ ...piece.product, productGroup: 'AR-2', stock: 0 }, {}, 1);
    expect(groupsOf(index, { facets: {} })).toEqual(['AR-2']);
    expect(counted(index, 'availability')).toEqual({ 'out-of-stock': 1 });
    index.remove(String(piece.product._id));
    expect([index.size, index.find({ facets: {} }).groups]).toEqual([0, []]);
  });
});

describe('a page', () => {
  it('cuts what sorting all would give, in every order, with ties by the code', () => {
    fc.assert(
      fc.property(pieces, oneOf(...catalog.SORTS), fc.integer({ min: 1, max: 7 }), (all, sort_by, limit) => {
        const { groups } = indexOf(...all).find({ facets: {} });
        const whole = pageOf(groups, { sort_by, page: 1, limit: 48 }).map(([variant]) => variant!.productGroup);
        const pages = Array.from({ length: Math.ceil(groups.length / limit) + 1 }, (_, index) =>
          pageOf(groups, { sort_by, page: index + 1, limit }).map(([variant]) => variant!.productGroup),
        );
        expect(pages.flat()).toEqual(whole);
        expect(pages.at(-1)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
