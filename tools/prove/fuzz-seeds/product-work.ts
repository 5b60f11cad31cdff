import { done, found, type Products, type Seeds, sendFile } from './seeds.ts';

const IMPORTS = '/admin/product-imports';
const EDITS = '/admin/product-edits';
const LATER = '2100-01-01T00:00:00.000Z';
const STILL_LATER = '2101-01-01T00:00:00.000Z';

/** What staff do with products: stock, plans, edits of several, tables, archive and copies. */
export async function seedProductWork(seeds: Seeds, products: Products): Promise<void> {
  const { staff, parameters, bodies } = seeds;
  const [counted, planned, archived, edited, imported] = products.slice(-8, -3) as [Product, ...Product[]];
  parameters['catalog.list-stock-movements'] = { id: counted._id };
  parameters['catalog.record-stock-movement'] = { id: counted._id };
  bodies['catalog.record-stock-movement'] = { kind: 'received', pieces: 2, reason: 'From the workshop' };
  parameters['catalog.duplicate-product-group'] = { code: counted.productGroup };
  bodies['catalog.duplicate-product-group'] = { productGroup: 'FZ-9002' };

  const plan = { productId: planned!._id, at: LATER, price: 39_900 };
  const { plannedChange } = done('a plan', await staff.create('/admin/planned-changes', plan));
  parameters['catalog.take-planned-change-back'] = { id: plannedChange._id };
  bodies['catalog.plan-product-change'] = { ...plan, at: STILL_LATER };

  done('archiving', await staff.ask(`/admin/product/${archived!._id}`, { method: 'DELETE' }));
  parameters['catalog.restore-product'] = { id: archived!._id };
  await seedEdits(seeds, edited!);
  await seedImports(seeds, imported!);
}
type Product = Products[number];

/** One edit to apply and one to undo. */
async function seedEdits({ staff, parameters, bodies }: Seeds, { _id }: Product): Promise<void> {
  const preview = async (featured: number) => {
    const { edit } = done('an edit', await staff.create(EDITS, { ids: [_id] }));
    done('its changes', await staff.ask(`${EDITS}/${edit._id}`, { method: 'PUT', body: { featured } }));
    return inState(EDITS, edit._id, 'previewed');
  };
  const inState = (path: string, id: string, state: string) =>
    found(staff, `${path}/${id}`, ({ edit }) => (edit.state === state ? edit : undefined));

  const toUndo = await preview(7);
  done('applying', await staff.post(`${EDITS}/${toUndo._id}/apply`, { preview: toUndo.preview }));
  await inState(EDITS, toUndo._id, 'applied');
  parameters['catalog.undo-product-edit'] = { id: toUndo._id };
  const toApply = await preview(8);
  parameters['catalog.apply-product-edit'] = { id: toApply._id };
  bodies['catalog.apply-product-edit'] = { preview: toApply.preview };
}

/** One import to read, one to apply, and one whose file is still to come. */
async function seedImports({ shop, staff, parameters, files }: Seeds, { _id, productGroup }: Product): Promise<void> {
  const { product } = done('a product', await staff.ask(`/admin/product/${_id}`));
  const exported = done('an export', await staff.ask(`/admin/products/export?q=${productGroup}`)) as string;
  const csv = exported.replaceAll(product.name, `${product.name} imported`);
  const begin = async (): Promise<string> => {
    const toBegin = { fileName: 'products.csv', bytes: Buffer.byteLength(csv) };
    return done('an import', await staff.create(IMPORTS, toBegin)).import._id;
  };
  const check = async (): Promise<string> => {
    const id = await begin();
    await sendFile(shop, staff, { method: 'PUT', path: `${IMPORTS}/${id}/parts/0`, field: 'part', bytes: csv });
    await found(staff, `${IMPORTS}/${id}`, ({ import: { state } }) => (state === 'checked' ? id : undefined));
    return id;
  };
  const id = await check();
  for (const operation of ['get-product-import', 'list-product-import-rows', 'get-product-import-errors']) {
    parameters[`catalog.${operation}`] = { id };
  }
  parameters['catalog.apply-product-import'] = { id: await check() };
  parameters['catalog.add-product-import-part'] = { id: await begin(), number: '0' };
  files['text/csv'] = Buffer.from(csv).toString('base64');
}
