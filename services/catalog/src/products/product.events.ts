import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { withFocus } from './picture-notes.ts';
import { isForSale, type Product } from './product.schema.ts';

/** Publishes a published product as it is now: one without a price is not for sale. */
export const publishProductState = (outbox: Outbox, session: ClientSession, product: Product) =>
  isForSale(product)
    ? publishProductChanged(outbox, session, product)
    : publishProductRemoved(outbox, session, product);

/** The same of several products. */
export async function publishProductStates(
  outbox: Outbox,
  session: ClientSession,
  products: readonly Product[],
): Promise<void> {
  const forSale = products.filter((product) => isForSale(product));
  const others = products.filter((product) => !isForSale(product));
  await outbox.publishAll(session, catalog.productChanged, forSale.map(changedOf));
  await outbox.publishAll(session, catalog.productRemoved, others.map(removedOf));
}

/** Publishes what caches, the search index and cart-order store of a product for sale. */
const publishProductChanged = (outbox: Outbox, session: ClientSession, product: Product) =>
  outbox.publish(session, catalog.productChanged, changedOf(product));

const changedOf = (product: Product) => ({
  key: String(product._id),
  data: {
    productId: String(product._id),
    productGroup: product.productGroup,
    name: product.name,
    images: product.images,
    ...withFocus(product),
    metalTone: product.metalTone,
    categoryMain: product.category.main,
    materialTag: product.material.tag,
    detailsRef: String(product.detailsRef),
    detailsModel: product.detailsModel,
    pricePaise: product.pricePaise,
    stock: product.stock,
  },
});

export const publishProductRemoved = (outbox: Outbox, session: ClientSession, product: Product) =>
  outbox.publish(session, catalog.productRemoved, removedOf(product));

const removedOf = (product: Product) => ({
  key: String(product._id),
  data: { productId: String(product._id), productGroup: product.productGroup },
});

/** Publishes that the reviews of a product's group, or what they show, changed. */
export const publishReviewsChanged = (
  outbox: Outbox,
  session: ClientSession,
  { _id, productGroup, rating, ratingCount }: Product,
) =>
  outbox.publish(session, catalog.reviewPosted, {
    key: String(_id),
    data: { productId: String(_id), productGroup, rating, ratingCount },
  });

/** What of a product a change of `stock` is published with. */
type Stocked = Pick<Product, '_id' | 'productGroup' | 'status'>;

/** Publishes a change of `stock`, for published products only: the others are not public. */
export const publishStockChanged = (
  outbox: Outbox,
  session: ClientSession,
  product: Stocked,
  change: { before: number; now: number },
): Promise<void> => publishStocksChanged(outbox, session, [{ product, ...change }]);

/** The same of several products. */
export async function publishStocksChanged(
  outbox: Outbox,
  session: ClientSession,
  changes: readonly { product: Stocked; before: number; now: number }[],
): Promise<void> {
  const published = changes.filter(({ product, before, now }) => product.status === 'published' && before !== now);
  await outbox.publishAll(
    session,
    catalog.stockChanged,
    published.map(({ product: { _id, productGroup }, before, now }) => ({
      key: String(_id),
      data: {
        productId: String(_id),
        productGroup,
        stock: now,
        availabilityChanged: (before === 0) !== (now === 0),
      },
    })),
  );
}
