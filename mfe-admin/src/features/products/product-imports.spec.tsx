import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IMPORT_PART_BYTES } from '@shop/contracts/browser';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorAt, openScreen, press, pressInDialog, problem, type StubbedAnswer } from '../../testing/open-screen.tsx';
import { csvOfXlsx, xlsxOfCsv } from '../../components/xlsx.ts';
import type { ImportRow, ProductImport } from './api/product-imports.ts';
import { prefetch as prefetchOne, ProductImportPage } from './product-import-page.tsx';
import { prefetch, ProductImportsPage } from './product-imports-page.tsx';

const list = { Page: ProductImportsPage, prefetch, path: '/admin/product-imports' };
const page = { Page: ProductImportPage, prefetch: prefetchOne, path: '/admin/product-import/:id' };
const ID = 'f'.repeat(24);
const AT = `/admin/product-import/${ID}`;
const GET = `GET /admin/product-imports/${ID}`;

const NO_COUNTS = { problem: 0, skipped: 0, new: 0, planned: 0, created: 0, changed: 0, same: 0 };
const anImport = ({
  counts,
  ...fields
}: Partial<Omit<ProductImport, 'counts'>> & { counts?: Partial<ProductImport['counts']> } = {}): ProductImport => ({
  ...{ _id: ID, state: 'checked', fileName: 'prices.csv', by: { userId: 'b'.repeat(24), name: 'Mira' } },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', partCount: 1, partsArrived: 1, seen: 3, isDelayed: false },
  ...fields,
  counts: { ...NO_COUNTS, ...counts },
});
const CHECKED = anImport({ counts: { new: 1, planned: 1, problem: 1 } });
const ROWS: ImportRow[] = [
  {
    ...{ number: 4, label: 'AR-9 Rose Gold gold', state: 'problem', changes: [] },
    why: [{ column: 'Price (rupees)', message: 'Not an amount in rupees' }],
  },
  {
    ...{ number: 2, label: 'AR-1042 Yellow Gold gold · Meera Ring', state: 'planned', why: [] },
    changes: [{ column: 'Price (rupees)', before: '1000.00', after: '1100.00' }],
  },
];

let answers: Parameters<typeof openScreen>[2];
beforeEach(() => {
  answers = {
    'GET /admin/product-imports': { body: { imports: [CHECKED], totalCount: 1 } },
    'GET /admin/product-imports/columns': {
      body: { columns: [{ head: 'Group code', about: 'The code of the group', isRequired: true, isKey: true }] },
    },
    [GET]: { body: { import: CHECKED } },
    [`${GET}/rows`]: { body: { rows: ROWS, totalCount: 2 } },
  };
});
afterEach(cleanup);

const FILE = 'File of products (CSV or XLSX)';
const choose = (file: File) => fireEvent.change(screen.getByLabelText(FILE), { target: { files: [file] } });

/** jsdom has files without `arrayBuffer`. */
const bytesOf = (blob: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });
const workbook = (bytes: Uint8Array<ArrayBuffer>): File =>
  Object.assign(new File([bytes], 'prices.xlsx'), { arrayBuffer: async () => bytes.slice().buffer });

describe('a file of products', () => {
  it('is sent in parts, and its check is shown', async () => {
    answers['POST /admin/product-imports'] = { status: 201, body: { import: anImport({ partCount: 2 }) } };
    for (const number of [0, 1]) {
      answers[`PUT /admin/product-imports/${ID}/parts/${number}`] = { body: { import: anImport({ partCount: 2 }) } };
    }
    const { sent, at } = await openScreen(list, '/admin/product-imports', answers);
    choose(new File(['x'.repeat(IMPORT_PART_BYTES + 1)], 'prices.csv'));
    await waitFor(() => expect(at()).toBe(AT));
    expect(sent().map(([method, path]) => `${method} ${path}`)).toEqual([
      'POST /admin/product-imports',
      `PUT /admin/product-imports/${ID}/parts/0`,
      `PUT /admin/product-imports/${ID}/parts/1`,
    ]);
    expect(sent()[0]![2]).toEqual({ fileName: 'prices.csv', bytes: IMPORT_PART_BYTES + 1 });
  });

  it('is asked about before one leaves while it is sent, and leads nobody away who has left', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const arrived = Promise.withResolvers<StubbedAnswer>();
    answers['POST /admin/product-imports'] = { status: 201, body: { import: anImport({ partCount: 2 }) } };
    answers[`PUT /admin/product-imports/${ID}/parts/0`] = () => arrived.promise;
    const { asked, at } = await openScreen(list, '/admin/product-imports', answers);
    choose(new File(['x'.repeat(IMPORT_PART_BYTES + 1)], 'prices.csv'));
    await waitFor(() => expect(asked.at(-1)!.path).toContain('/parts/0'));
    const leave = () => act(async () => fireEvent.click(screen.getByRole('link', { name: 'Orders' })));
    await leave();
    expect(at()).toBe('/admin/product-imports');
    confirm.mockReturnValue(true);
    await leave();
    expect(at()).toBe('/admin/orders');
    expect(confirm).toHaveBeenCalledTimes(2);
    await act(async () => arrived.resolve({ body: { import: anImport() } }));
    expect(at()).toBe('/admin/orders');
    confirm.mockRestore();
  });

  it('says at the field why it is refused, and can be chosen again', async () => {
    const errors = { fileName: 'A CSV file ends in .csv' };
    answers['POST /admin/product-imports'] = problem(400, 'request.invalid', 'Please check the marked fields', errors);
    const { at } = await openScreen(list, '/admin/product-imports', answers);
    choose(new File(['x'], 'prices.txt'));
    await waitFor(() => expect(errorAt(FILE)).toBe('A CSV file ends in .csv'));
    expect(at()).toBe('/admin/product-imports');
    expect(screen.getByLabelText<HTMLInputElement>(FILE).disabled).toBe(false);
  });

  it('is sent as CSV where it is a workbook, and one that cannot be read is refused before anything is sent', async () => {
    answers['POST /admin/product-imports'] = { status: 201, body: { import: anImport() } };
    answers[`PUT /admin/product-imports/${ID}/parts/0`] = { body: { import: anImport() } };
    const { sent, at } = await openScreen(list, '/admin/product-imports', answers);
    choose(workbook(new TextEncoder().encode('PK')));
    await waitFor(() => expect(errorAt(FILE)).toMatch('This is not a workbook'));
    expect(sent()).toEqual([]);
    choose(workbook(await bytesOf(await xlsxOfCsv('Group code,Price (rupees)\r\nAR-9,1100.00\r\n'))));
    await waitFor(() => expect(at()).toBe(AT));
    const csv = 'Group code,Price (rupees)\r\nAR-9,1100';
    expect(sent()[0]![2]).toEqual({ fileName: 'prices.csv', bytes: csv.length });
  });

  it('goes out as a workbook, and says why where it does not', async () => {
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x', revokeObjectURL: () => {} });
    answers['GET /admin/products/export'] = problem(503, 'service.unavailable', 'Please try again in a moment');
    const { toasts } = await openScreen(list, '/admin/product-imports', answers);
    await press('Export products (XLSX)');
    await waitFor(() => expect(toasts()).toEqual(['Please try again in a moment']));
    answers['GET /admin/products/export'] = {
      body: '\uFEFFGroup code,Price (rupees)\r\nAR-9,1100.00\r\n',
    };
    await press('Export products (XLSX)');
    await waitFor(() => expect(saved).toHaveLength(1));
    const csv = await csvOfXlsx(workbook(await bytesOf(saved[0]!)));
    expect(new TextDecoder().decode(await bytesOf(csv))).toBe('Group code,Price (rupees)\r\nAR-9,1100');
  });

  it('is chosen by those who may change products; others have the export', async () => {
    await openScreen(list, '/admin/product-imports', answers, { permissions: ['products.read'] });
    expect(screen.queryByLabelText(FILE)).toBeNull();
    const exported = screen.getByRole<HTMLAnchorElement>('link', { name: 'Export products (CSV)' });
    expect([exported.getAttribute('href'), exported.download]).toEqual([
      '/api/v1/admin/products/export',
      'products.csv',
    ]);
  });

  it('has its columns explained, and the imports before it', async () => {
    await openScreen(list, '/admin/product-imports', answers);
    screen.getByText('The code of the group. Required', { exact: false });
    expect(screen.getByRole('link', { name: 'prices.csv' }).getAttribute('href')).toBe(AT);
  });
});

describe('an import', () => {
  it('shows what would change, and what is wrong with a row, in its column', async () => {
    await openScreen(page, AT, answers);
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['4', 'AR-9 Rose Gold gold', '–', 'ProblemPrice (rupees): Not an amount in rupees'],
      ['2', 'AR-1042 Yellow Gold gold · Meera Ring', 'Price (rupees): 1000.00 →  becomes 1100.00', 'To change'],
    ]);
    expect(screen.getByRole('link', { name: 'Errors as a file' }).getAttribute('href')).toBe(
      `/api/v1/admin/product-imports/${ID}/errors`,
    );
  });

  it('is applied once it was asked for, and shows how far it is', async () => {
    const applying = anImport({ state: 'applying', counts: { planned: 1, created: 1, problem: 1 } });
    answers[`POST /admin/product-imports/${ID}/apply`] = () => {
      answers[GET] = { body: { import: applying } };
      return { body: { import: applying } };
    };
    const { sent } = await openScreen(page, AT, answers);
    await press('Apply 2 rows');
    expect(sent()).toEqual([]);
    within(screen.getByRole('dialog')).getByText('1 with a problem, 1 to add, 1 to change.', { exact: false });
    await pressInDialog('Apply');
    await screen.findByRole('progressbar', { name: 'Rows that had their turn' });
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1);
    expect(sent()).toEqual([['POST', `/admin/product-imports/${ID}/apply`, undefined]]);
  });

  it('says why the file cannot be read', async () => {
    answers[GET] = { body: { import: anImport({ state: 'refused', problem: 'The file is empty' }) } };
    await openScreen(page, AT, answers);
    screen.getByText('The file is empty');
    expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull();
  });

  it('cannot be applied by those who may only read products', async () => {
    await openScreen(page, AT, answers, { permissions: ['products.read'] });
    expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull();
  });
});
