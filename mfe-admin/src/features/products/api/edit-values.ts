import { catalog, type BodyOf, type PriceChangeKind, type PriceStep } from '@shop/contracts/browser';

export type Changes = BodyOf<typeof catalog.previewProductEdit>;

/** A text that stays, is written or is removed. */
interface TextChange {
  by: '' | 'set' | 'remove';
  value: string;
}

/** The form of an edit: what is '' stays as it is. */
export interface EditValues {
  price: { by: '' | PriceChangeKind; value: number; step: PriceStep };
  stock: { kind: '' | NonNullable<Changes['stock']>['kind']; pieces: number; reason: string };
  lowStockAt: { by: '' | 'set' | 'remove'; value: number };
  status: '' | 'draft' | 'published';
  category: { main: string; sub: string };
  material: { tag: string; sub: string };
  featured: { by: '' | 'set'; value: number };
  occasions: { add: string; remove: string };
  deliveryTime: TextChange;
  shippingNote: TextChange;
  careInstructions: TextChange;
  packaging: TextChange;
}

export const TEXTS = ['deliveryTime', 'shippingNote', 'careInstructions', 'packaging'] as const;
export type TextName = (typeof TEXTS)[number];
/** Texts that a piece may be without. */
export const isRemovable = (name: TextName): boolean => name === 'deliveryTime' || name === 'shippingNote';

const text = (value: string | null | undefined): TextChange =>
  value === undefined ? { by: '', value: '' } : value === null ? { by: 'remove', value: '' } : { by: 'set', value };

/** What the form begins with: the changes as they were previewed, if they were. */
export const editValuesOf = (changes: Changes | undefined): EditValues => ({
  price: changes?.price
    ? { ...changes.price, step: changes.price.step ?? '1' }
    : { by: '', value: Number.NaN, step: '1' },
  stock: changes?.stock ?? { kind: '', pieces: Number.NaN, reason: '' },
  lowStockAt:
    changes?.lowStockAt === undefined
      ? { by: '', value: Number.NaN }
      : changes.lowStockAt === null
        ? { by: 'remove', value: Number.NaN }
        : { by: 'set', value: changes.lowStockAt },
  status: changes?.status ?? '',
  category: { main: changes?.category?.main ?? '', sub: changes?.category?.sub ?? '' },
  material: { tag: changes?.material?.tag ?? '', sub: changes?.material?.sub ?? '' },
  featured: changes?.featured === undefined ? { by: '', value: Number.NaN } : { by: 'set', value: changes.featured },
  occasions: { add: changes?.occasions?.add?.[0] ?? '', remove: changes?.occasions?.remove?.[0] ?? '' },
  deliveryTime: text(changes?.deliveryTime),
  shippingNote: text(changes?.shippingNote),
  careInstructions: text(changes?.careInstructions),
  packaging: text(changes?.packaging),
});

/** What is sent: what does not stay. */
export function changesOf(values: EditValues): Changes {
  const { price, stock, lowStockAt, status, category, material, featured, occasions } = values;
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => {
      const { by, value } = values[name];
      return by === '' ? [] : [[name, by === 'remove' ? null : value]];
    }),
  );
  return {
    ...(price.by && { price: { by: price.by, value: price.value, ...(price.by !== 'set' && { step: price.step }) } }),
    ...(stock.kind && { stock: { ...stock, kind: stock.kind } }),
    ...(lowStockAt.by && { lowStockAt: lowStockAt.by === 'remove' ? null : lowStockAt.value }),
    ...(status && { status }),
    ...(category.main && { category: { main: category.main, ...(category.sub && { sub: category.sub }) } }),
    ...(material.tag && { material: { tag: material.tag, ...(material.sub && { sub: material.sub }) } }),
    ...(featured.by && { featured: featured.value }),
    ...((occasions.add || occasions.remove) && {
      occasions: {
        ...(occasions.add && { add: [occasions.add] }),
        ...(occasions.remove && { remove: [occasions.remove] }),
      },
    }),
    ...texts,
  } as Changes;
}
