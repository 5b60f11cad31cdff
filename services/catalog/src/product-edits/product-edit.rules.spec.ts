import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import fc from 'fast-check';
import { withFields } from '../products/pieces.ts';
import { type EditedPiece, isSame, type StoredValue, storedFieldsOf, valueOf, type Values } from './edited-fields.ts';
import { fieldsOf, planOf, stateOf, undoOf, valueText, whySkipped } from './product-edit.rules.ts';

function aPiece(product: Partial<EditedPiece['product']> = {}, details: EditedPiece['details'] = {}): EditedPiece {
  return {
    product: {
      ...{ pricePaise: 42_500_00, stock: 5, held: 1, status: 'published' as const, featured: 0 },
      ...{ category: { main: 'ring', sub: 'halo' }, material: { tag: 'gold' } },
      ...{ detailsModel: 'RingDetails' as const, metalTone: 'Yellow Gold', productGroup: 'AR-1042' },
      ...product,
    },
    details: { careInstructions: 'Wipe it.', packaging: 'A box.', ...details },
  };
}
/** As the service reads them. */
const changes = (given: unknown) => catalog.productChanges.parse(given);

describe('the plan of a product', () => {
  it('has what differs, and nothing else', () => {
    const plan = planOf(
      aPiece({}, { occasion: ['Wedding'] }),
      changes({
        price: { by: 'percent', value: 10 },
        stock: { kind: 'received', pieces: 3, reason: 'Delivery' },
        status: 'published',
        category: { main: 'ring' },
        material: { tag: 'gold', sub: '18k' },
        occasions: { add: ['Gift', 'Wedding'], remove: ['Daily'] },
        lowStockAt: null,
        deliveryTime: null,
        packaging: 'A bag.',
      }),
    );
    expect(plan).toEqual({
      before: {
        ...{ price: 42_500_00, stock: 5, category: ['ring', 'halo'], material: ['gold'], occasions: ['Wedding'] },
        packaging: 'A box.',
      },
      after: {
        ...{ price: 46_750_00, stock: 8, category: ['ring'], material: ['gold', '18k'] },
        ...{ occasions: ['Wedding', 'Gift'], packaging: 'A bag.' },
      },
      why: [],
    });
    expect(stateOf(plan)).toBe('planned');
  });

  it('is empty where everything is so already', () => {
    expect(stateOf(planOf(aPiece(), changes({ status: 'published', occasions: { remove: ['Daily'] } })))).toBe('same');
  });

  it.each([
    [
      { price: { by: 'amount', value: -42_499.5, step: '0.01' } },
      {},
      'price',
      'It would be ₹0.50: a price is at least ₹1',
    ],
    [{ price: { by: 'amount', value: -50_000 } }, {}, 'price', 'It would be −₹7,500.00: a price is at least ₹1'],
    [
      { price: { by: 'percent', value: 400 } },
      { pricePaise: 90_000_000_000 },
      'price',
      'It would be ₹4,50,00,00,000.00, which is too much',
    ],
    [{ price: { by: 'percent', value: 5 } }, { pricePaise: 0 }, 'price', 'It has no price to change'],
    [{ price: { by: 'amount', value: 5 } }, { pricePaise: undefined as never }, 'price', 'It has no price to change'],
    [
      { stock: { kind: 'written-off', pieces: 6, reason: 'Lost' } },
      {},
      'stock',
      'Only 5 are free, 1 more are held for checkouts',
    ],
    [
      { stock: { kind: 'counted', pieces: 0, reason: 'Count' } },
      {},
      'stock',
      '1 is held for checkouts: it cannot be fewer',
    ],
    [
      { stock: { kind: 'received', pieces: 1_000_000, reason: 'x' } },
      {},
      'stock',
      'It would be 1000005, which is too many',
    ],
    [{ category: { main: 'necklace' } }, {}, 'category', 'A necklace has NecklaceDetails; this piece has RingDetails'],
    [{ featured: 1 }, { status: 'archived' as const }, 'status', 'It is archived'],
  ])('of %j for %j is a problem that names %s', (given, product, field, message) => {
    const plan = planOf(aPiece(product), changes(given));
    expect([stateOf(plan), plan.why]).toEqual(['problem', [{ field, message }]]);
  });

  it('gives a price to a piece that has none', () => {
    const plan = planOf(aPiece({ pricePaise: undefined as never }), changes({ price: { by: 'set', value: 1 } }));
    expect([plan.before, plan.after]).toEqual([{ price: null }, { price: 100 }]);
  });

  it('counts pieces with those that are held', () => {
    const plan = planOf(aPiece(), changes({ stock: { kind: 'counted', pieces: 9, reason: 'Count' } }));
    expect([plan.before, plan.after]).toEqual([{ stock: 5 }, { stock: 8 }]);
  });
});

/** Values that a field can have. */
const VALUES: Record<catalog.EditedField, fc.Arbitrary<StoredValue>> = {
  price: fc.constantFrom<StoredValue>(null, 100, 200, 300),
  stock: fc.constantFrom(0, 1, 2),
  lowStockAt: fc.constantFrom<StoredValue>(null, 0, 1),
  status: fc.constantFrom('draft', 'published'),
  category: fc.constantFrom<StoredValue>(['ring'], ['ring', 'halo']),
  material: fc.constantFrom<StoredValue>(['gold'], ['gold', '18k'], ['silver']),
  featured: fc.constantFrom(0, 1),
  occasions: fc.constantFrom<StoredValue>(null, [], ['Gift'], ['Gift', 'Wedding']),
  deliveryTime: fc.constantFrom<StoredValue>(null, 'A week', 'A month'),
  shippingNote: fc.constantFrom<StoredValue>(null, '', 'Insured'),
  careInstructions: fc.constantFrom('', 'Wipe it.'),
  packaging: fc.constantFrom('A box.', 'A bag.'),
};
const values = fc.record(VALUES) as fc.Arbitrary<Record<catalog.EditedField, StoredValue>>;
const some = fc.record(VALUES, { requiredKeys: [] }) as fc.Arbitrary<Values>;

/** What the stored documents are after values were written into them. */
function written({ product, details }: EditedPiece, given: Values): EditedPiece {
  return {
    product: {
      ...withFields(product, storedFieldsOf(given, 'product')),
      ...(typeof given.stock === 'number' && { stock: given.stock }),
    },
    details: withFields(details, storedFieldsOf(given, 'details')),
  };
}
const withValues = (given: Values) => written(aPiece({ held: 0 }), given);

describe('a value', () => {
  it('is read as it was written, in every field', () => {
    fc.assert(
      fc.property(values, some, (before, next) => {
        const piece = written(withValues(before), next);
        for (const field of catalog.EDITED_FIELDS) {
          expect(valueOf(field, piece)).toEqual(next[field] === undefined ? before[field] : next[field]);
        }
      }),
    );
  });

  it('is told to people', () => {
    expect([
      valueText('price', 42_500_00),
      valueText('category', ['ring', 'halo']),
      valueText('occasions', []),
      valueText('deliveryTime', null),
      valueText('careInstructions', 'x'.repeat(61)),
    ]).toEqual(['₹42,500.00', 'ring, halo', 'empty', 'empty', `“${'x'.repeat(60)}…”`]);
  });
});

describe('a row when its turn comes', () => {
  it('is skipped exactly if a field of it is not as it was previewed, and names each of these', () => {
    fc.assert(
      fc.property(values, some, some, (before, after, meddled) => {
        const plan = { before, after };
        const piece = written(withValues(before), meddled);
        const others = fieldsOf(after).filter((field) => !isSame(valueOf(field, piece), before[field]));
        expect(whySkipped(piece, plan).map(({ field }) => field)).toEqual(others);
      }),
    );
  });

  it('is skipped where it was archived', () => {
    const plan = { before: { featured: 0 }, after: { featured: 1 } };
    expect(whySkipped(aPiece({ status: 'archived' }), plan)).toEqual([{ field: 'status', message: 'It is archived' }]);
  });

  it('is skipped where it became a piece of another kind', () => {
    const plan = { before: { category: ['pendant'] }, after: { category: ['ring'] } };
    const piece = aPiece({ category: { main: 'pendant' }, detailsModel: 'PendantDetails' });
    expect(whySkipped(piece, plan)).toMatchObject([{ field: 'category' }]);
  });
});

describe('the undo of a product', () => {
  it('restores or lists each field of the edit: never both, never neither', () => {
    fc.assert(
      fc.property(values, some, some, (before, after, meddled) => {
        const plan = { before, after };
        const now = written(written(withValues(before), after), meddled);
        const { restore, why } = undoOf(now, plan);
        const [restored, listed] = [fieldsOf(restore), why.map(({ field }) => field)];
        expect([...restored, ...listed].toSorted()).toEqual(fieldsOf(after).toSorted());
        const end = written(now, restore);
        for (const field of catalog.EDITED_FIELDS) {
          const isRestored = after[field] !== undefined && isSame(valueOf(field, now), after[field]);
          expect(restored.includes(field)).toBe(isRestored);
          expect(valueOf(field, end)).toEqual(isRestored ? before[field] : valueOf(field, now));
        }
      }),
    );
  });

  it('restores nothing of a piece that was archived since, and lists all of it', () => {
    const piece = aPiece({ status: 'archived', featured: 1, pricePaise: 100 });
    const undo = undoOf(piece, { before: { price: 200, featured: 0 }, after: { price: 100, featured: 1 } });
    expect([undo.restore, undo.why.map(({ field }) => field)]).toEqual([{}, ['price', 'featured']]);
  });
});
