import { withoutSizes } from '../staff-products.ts';
import { type Any, done, type Products, type Seeds } from './seeds.ts';

/** Products as visitors and staff find them. */
export async function seedCatalogue(seeds: Seeds, products: Products): Promise<void> {
  const { parameters, bodies, fields } = seeds;
  const [changed, removed] = [products.at(-1) as Any, products.at(-2)!];
  const { productGroup, _id, category, material, images, detailsModel, detailsRef } = changed;
  const path = {
    ...{ id: productGroup, group: productGroup, groupId: productGroup, productId: _id },
    ...{ main: category.main, sub: category.sub ?? 'none', tag: material.tag },
  };
  for (const operation of ['get-product', 'list-similar', 'list-variants', 'list-varients', 'get-customization']) {
    parameters[`catalog.${operation}`] = path;
  }
  for (const operation of ['list-reviews', 'post-review', 'list-helpful-reviews', 'list-category', 'list-material']) {
    parameters[`catalog.${operation}`] = path;
  }
  parameters['catalog.list-sub-category'] = path;
  parameters['catalog.list-sub-material'] = { tag: material.tag, sub: 'all' };
  parameters['catalog.change-product'] = { id: _id };
  parameters['catalog.get-product-for-staff'] = { id: _id };
  parameters['catalog.remove-product'] = { id: removed._id };
  Object.assign(fields, { productId: _id, productGroup });
  bodies['catalog.calculate-price'] = { productId: withoutSizes(products)[0]!._id };
  bodies['catalog.change-product'] = { name: 'A fuzzed piece' };
  const { _id: __, ...details } = detailsRef;
  bodies['catalog.create-product'] = {
    ...{ name: 'A new piece', productGroup: 'FZ-9001', price: 1_000, stock: 3, shortDescription: 'New' },
    ...{ images, category: { main: category.main }, material: { tag: material.tag } },
    ...{ detailsModel, detailsRef: details },
  };
  await seedCustomizations(seeds, products);
  await seedSynonyms(seeds);
  await seedCollections(seeds);
}

async function seedCustomizations({ staff, parameters, bodies }: Seeds, products: Products): Promise<void> {
  const { customizations } = done('customizations', await staff.ask('/admin/customization'));
  const taken = new Set(customizations.map((one: Any) => one.productGroup));
  const free = [...new Set(products.map((one) => one.productGroup))].filter((group) => !taken.has(group));
  const customization = (group: string) => ({
    productGroup: group,
    metalPurity: [{ value: '18 KT', price: 100 }],
    stoneType: [],
  });
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/customization/new', customization(free.pop()!));
    parameters[`catalog.${operation}-customization`] = { id: done('a customization', made).customization._id };
  }
  bodies['catalog.create-customization'] = customization(free.pop()!);
  bodies['catalog.change-customization'] = { metalPurity: [{ value: '22 KT', price: 200 }] };
}

async function seedSynonyms({ staff, parameters, bodies }: Seeds): Promise<void> {
  for (const operation of ['change', 'remove']) {
    const made = await staff.create('/admin/synonym', { means: 'ring', words: [`to ${operation}`] });
    parameters[`catalog.${operation}-synonym`] = { id: done('a synonym', made).synonym._id };
  }
  bodies['catalog.create-synonym'] = { means: 'necklace', words: ['haaram'] };
  bodies['catalog.change-synonym'] = { means: 'gold ring' };
}

async function seedCollections({ staff, parameters, bodies }: Seeds): Promise<void> {
  const make = async (more: object) =>
    done('a collection', await staff.create('/admin/collection', { status: 'published', ...more })).collection;
  for (const operation of ['change', 'remove']) {
    parameters[`catalog.${operation}-collection`] = { id: (await make({ name: `To ${operation}` }))._id };
  }
  const { _id, slug } = await make({ name: 'Gifts', filter: { priceTo: 9_000 } });
  parameters['catalog.list-collection'] = { slug };
  bodies['catalog.create-collection'] = { name: 'A new collection', filter: { category: { main: 'ring' } } };
  bodies['catalog.change-collection'] = { name: 'Changed' };
  bodies['catalog.preview-collection'] = { filter: { priceTo: 9_000 } };
  bodies['catalog.order-collections'] = { ids: [_id] };
}
