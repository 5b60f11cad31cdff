import type { catalog } from '@shop/contracts';
import type { Option } from '../options/option.schema.ts';
import type { Product } from '../products/product.schema.ts';
import type { Review } from '../reviews/review.schema.ts';

/** What the words below are made of. */
export const OF_PRODUCT = { name: 1, productGroup: 1, metalTone: 1 } as const;
type Named = Pick<Product, '_id' | keyof typeof OF_PRODUCT>;

const labelOf = ({ name, productGroup, metalTone }: Named): string => `${name} in ${metalTone}, ${productGroup}`;

export const productUse = (product: Named): catalog.MediaUse => ({
  ...{ kind: 'product', id: String(product._id), label: labelOf(product) },
});

/** What orders show of a product as it was. */
export const orderUse = (product: Named): catalog.MediaUse => ({ ...productUse(product), kind: 'order' });

export const namedUse = (
  kind: 'category' | 'material' | 'collection',
  { _id, name }: { _id: unknown; name: string },
): catalog.MediaUse => ({ kind, id: String(_id), label: name });

export const optionUse = ({ _id, kind, value }: Pick<Option, '_id' | 'kind' | 'value'>): catalog.MediaUse => ({
  ...{ kind: 'option', id: String(_id), label: value, list: kind },
});

export const reviewUse = ({ _id, productGroup }: Pick<Review, '_id' | 'productGroup'>): catalog.MediaUse => ({
  ...{ kind: 'review', id: String(_id), label: `A review of ${productGroup}` },
});
