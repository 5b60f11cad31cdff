import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Product } from './product.schema.ts';

/** Publishes what caches, the search index and cart-order store of a published product. */
export const publishProductChanged = (outbox: Outbox, session: ClientSession, product: Product) =>
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
