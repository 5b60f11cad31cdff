import type { StaffProduct } from '../api/products.ts';
import type { StubbedAnswer } from './open-screen.tsx';

/** A published ring of which 5 are free. */
export const aProduct = (): StaffProduct => ({
  _id: 'a'.repeat(24),
  name: 'Meera Ring',
  productGroup: 'AR-1042',
  price: 32_950,
  images: ['/api/v1/images/meera.svg'],
  metalTone: 'Yellow Gold',
  category: { main: 'ring' },
  material: { tag: 'gold' },
  customizable: false,
  rating: 0,
  ratingCount: 0,
  stock: 5,
  shortDescription: 'A solitaire.',
  detailsModel: 'RingDetails',
  detailsRef: {
    _id: 'd'.repeat(24),
    metalTone: ['Yellow Gold'],
    metalPurity: ['14K', '18K'],
    stoneType: [],
    weight: 3.2,
    careInstructions: 'Wipe it.',
    packaging: 'A box.',
    hypoallergenic: true,
    certification: { isHallmarked: true, isCertified: false },
    sizeOptions: ['10', '12'],
    engravingAvailable: true,
  },
  createdAt: '2026-11-20T10:00:00.000Z',
  status: 'published',
  position: 0,
  featured: 3,
  held: 1,
  sold: 2,
  updatedAt: '2026-11-20T10:00:00.000Z',
});

/** The ring in two tones, of which the second is a draft with a text of its own. */
export const aGroup = () => {
  const yellow = { ...aProduct(), version: 'y' };
  return {
    productGroup: 'AR-1042',
    version: 'y.r',
    variants: [
      yellow,
      {
        ...yellow,
        ...{ _id: 'b'.repeat(24), metalTone: 'Rose Gold', status: 'draft' as const, position: 1, version: 'r' },
        ...{ shortDescription: 'A solitaire in rose.', price: 31_000 },
        detailsRef: { ...yellow.detailsRef, metalTone: ['Rose Gold'] },
      },
    ],
  };
};

/** Answers that the screens of products need for one product, with one value in each option list. */
export const productAnswers = (product: StaffProduct): Record<string, StubbedAnswer> => ({
  'GET /admin/products': { body: { products: [product], totalCount: 1 } },
  [`GET /admin/product/${product._id}`]: { body: { product } },
  'GET /admin/groups/AR-1042': { body: { group: aGroup() } },
  'GET /customization/AR-1042': { body: { customization: null } },
  [`GET /admin/product/${product._id}/movements`]: { body: { movements: [], totalCount: 0 } },
  'GET /categories': { body: { categories: [{ _id: 'c'.repeat(24), main: 'ring', sub: ['band'] }] } },
  'GET /materials': { body: { materials: [{ _id: 'e'.repeat(24), tag: 'gold', sub: [] }] } },
  ...Object.fromEntries(
    [
      ['metal-tones', 'name', 'Rose Gold'],
      ['metal-purities', 'name', '22K'],
      ['stonetypes', 'type', 'Opal'],
      ['occasions', 'occasion', 'Wedding'],
      ['ring-sizes', 'size', '14'],
      ['finishes', 'finish', 'Matt'],
    ].map(([plural, field, value]) => [
      `GET /${plural}`,
      { body: { data: [{ _id: 'b'.repeat(24), [field!]: value, price: 0 }] } },
    ]),
  ),
});
