import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorAt, openScreen, press, pressInDialog, problem, type } from '../../testing/open-screen.tsx';
import { aGroup, aProduct, productAnswers } from '../../testing/products.ts';
import { prefetch, ProductGroupPage } from './product-group-page.tsx';

const page = { Page: ProductGroupPage, prefetch, path: '/admin/group/:code' };
const AT = '/admin/group/AR-1042';
const PUT = 'PUT /admin/groups/AR-1042';
const [YELLOW, ROSE] = aGroup().variants.map(({ _id }) => _id) as [string, string];

let answers: Parameters<typeof openScreen>[2];
beforeEach(() => {
  answers = { ...productAnswers(aProduct()), [PUT]: { body: { group: aGroup() } } };
});
afterEach(cleanup);

const open = () => openScreen(page, AT, answers);
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const archived = (...which: number[]) => ({
  ...aGroup(),
  variants: aGroup().variants.map((one, at) => (which.includes(at) ? { ...one, status: 'archived' as const } : one)),
});

describe('the page of a group', () => {
  it('shows what all variants share once, and each variant as a row that leads to it', async () => {
    const { result } = await open();
    expect(result.head.title).toBe('AR-1042 · Staff');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AR-1042 Meera Ring');
    expect(value('Name')).toBe('Meera Ring');
    expect(value('Care instructions')).toBe('Wipe it.');
    const rows = within(screen.getByRole('table', { name: 'Variants' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      ...[`/admin/product/${YELLOW}`, `/admin/product/${ROSE}`],
    ]);
    expect(value('Price in ₹, Rose Gold, gold')).toBe('31,000');
    expect(value('Status, Rose Gold, gold')).toBe('draft');
    expect(screen.getByRole('link', { name: 'In the shop' }).getAttribute('href')).toBe('/product/group/AR-1042');
  });

  it('sends what changed and nothing else, shared texts once, in one call on the version that was read', async () => {
    const { sent, asked, toasts } = await open();
    type('Name', ' Mira Ring ');
    type('Delivery time', 'A week');
    type('Price in ₹, Yellow Gold, gold', '33000.5');
    type('Free pieces, Rose Gold, gold', '9');
    type('Stock is low at, Rose Gold, gold', '3');
    fireEvent.change(screen.getByLabelText('Status, Rose Gold, gold'), { target: { value: 'published' } });
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Group updated']));
    expect(sent().map(([, , body]) => body)).toEqual([
      {
        ...{ name: 'Mira Ring', details: { deliveryTime: 'A week' } },
        variants: {
          [YELLOW]: { price: 33_000.5 },
          [ROSE]: { stock: 9, stockBefore: 5, lowStockAt: 3, status: 'published' },
        },
      },
    ]);
    expect(asked.find(({ method }) => method === 'PUT')!.version).toBe('y.r');
  });

  it('goes from row to row by the arrow keys, which change no figure', async () => {
    await open();
    const [yellow, rose] = ['Yellow Gold', 'Rose Gold'].map((tone) =>
      screen.getByLabelText(`Price in ₹, ${tone}, gold`),
    );
    yellow!.focus();
    const isDefault = fireEvent.keyDown(yellow!, { key: 'ArrowDown' });
    expect([isDefault, document.activeElement]).toEqual([false, rose]);
    fireEvent.keyDown(rose!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(rose);
    fireEvent.keyDown(rose!, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(yellow);
  });

  it('leaves alone what variants differ in, until one value is taken for all', async () => {
    const { sent } = await open();
    const texts = screen.getByRole('group', { name: 'Short description' });
    expect(texts.textContent).toContain('Rose Gold, gold');
    type('Name', 'Mira Ring');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]![2]).toEqual({ name: 'Mira Ring' });
    await press('Use for all Short description, Rose Gold, gold');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Short description')));
    expect(value('Short description')).toBe('A solitaire in rose.');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]![2]).toEqual({ shortDescription: 'A solitaire in rose.' });
  });

  it('puts a picture into all variants', async () => {
    answers['POST /admin/images'] = {
      status: 201,
      body: { image: { src: '/api/v1/images/worn', width: 9, height: 9 } },
    };
    const { sent } = await open();
    const files = [new File(['x'], 'worn.jpg', { type: 'image/jpeg' })];
    await act(async () =>
      fireEvent.change(screen.getByLabelText('Add pictures to all variants'), { target: { files } }),
    );
    await screen.findByRole('list', { name: 'For all variants, not saved yet' });
    await press('Save');
    await waitFor(() => expect(sent().at(-1)?.[2]).toEqual({ addImages: ['/api/v1/images/worn'] }));
  });

  it('puts a picture of one variant into the others, such as one that shows it worn', async () => {
    const [yellow, rose] = aGroup().variants;
    const variants = [yellow, { ...rose!, images: ['/api/v1/images/meera.svg', '/api/v1/images/worn'] }];
    answers['GET /admin/groups/AR-1042'] = { body: { group: { ...aGroup(), variants } } };
    const { sent } = await open();
    // The first picture is in both.
    expect(screen.getAllByRole('button', { name: /^To all/ })).toHaveLength(1);
    await press('To all variants: picture 2 of Rose Gold, gold');
    expect(screen.queryByRole('button', { name: /^To all/ })).toBeNull();
    await press('Save');
    await waitFor(() => expect(sent()[0]?.[2]).toEqual({ addImages: ['/api/v1/images/worn'] }));
  });

  it('names the row whose stock moved meanwhile, and takes the next word for it', async () => {
    answers[PUT] = problem(409, 'product.stock-moved', 'The stock has changed', {
      [`variants.${ROSE}.stock`]: 'It is 2 now. Say again what it should be',
    });
    (answers[PUT] as { body: { details: object } }).body.details = { stocks: { [ROSE]: 2 } };
    const { sent } = await open();
    type('Free pieces, Rose Gold, gold', '9');
    await press('Save');
    await waitFor(() => expect(errorAt('Free pieces, Rose Gold, gold')).toContain('It is 2 now'));
    answers[PUT] = { body: { group: aGroup() } };
    type('Free pieces, Rose Gold, gold', '7');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]![2]).toEqual({ variants: { [ROSE]: { stock: 7, stockBefore: 2 } } });
  });

  it('says which variants others added or archived while it was open, and goes on', async () => {
    const other = { ...aGroup().variants[0]!, _id: 'c'.repeat(24), metalTone: 'White Gold', version: 'w' };
    const now = { ...archived(1), version: 'y.w' };
    now.variants.push(other);
    answers[PUT] = ({ version }) => {
      if (version === 'y.w') return { body: { group: now } };
      const refused = problem(409, 'document.changed', 'Somebody saved this');
      const saves = [{ by: 'Asha', fields: [`${ROSE}.status`] }];
      return { ...refused, body: { ...(refused.body as object), details: { document: now, saves } } };
    };
    const { sent, toasts } = await open();
    type('Price in ₹, Yellow Gold, gold', '33000');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => expect(toasts().join()).toContain('White Gold, gold: kept'));
    expect(toasts().join()).toMatch(/Asha changed .*Status, Rose Gold, gold/);
    expect(screen.queryByLabelText('Price in ₹, Rose Gold, gold')).toBeNull();
  });

  it('archives one variant or all, and gives them back', async () => {
    answers[`DELETE /admin/product/${ROSE}`] = { body: { message: 'Product archived' } };
    answers['DELETE /admin/groups/AR-1042'] = { body: { group: archived(0, 1) } };
    answers['POST /admin/groups/AR-1042/restore'] = { body: { group: aGroup() } };
    const { sent, toasts } = await open();
    await press('Archive Rose Gold, gold');
    await pressInDialog('Archive');
    await waitFor(() => expect(toasts()).toEqual(['Rose Gold, gold is archived']));
    await press('Archive…');
    expect(screen.getByRole('dialog').textContent).toContain('All 2 variants leave the shop');
    await pressInDialog('Archive');
    await screen.findByRole('heading', { name: 'Archived' });
    expect(screen.queryByRole('table')).toBeNull();
    await press('Restore the group');
    await pressInDialog('Restore');
    await screen.findByRole('table', { name: 'Variants' });
    expect(sent().map(([method, path]) => `${method} ${path}`)).toEqual([
      ...[`DELETE /admin/product/${ROSE}`, 'DELETE /admin/groups/AR-1042', 'POST /admin/groups/AR-1042/restore'],
    ]);
  });

  it('is copied under a new code, and leads to the copy', async () => {
    answers['POST /admin/groups/AR-1042/duplicate'] = problem(409, 'product-group.taken', 'The shop has it');
    const { sent, at } = await open();
    await press('Duplicate…');
    type('New product group (SKU)', ' ar-2042 ');
    await pressInDialog('Duplicate');
    await waitFor(() => expect(errorAt('New product group (SKU)')).toBe('The shop has it'));
    const copy = { ...aGroup(), productGroup: 'AR-2042' };
    answers['POST /admin/groups/AR-1042/duplicate'] = { status: 201, body: { group: copy } };
    answers['GET /admin/groups/AR-2042'] = { body: { group: copy } };
    answers['GET /customization/AR-2042'] = { body: { customization: null } };
    await pressInDialog('Duplicate');
    await waitFor(() => expect(at()).toBe('/admin/group/AR-2042'));
    expect(sent().map(([, , body]) => body)).toEqual([{ productGroup: 'AR-2042' }, { productGroup: 'AR-2042' }]);
  });

  it('shows what its pieces can be made to order in, and leads to it', async () => {
    const rows = { metalPurity: [{ value: '22K', price: 5_000 }], stoneType: [] };
    answers['GET /customization/AR-1042'] = {
      body: { customization: { _id: 'c'.repeat(24), productGroup: 'AR-1042', ...rows } },
    };
    await open();
    expect(screen.getByText('22K (+ ₹5,000.00)')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change the customization' }).getAttribute('href')).toBe(
      '/admin/customization?group=AR-1042',
    );
  });

  it('says that what its pieces can be made to order in could not be fetched', async () => {
    answers['GET /customization/AR-1042'] = problem(500, 'internal', '');
    await open();
    expect(screen.getByRole('alert').textContent).toContain('Failed to fetch group customizations');
  });

  it('is a 404 for what is no code, and says why it cannot be loaded', async () => {
    expect((await openScreen(page, '/admin/group/nonsense', answers)).result.status).toBe(404);
    cleanup();
    answers['GET /admin/groups/AR-1042'] = problem(404, 'product-group.not-found', 'There is no such group');
    await open();
    expect(screen.getByRole('alert').textContent).toContain('There is no such group');
  });

  it('may be looked at without the right to change it', async () => {
    await openScreen(page, AT, answers, { permissions: ['products.read'] });
    expect(value('Name')).toBe('Meera Ring');
    for (const name of ['Save', 'Duplicate…', 'Archive…', 'Archive Rose Gold, gold']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
