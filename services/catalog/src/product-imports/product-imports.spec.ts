import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalog, type DocumentChanged, identity, type TableImport, type TableImportRow } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { aWholeRing, startCatalog, type CatalogHarness, nextGroup } from '../../test/catalog-harness.ts';
import { PRODUCT_COLUMNS } from './product-columns.ts';

const PATH = '/admin/product-imports';
const STONE = 'type; shape; count; carat such as Natural diamond; Round; 12; 0.5';
const MANY = 2_500;
const LONG_MS = 120_000;

let shop: CatalogHarness;
beforeAll(async () => {
  shop = await startCatalog({ CATALOG_SWEEP: '100ms' });
});
afterAll(() => shop.close());

type One = { import: TableImport; errors?: Record<string, string> };
type Row = Record<string, string>;

const begin = (fileName: string, bytes: number) => shop.send<One>('POST', PATH, { fileName, bytes }, shop.staff);

async function sendPart(id: string, number: number, bytes: Buffer) {
  const body = new FormData();
  body.set('part', new Blob([new Uint8Array(bytes)]), 'part');
  const answer = await fetch(`${shop.service.url}/api/v1${PATH}/${id}/parts/${number}`, {
    method: 'PUT',
    headers: shop.staff,
    body,
  });
  return { status: answer.status, body: (await answer.json()) as One };
}

const reaches = (id: string, state: TableImport['state']) =>
  eventually(
    async () => {
      const { import: now } = (await shop.get<One>(`${PATH}/${id}`, shop.staff)).body;
      if (now.state !== state) throw new Error(`It is ${JSON.stringify(now)}`);
      return now;
    },
    { what: `the import being ${state}`, withinMs: LONG_MS },
  );

/** Sends a file; answers the import once it is checked, or in another state. */
async function check(text: string | Buffer, state: TableImport['state'] = 'checked') {
  const bytes = Buffer.from(text);
  const begun = await begin('products.csv', bytes.length);
  expect(begun.status).toBe(201);
  expect((await sendPart(begun.body.import._id, 0, bytes)).status).toBe(200);
  return reaches(begun.body.import._id, state);
}

async function apply({ _id }: TableImport) {
  expect((await shop.send('POST', `${PATH}/${_id}/apply`, undefined, shop.staff)).status).toBe(200);
  return reaches(_id, 'applied');
}

const rows = async ({ _id }: TableImport) =>
  (await shop.get<{ rows: TableImportRow[] }>(`${PATH}/${_id}/rows?limit=100`, shop.staff)).body.rows;

const text = async (path: string) => (await fetch(`${shop.service.url}/api/v1${path}`, { headers: shop.staff })).text();

const exported = (query = '') => text(`/admin/products/export${query}`);
const exportedRows = async (query = ''): Promise<Row[]> => parse(await exported(query), { bom: true, columns: true });
const csv = (lines: readonly Row[]): string => stringify([...lines], { header: true });
const rowOf = async (group: string) => (await exportedRows(`?q=${group}`))[0]!;
const productOf = async (id: string) =>
  (await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${id}`, shop.staff)).body.product;

/** What an import can be told apart by, of a product made of an exported row. */
const untouched = { problem: 0, skipped: 0, new: 0, planned: 0 };

describe('a file of products', () => {
  it('changes nothing when it is imported as it was exported', async () => {
    await shop.add({ name: '=2+5 Ring', shortDescription: '-1\nand \'one\' "more", said\\so' });
    const checked = await check(await exported());
    expect(checked.counts).toMatchObject(untouched);
    expect(checked.counts.same).toBe(checked.seen);
  });

  it('has a column for each field that staff save', async () => {
    const { productGroup } = await shop.add(aWholeRing());
    const row = await rowOf(productGroup);
    for (const field of Object.keys(catalog.productToSave.shape)) {
      const columns = PRODUCT_COLUMNS.filter(({ path }) => path === field || path.startsWith(`${field}.`));
      expect([field, columns.filter(({ head }) => row[head])]).not.toEqual([field, []]);
    }
  });

  it('has no cell that a spreadsheet computes', async () => {
    const { productGroup } = await shop.add({ name: '@SUM(A1)', shortDescription: '＝1' });
    const row = await rowOf(productGroup);
    expect([row['Name'], row['Short description']]).toEqual(["'@SUM(A1)", "'＝1"]);
  });

  it('changes what differs, and the same file again nothing', async () => {
    const piece = await shop.add({ stock: 5 });
    const row = {
      ...(await rowOf(piece.productGroup)),
      'Price (rupees)': '43000.50',
      'New stock': '8',
      Occasions: 'Wedding | Gift',
    };
    const checked = await check(csv([row]));
    expect(checked.counts).toMatchObject({ planned: 1, problem: 0 });
    expect((await rows(checked))[0]!.changes).toEqual([
      { column: 'Price (rupees)', before: '42500.00', after: '43000.50' },
      { column: 'Occasions', before: '', after: 'Wedding | Gift' },
      { column: 'New stock', before: '5', after: '8' },
    ]);
    expect((await productOf(piece._id)).price).toBe(42_500);
    expect((await apply(checked)).counts.changed).toBe(1);
    const after = await productOf(piece._id);
    expect(after).toMatchObject({
      price: 43_000.5,
      stock: 8,
      detailsRef: { occasion: ['Wedding', 'Gift'], weight: 3.2 },
    });
    expect((await check(csv([row]))).counts).toMatchObject({ ...untouched, same: 1 });

    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    const entry = entries.find(({ data }) => data.subjectId === piece._id && data.action === 'product.changed')!;
    expect(entry.data).toMatchObject({ before: { price: 42_500, stock: 5 }, after: { price: 43_000.5, stock: 8 } });
    expect(entry.data.reason).toContain('of products.csv');
    const movements = await shop.service.connection
      .collection('stock-movements')
      .find({ reason: entry.data.reason! })
      .toArray();
    expect(movements.map(({ kind, delta }) => ({ kind, delta }))).toEqual([{ kind: 'counted', delta: 3 }]);
  });

  it('does not set a stock that moved since the export, and leaves the stock without a new one', async () => {
    const { productGroup } = await shop.add({ stock: 5 });
    const row = { ...(await rowOf(productGroup)), Stock: '7' };
    const [kept] = await rows(await check(csv([row])));
    expect([kept!.state, kept!.why[0]!.message]).toEqual(['same', 'It is 5 now and stays so: “New stock” sets it']);
    const [refused] = await rows(await check(csv([{ ...row, 'New stock': '9' }])));
    expect([refused!.state, refused!.why]).toEqual([
      'problem',
      [{ column: 'New stock', message: 'The stock is 5 now, and was 7 in the file' }],
    ]);
  });

  it('says what shows a picture, and takes that away with an empty cell', async () => {
    const { _id, productGroup } = await shop.add({ images: ['/api/v1/images/a.webp', '/api/v1/images/b.webp'] });
    const notesNow = async () =>
      (await shop.get<{ product: catalog.ProductForStaff }>(`/admin/product/${_id}`, shop.staff)).body.product
        .pictureNotes;
    const row = await rowOf(productGroup);
    const cell = String.raw`/api/v1/images/a.webp; On silk\; red; 40; 20 | /api/v1/images/b.webp; From behind; ;`;
    const wrong = await check(csv([{ ...row, 'About the pictures': '/api/v1/images/a.webp' }]));
    expect(wrong.counts).toMatchObject({ problem: 1 });
    await apply(await check(csv([{ ...row, 'About the pictures': cell }])));
    expect(await notesNow()).toEqual([
      { image: '/api/v1/images/a.webp', alt: 'On silk; red', focus: { x: 40, y: 20 } },
      { image: '/api/v1/images/b.webp', alt: 'From behind' },
    ]);
    expect((await rowOf(productGroup))['About the pictures']).toBe(cell);
    await apply(await check(csv([row])));
    expect(await notesNow()).toBeUndefined();
  });

  it('adds pieces that the shop has not', async () => {
    const { productGroup } = await shop.add();
    const row = { ...(await rowOf(productGroup)), 'Group code': nextGroup(), Status: 'draft', Stock: '4' };
    const checked = await check(csv([row]));
    expect(checked.counts).toMatchObject({ new: 1, problem: 0 });
    expect((await apply(checked)).counts.created).toBe(1);
    expect(await rowOf(row['Group code']!)).toEqual(row);
    expect((await check(csv([row]))).counts).toMatchObject({ ...untouched, same: 1 });
  });

  it('says what is wrong by row and column, takes the other rows, and has the errors as a file', async () => {
    const piece = await shop.add();
    const good = await rowOf(piece.productGroup);
    const bad = { ...good, 'Group code': nextGroup() };
    const checked = await check(
      csv([
        { ...good, Name: 'Another name' },
        { ...bad, 'Price (rupees)': '42,500' },
        { ...bad, 'Group code': 'ring 5', Category: 'spoon' },
        { ...good, Name: 'Twice' },
        { ...bad, Material: '' },
        { ...bad, 'Group code': nextGroup(), Stones: 'Diamond; Round' },
      ]),
    );
    expect(checked.counts).toMatchObject({ planned: 1, problem: 5 });
    const why = (await rows(checked)).map((row) => [
      row.number,
      ...row.why.map(({ column, message }) => `${column}: ${message}`),
    ]);
    expect(why.slice(0, 5)).toEqual([
      [3, 'Price (rupees): “42,500” is not rupees such as 42500.00'],
      [4, 'Group code: A group code looks like AR-1042', 'Category: There is no category spoon'],
      [5, 'undefined: Row 2 is about the same'],
      [6, 'Material: This is required'],
      [7, `Stones: “Diamond; Round” is not ${STONE}`],
    ]);
    const file: Row[] = parse(await text(`${PATH}/${checked._id}/errors`), { bom: true, columns: true });
    expect(file.map((row) => row['Row'])).toEqual(['3', '4', '4', '5', '6', '7']);
    await apply(checked);
    expect((await productOf(piece._id)).name).toBe('Another name');
  });

  it.each([
    ['Group code,Colour\nAR-1,red\n', 'There is no column “Colour”'],
    ['Group code,Name\nAR-1,Ring\n', 'The column “Metal tones” is missing'],
    ['Group code,Metal tones,Material\n', 'The file has no rows'],
    [Buffer.from([0xff, 0xfe, 0x41, 0]), 'This file cannot be read. Save the table as “CSV UTF-8”'],
  ])('is refused with the reason: %#', async (file, problem) => {
    expect((await check(file, 'refused')).problem).toBe(problem);
  });

  it('tells a form that is open who imported what, on the versions that forms read', async () => {
    const piece = await shop.add();
    const read = await productOf(piece._id);
    const row = await rowOf(piece.productGroup);
    await apply(await check(csv([{ ...row, 'Price (rupees)': '43000.00', 'Care instructions': 'Keep it dry' }])));
    const refused = await shop.send<{ code: string; details: DocumentChanged }>(
      'PUT',
      `/admin/product/${piece._id}`,
      { name: 'By hand' },
      { ...shop.staff, 'if-match': `"${read.version}"` },
    );
    const { version } = await productOf(piece._id);
    const by: unknown = expect.any(String);
    expect(refused.body).toMatchObject({ code: 'document.changed', details: { document: { version } } });
    expect(refused.body.details.saves).toEqual([{ by, fields: ['price', 'detailsRef', 'updatedAt'] }]);
  });

  it('refuses another kind of piece while fields of the kind before are there', async () => {
    const { productGroup } = await shop.add({ detailsRef: { sizeOptions: ['12'] } });
    const { 'Group code': group, 'Metal tones': tones, Material } = await rowOf(productGroup);
    const row = { 'Group code': group!, 'Metal tones': tones!, Material: Material!, 'Sub-category': '' };
    const necklace = { ...row, 'Kind of piece': 'NecklaceDetails', Category: 'necklace' };
    const [other] = await rows(await check(csv([necklace])));
    expect([other!.state, other!.why.map(({ column }) => column)]).toEqual([
      'problem',
      ['Ring sizes', 'Can be engraved'],
    ]);
  });

  it('skips what somebody changed between check and apply', async () => {
    const piece = await shop.add();
    const checked = await check(csv([{ ...(await rowOf(piece.productGroup)), Name: 'From the file' }]));
    await shop.send('PUT', `/admin/product/${piece._id}`, { name: 'By hand' }, shop.staff);
    expect((await apply(checked)).counts).toMatchObject({ skipped: 1, changed: 0 });
    expect((await rows(checked))[0]!.why).toEqual([{ column: 'Name', message: 'It is “By hand” now' }]);
  });

  it('leaves what somebody changed between check and apply and the row did not announce, its further tones too', async () => {
    const { _id, productGroup } = await shop.add({ detailsRef: { metalTone: ['Yellow Gold', 'Rose Gold'] } });
    const checked = await check(csv([{ ...(await rowOf(productGroup)), 'Price (rupees)': '43000.00' }]));
    const { _id: _, ...details } = (await productOf(_id)).detailsRef;
    const metalTone = ['Yellow Gold', 'Rose Gold', 'White Gold'];
    const change = { detailsRef: { ...details, metalTone, occasion: ['Gift'] } };
    expect((await shop.send('PUT', `/admin/product/${_id}`, change, shop.staff)).status).toBe(200);
    expect((await apply(checked)).counts).toMatchObject({ skipped: 0, changed: 1 });
    expect(await productOf(_id)).toMatchObject({ price: 43_000, detailsRef: { metalTone, occasion: ['Gift'] } });
  });

  it('may come in parts, each of which may be sent again', async () => {
    const { productGroup } = await shop.add();
    const row = await rowOf(productGroup);
    const bytes = Buffer.from(
      csv(
        Array.from({ length: MANY }, (_, at) => ({
          ...row,
          'Care instructions': 'x'.repeat(1_500),
          'Group code': `ZZ-${100_000 + at}`,
        })),
      ),
    );
    const { _id } = (await begin('many.csv', bytes.length)).body.import;
    const part = 4_000_000;
    expect(bytes.length).toBeGreaterThan(part);
    await sendPart(_id, 1, bytes.subarray(part));
    await sendPart(_id, 1, bytes.subarray(part));
    expect((await sendPart(_id, 0, bytes.subarray(0, part))).body.import.state).toBe('checking');
    expect((await reaches(_id, 'checked')).counts).toMatchObject({ new: MANY, problem: 0 });
    const parts = shop.service.connection.collection('import-parts');
    await eventually(async () => (await parts.countDocuments()) === 0, { what: 'the bytes being removed' });
  });

  it(
    'gives the same products wherever it is imported, whatever texts they have',
    async () => {
      const line = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
        .map((one) => one.trim())
        .filter((one) => one !== '');
      const few = fc.uniqueArray(line, { minLength: 1, maxLength: 3 });
      const product = fc.record({
        name: line,
        price: fc.integer({ min: 1, max: 900_000_000 }).map((paise) => paise / 100),
        shortDescription: fc.string({ unit: 'grapheme', maxLength: 60 }).map((one) => one.replaceAll('\r', '').trim()),
        position: fc.nat({ max: 1000 }),
        status: fc.constantFrom('draft' as const, 'published' as const),
        pictureNotes: fc.array(
          fc.record({
            image: fc.constant('/api/v1/images/demo/ring.svg'),
            alt: line,
            focus: fc.record({ x: fc.nat({ max: 100 }), y: fc.nat({ max: 100 }) }),
          }),
          { maxLength: 1 },
        ),
        detailsRef: fc.record({
          metalTone: few,
          occasion: few,
          weight: fc.integer({ min: 1, max: 100_000 }).map((grams) => grams / 100),
          stones: fc.array(
            fc.record({
              type: line,
              shape: line,
              count: fc.integer({ min: 1, max: 99 }),
              carat: fc.integer({ min: 1, max: 900 }).map((one) => one / 100),
            }),
            { maxLength: 3 },
          ),
          hypoallergenic: fc.boolean(),
          careInstructions: line,
        }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 5 }), async (products) => {
          const made = await Promise.all(products.map((fields) => shop.add(fields)));
          const before = await Promise.all(made.map(({ productGroup }) => rowOf(productGroup)));
          const moved = before.map((row) => ({ ...row, 'Group code': nextGroup() }));
          const applied = await apply(await check(csv(moved)));
          expect(applied.counts).toMatchObject({ created: made.length, problem: 0 });
          const after = await Promise.all(moved.map((row) => rowOf(row['Group code']!)));
          expect(after).toEqual(moved);
          expect((await check(csv(after))).counts).toMatchObject({ ...untouched, same: made.length });
        }),
        { numRuns: 8 },
      );
    },
    LONG_MS,
  );
});
