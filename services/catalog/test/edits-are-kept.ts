import type { Connection } from 'mongoose';
import type { Collection } from '../src/collections/collection.schema.ts';
import { collectionForStaffOf } from '../src/collections/collection.view.ts';
import type { Customization } from '../src/customizations/customization.schema.ts';
import { customizationOf } from '../src/customizations/customization.view.ts';
import type { Details } from '../src/products/details.schema.ts';
import type { Product } from '../src/products/product.schema.ts';
import { productForStaffOf } from '../src/products/product.view.ts';

interface Kept {
  _id: string;
  saves: { from: string; to: string }[];
}

/** Documents of the staff’s forms with another version than their last save made: a change was not kept, so that a conflict names no one. */
export async function unkept(connection: Connection): Promise<string[]> {
  const versions = await currentVersions(connection);
  const kept = await connection.collection<Kept>('edits').find().toArray();
  return kept.flatMap(({ _id, saves }) => {
    const now = versions.get(_id);
    // Kinds that are not looked at, and documents that were removed.
    if (now === undefined || now === saves.at(-1)?.to) return [];
    return [`${_id}: the last of ${saves.length} saves that are kept made another version`];
  });
}

/** By kind and id. */
async function currentVersions(connection: Connection): Promise<Map<string, string>> {
  const all = <T extends object>(name: string) => connection.collection<T>(name).find().toArray();
  const [products, details] = [await all<Product>('products'), await all<Details>('details')];
  const [collections, customizations] = [
    await all<Collection>('collections'),
    await all<Customization>('customizations'),
  ];
  const detailsById = new Map(details.map((each) => [String(each._id), each]));
  const versions = new Map<string, string>();
  for (const product of products as Product[]) {
    const { detailsModel: _, ...own } = detailsById.get(String(product.detailsRef)) as Details & {
      detailsModel: string;
    };
    versions.set(`product:${String(product._id)}`, productForStaffOf(product, own).version);
  }
  for (const one of collections as Collection[])
    versions.set(`collection:${String(one._id)}`, collectionForStaffOf(one).version);
  for (const one of customizations as Customization[])
    versions.set(`customization:${String(one._id)}`, customizationOf(one).version);
  return versions;
}
