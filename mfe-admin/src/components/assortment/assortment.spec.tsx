import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type } from '../../testing/stage.tsx';
import type { Assortment, Entry } from './assortment.ts';
import { AssortmentScreen, assortmentQuery } from './assortment-screen.tsx';

const gold: Entry = { _id: 'a'.repeat(24), name: 'gold', sub: ['all', 'rose'] };
const silver: Entry = { _id: 'b'.repeat(24), name: 'silver', sub: [] };

// Real: the screen both Tags and Categories show. Its calls are those below.
describe('the screen of materials and categories', () => {
  let done: unknown[];
  let entries: Entry[];
  let refuse: Error | undefined;
  const said = async (what: unknown, entry: Entry) => {
    if (refuse) throw refuse;
    done.push(what);
    return { message: 'Done', entry };
  };
  const assortment: Assortment = {
    title: 'Materials and tags',
    one: 'material',
    sub: 'sub-tag',
    subs: 'sub-tags',
    none: 'No Materials',
    noSub: 'No SubMaterials',
    hint: 'In small letters',
    queryKey: ['materials'],
    list: async () => entries,
    create: (name) => said(['create', name], { _id: 'c'.repeat(24), name, sub: [] }),
    addSub: (entry, sub) => said(['addSub', entry.name, sub], { ...entry, sub: [...entry.sub, sub] }),
    rename: (entry, name) => said(['rename', entry.name, name], { ...entry, name }),
    replaceSubs: (entry, sub) => said(['replaceSubs', entry.name, sub], { ...entry, sub }),
    changeImage: (entry, image) => said(['changeImage', entry.name, image], { ...entry, image: image ?? undefined }),
    remove: (entry) => said(['remove', entry.name], entry),
    removeSub: (entry, sub) =>
      said(['removeSub', entry.name, sub], { ...entry, sub: entry.sub.filter((one) => one !== sub) }),
  };
  const Page = () => <AssortmentScreen assortment={assortment} />;
  const open = (address = '/admin/tags') =>
    openScreen(
      {
        Page,
        prefetch: async (queryClient) => {
          await queryClient.prefetchQuery(assortmentQuery(assortment));
          return { head: { title: '' } };
        },
        path: '/admin/tags',
      },
      address,
      {},
    );
  const table = (name: string) => within(screen.getByRole('table', { name }));
  const inDialog = () => within(screen.getByRole('dialog'));

  beforeEach(() => {
    done = [];
    refuse = undefined;
    entries = [gold, silver];
  });
  afterEach(cleanup);

  it('shows what is below the one in the address', async () => {
    await open('/admin/tags?of=silver');
    expect(screen.getByText('No SubMaterials')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'View sub-tags (2) of gold' })));
    expect(table('sub-tags of gold').getByRole('cell', { name: 'rose' })).toBeTruthy();
    expect(window.location.search).toBe('?of=gold');
  });

  it('says that there is none', async () => {
    entries = [];
    await open();
    expect(screen.getByText('No Materials')).toBeTruthy();
  });

  it('adds one in a drawer, in small letters', async () => {
    const { toasts } = await open();
    await press('Add material');
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: 'Save' })));
    expect(await screen.findByText('This is required')).toBeTruthy();
    type('material', ' White Gold ');
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: 'Save' })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(done).toEqual([['create', 'white gold']]);
    expect(table('Materials and tags').getByRole('cell', { name: 'white gold' })).toBeTruthy();
    expect(toasts()).toEqual(['Done']);
  });

  it('adds one below the chosen one', async () => {
    await open('/admin/tags?of=silver');
    await press('Add sub-tag');
    type('sub-tag', 'oxidised');
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: 'Save' })));
    expect(await screen.findByRole('cell', { name: 'oxidised' })).toBeTruthy();
    expect(done).toEqual([['addSub', 'silver', 'oxidised']]);
  });

  it('renames where it stands; what the service says against it is said there', async () => {
    await open();
    await press('Edit rose');
    type('sub-tag, now rose', 'pink');
    refuse = new Error('no service said this');
    await press('Save');
    expect(await screen.findByText('Something went wrong. Please try again')).toBeTruthy();
    refuse = undefined;
    await press('Save');
    expect(await screen.findByRole('cell', { name: 'pink' })).toBeTruthy();
    expect(done).toEqual([['replaceSubs', 'gold', ['all', 'pink']]]);
  });

  it('gives a rename up by Escape', async () => {
    await open();
    await press('Edit silver');
    type('material, now silver', 'tin');
    fireEvent.keyDown(screen.getByLabelText('material, now silver'), { key: 'Escape' });
    expect(screen.queryByLabelText('material, now silver')).toBeNull();
    expect(done).toEqual([]);
  });

  it('deletes once that is confirmed', async () => {
    await open();
    await press('Delete silver');
    expect(done).toEqual([]);
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: 'Delete' })));
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'silver' })).toBeNull());
    expect(done).toEqual([['remove', 'silver']]);
  });

  it('keeps what is in use, and says why', async () => {
    const { toasts } = await open();
    refuse = new ApiError(problem(409, 'material.in-use', 'Products are made of this material').body as never);
    await press('Delete gold');
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: 'Delete' })));
    await waitFor(() => expect(toasts()).toEqual(['Products are made of this material']));
    expect(table('Materials and tags').getByRole('cell', { name: 'gold' })).toBeTruthy();
  });
});
