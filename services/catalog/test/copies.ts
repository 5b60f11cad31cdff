import type { catalog } from '@shop/contracts';
import mongoose from 'mongoose';
import { type CatalogHarness, nextGroup } from './catalog-harness.ts';

/** Copies of a product in groups of their own, with details of their own and no stock; the first ones are published. */
export async function addCopies(
  { service: { connection } }: Pick<CatalogHarness, 'service'>,
  of: catalog.ProductForStaff,
  count: number,
  published = count,
): Promise<void> {
  const id = new mongoose.Types.ObjectId(of._id);
  const product = (await connection.collection('products').findOne({ _id: id }))!;
  const details = (await connection.collection('details').findOne({ _id: product['detailsRef'] as never }))!;
  const products: object[] = [];
  const ownDetails: object[] = [];
  for (let i = 0; i < count; i++) {
    const detailsRef = new mongoose.Types.ObjectId();
    ownDetails.push({ ...details, _id: detailsRef });
    products.push({
      ...product,
      _id: new mongoose.Types.ObjectId(),
      detailsRef,
      productGroup: nextGroup(),
      status: i < published ? 'published' : 'draft',
      ...{ stock: 0, movementCount: 0, movementSum: 0 },
    });
  }
  await connection.collection('products').insertMany(products as never);
  await connection.collection('details').insertMany(ownDetails as never);
}
