import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { isForSale, type Product } from './product.schema.ts';

/** Publishes a published product as it is now: one without a price is not for sale. */
export const publishProductState = (outbox: Outbox, session: ClientSession, product: Product) =>
  isForSale(product)
    ? publishProductChanged(outbox, session, product)
    : publishProductRemoved(outbox, session, product);

/** Publishes what caches, the search index and cart-order store of a product for sale. */
const publishProductChanged = (outbox: Outbox, session: ClientSession, product: Product) =>
  outbox.publish(session, catalog.productChanged, {
    key: String(product._id),
    data: {
      productId: String(product._id),
      productGroup: product.productGroup,
      name: product.name,
      images: product.images,
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
  outbox.publish(session, catalog.productRemoved, {
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

/** Publishes a change of `stock`, for published products only: the others are not public. */
export async function publishStockChanged(
  outbox: Outbox,
  session: ClientSession,
  { _id, productGroup, status }: Pick<Product, '_id' | 'productGroup' | 'status'>,
  { before, now }: { before: number; now: number },
): Promise<void> {
  if (status !== 'published' || before === now) return;
  await outbox.publish(session, catalog.stockChanged, {
    key: String(_id),
    data: {
      productId: String(_id),
      productGroup,
      stock: now,
      availabilityChanged: (before === 0) !== (now === 0),
    },
  });
}
