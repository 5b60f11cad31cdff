import type { ProductEdit, ProductEditRow } from '../features/products/api/product-edits.ts';

const NO_COUNTS = { problem: 0, skipped: 0, kept: 0, planned: 0, changed: 0, restored: 0, same: 0 };

/** An edit of three products, whose changes are not yet said. */
export const anEdit = ({
  counts,
  ...fields
}: Partial<Omit<ProductEdit, 'counts'>> & { counts?: Partial<ProductEdit['counts']> } = {}): ProductEdit => ({
  _id: 'e'.repeat(24),
  state: 'chosen',
  by: { userId: 'b'.repeat(24), name: 'Mira' },
  createdAt: '2026-11-20T10:00:00.000Z',
  totalCount: 3,
  preview: 0,
  isDelayed: false,
  ...fields,
  counts: { ...NO_COUNTS, ...counts },
});

/** The same, previewed: one product to change, one with a problem, one with nothing to change. */
export const aPreview = (): ProductEdit =>
  anEdit({
    ...{ state: 'previewed', preview: 1, counts: { planned: 1, problem: 1, same: 1 } },
    changes: { price: { by: 'percent', value: 10, step: '10' }, status: 'published' },
  });

/** The same, applied. */
export const anAppliedEdit = (fields: Parameters<typeof anEdit>[0] = {}): ProductEdit => ({
  ...aPreview(),
  ...anEdit({
    ...{ state: 'applied', preview: 1, counts: { changed: 1, problem: 1, same: 1 } },
    applied: { userId: 'b'.repeat(24), name: 'Mira', at: '2026-11-20T10:05:00.000Z' },
    changes: aPreview().changes,
    ...fields,
  }),
});

const product = { productId: 'a'.repeat(24), name: 'Meera Ring', productGroup: 'AR-1042', metalTone: 'Yellow Gold' };

export const EDIT_ROWS: ProductEditRow[] = [
  {
    ...{ number: 2, ...product, name: 'Tara Ring', state: 'problem', fields: [] },
    why: [{ field: 'price', message: 'It has no price to change' }],
  },
  {
    ...{ number: 1, ...product, state: 'planned', why: [] },
    fields: [
      { field: 'price', before: 1_000, after: 1_100 },
      { field: 'status', before: 'draft', after: 'published' },
    ],
  },
];
