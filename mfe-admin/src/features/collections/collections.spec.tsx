import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, pressInDialog, type, type StubbedAnswer } from '../../testing/open-screen.tsx';
import * as list from './collections-page.tsx';
import * as one from './collection-page.tsx';

const listPage = { Page: list.CollectionsPage, prefetch: list.prefetch, path: '/admin/collections' };
const onePage = { Page: one.CollectionPage, prefetch: one.prefetch, path: '/admin/collection/:id' };

const collection = (letter: string, name: string, totalCount = 12) => ({
  _id: letter.repeat(24),
  slug: name.toLowerCase(),
  name,
  kind: 'collection',
  status: 'published',
  text: '',
  image: '/api/v1/images/bridal.webp',
  filter: { category: { main: 'ring', sub: 'band' }, occasion: ['wedding'], priceTo: 25_000 },
  picks: ['AR-1042'],
  sort: 'featured',
  totalCount,
});
const bridal = collection('a', 'Bridal');
const facet = (name: string, ...values: [string, number][]) => ({
  facet: name,
  values: values.map(([label, count]) => ({ value: label.toLowerCase(), label, count })),
});
const preview = {
  totalCount: 3,
  products: [{ productGroup: 'AR-2000', name: 'Tara', images: ['/api/v1/images/tara.webp'], price: 100, mrp: 103 }],
  facets: [facet('metal', ['gold', 3]), facet('occasion', ['Wedding', 3], ['Gift', 1])],
  missing: [] as string[],
};

// Real: the screens, their forms and the API client. Stubbed: the gateway's answers.
let answers: Parameters<typeof openScreen>[2];
let asked: unknown[];
beforeEach(() => {
  asked = [];
  answers = {
    'GET /admin/collections': { body: { collections: [bridal, collection('b', 'Empty', 0)] } },
    'GET /categories': { body: { categories: [{ _id: 'c'.repeat(24), main: 'ring', sub: ['band'] }] } },
    'GET /materials': { body: { materials: [{ _id: 'e'.repeat(24), tag: 'gold', sub: ['all', '18k'] }] } },
    'POST /admin/collections/preview': ({ body }) => {
      asked.push(body);
      return { body: preview };
    },
  };
});
afterEach(cleanup);

describe('collections', () => {
  it('are listed in their order, with those that find nothing marked', async () => {
    await openScreen(listPage, '/admin/collections', answers);
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('12 pieces'),
      expect.stringContaining('Finds nothing'),
    ]);
  });

  it('change places', async () => {
    answers['PUT /admin/collections/order'] = { body: { message: 'Order saved' } };
    const { sent, toasts } = await openScreen(listPage, '/admin/collections', answers);
    await press('Down Bridal');
    await waitFor(() => expect(toasts()).toEqual(['Order saved']));
    expect(sent()).toEqual([['PUT', '/admin/collections/order', { ids: ['b'.repeat(24), 'a'.repeat(24)] }]]);
  });

  it('go once that is confirmed', async () => {
    answers[`DELETE /admin/collection/${bridal._id}`] = { body: { message: 'Collection removed' } };
    const { toasts } = await openScreen(listPage, '/admin/collections', answers);
    await press('Delete Bridal');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Collection removed']));
  });
});

describe('a collection', () => {
  it('shows what its filter finds while it is written, with a count for each value, and warns of an empty one', async () => {
    await openScreen(onePage, '/admin/collection/new', answers);
    expect(screen.getByText(/without either it has none/)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByLabelText(/^Wedding/)));
    type('Price to in ₹', '25000');
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        filter: { occasion: ['wedding'], priceTo: 25_000 },
        picks: [],
        sort: 'featured',
      }),
    );
    expect(await screen.findByText('3 pieces')).toBeTruthy();
    expect(screen.queryByText(/without either it has none/)).toBeNull();
  });

  it('is created with what was chosen, picked pieces and the picture of one', async () => {
    answers['POST /admin/collection'] = { body: { message: 'Collection created', collection: bridal } };
    const { sent, toasts, at } = await openScreen(onePage, '/admin/collection/new', answers);
    type('Name', ' Bridal ');
    type('Category', 'ring/band');
    await act(async () => fireEvent.click(screen.getByLabelText(/^gold/)));
    await press('Pick Tara');
    await press('Use its picture of Tara');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['Collection created']));
    expect(sent()).toEqual([
      [
        'POST',
        '/admin/collection',
        {
          ...{ name: 'Bridal', slug: '', kind: 'collection', status: 'draft', text: '', sort: 'featured' },
          filter: { category: { main: 'ring', sub: 'band' }, metal: ['gold'] },
          picks: ['AR-2000'],
          image: '/api/v1/images/tara.webp',
        },
      ],
    ]);
    expect(at()).toBe(`/admin/collection/${bridal._id}`);
  });

  it('that is created keeps what is written meanwhile: it is changed then, and led to once all is saved', async () => {
    const created = Promise.withResolvers<StubbedAnswer>();
    answers['POST /admin/collection'] = () => created.promise;
    answers[`PATCH /admin/collection/${bridal._id}`] = ({ body }) => ({
      body: { message: 'Collection updated', collection: { ...bridal, ...(body as object) } },
    });
    const { sent, toasts, at } = await openScreen(onePage, '/admin/collection/new', answers);
    type('Name', 'Bridal');
    await press('Create');
    await waitFor(() => expect(sent()).toHaveLength(1));
    type('Text', 'For the day.');
    await act(async () => created.resolve({ body: { message: 'Collection created', collection: bridal } }));
    await waitFor(() => expect(toasts()).toEqual(['Collection created']));
    expect(at()).toBe('/admin/collection/new');
    expect(screen.getByLabelText('Text')).toMatchObject({ value: 'For the day.' });
    await press('Update');
    await waitFor(() => expect(toasts()).toContain('Collection updated'));
    expect(sent()[1]).toEqual(['PATCH', `/admin/collection/${bridal._id}`, { text: 'For the day.' }]);
    expect(at()).toBe(`/admin/collection/${bridal._id}`);
  });

  it('that is created leads nobody to it who has left', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(true);
    const created = Promise.withResolvers<StubbedAnswer>();
    answers['POST /admin/collection'] = () => created.promise;
    const { sent, toasts, at } = await openScreen(onePage, '/admin/collection/new', answers);
    type('Name', 'Bridal');
    await press('Create');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Orders' })));
    await act(async () => created.resolve({ body: { message: 'Collection created', collection: bridal } }));
    await waitFor(() => expect(toasts()).toEqual(['Collection created']));
    expect(at()).toBe('/admin/orders');
    confirm.mockRestore();
  });

  it('is changed in what was written alone, a new picture included', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => {} });
    answers['POST /admin/images'] = { body: { image: { src: '/api/v1/images/new.webp', width: 1, height: 1 } } };
    answers[`PATCH /admin/collection/${bridal._id}`] = { body: { message: 'Collection updated', collection: bridal } };
    const { sent, toasts } = await openScreen(onePage, `/admin/collection/${bridal._id}`, answers);
    expect(screen.getByLabelText('Category')).toMatchObject({ value: 'ring/band' });
    expect(await screen.findByLabelText(/^Wedding/)).toMatchObject({ checked: true });
    type('Address', 'weddings');
    const files = [new File(['x'], 'a.jpg', { type: 'image/jpeg' })];
    await act(async () => fireEvent.change(screen.getByLabelText('Image'), { target: { files } }));
    expect(await screen.findByText('a.jpg: added')).toBeTruthy();
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Collection updated']));
    expect(sent().at(-1)).toEqual([
      'PATCH',
      `/admin/collection/${bridal._id}`,
      { slug: 'weddings', image: '/api/v1/images/new.webp' },
    ]);
  });

  it('says that a picked piece is not for sale, and that there is no such collection', async () => {
    preview.missing = ['AR-1042'];
    await openScreen(onePage, `/admin/collection/${bridal._id}`, answers);
    expect(await screen.findByText(/Not for sale, so not shown: AR-1042/)).toBeTruthy();
    preview.missing = [];
    cleanup();
    await openScreen(onePage, `/admin/collection/${'f'.repeat(24)}`, answers);
    expect(screen.getByText('This collection does not exist')).toBeTruthy();
  });
});
