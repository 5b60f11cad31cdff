import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { catalog } from '@shop/contracts/browser';
import { ApiError } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import { nameRequest, type Entry, type Taxonomy } from './taxonomy.ts';
import { TaxonomyScreen, taxonomyQuery } from './taxonomy-screen.tsx';

const gold: Entry = { _id: 'a'.repeat(24), name: 'gold', sub: ['all', 'rose'] };
const silver: Entry = { _id: 'b'.repeat(24), name: 'silver', sub: [] };

// Real: the screen of tags and categories. Stubbed: its calls.
describe('the screen of materials and categories', () => {
  let done: unknown[];
  let entries: Entry[];
  let refuse: Error | undefined;
  const recorded = async (what: unknown, entry: Entry) => {
    if (refuse) throw refuse;
    done.push(what);
    return { message: 'Done', entry };
  };
  const taxonomy: Taxonomy = {
    title: 'Materials and tags',
    one: 'material',
    sub: 'sub-tag',
    subs: 'sub-tags',
    none: 'No Materials',
    noSub: 'No SubMaterials',
    hint: 'In small letters',
    queryKey: ['materials'],
    list: async () => entries,
    entryOf: (answered) => answered,
    create: (tag) =>
      nameRequest(catalog.createMaterial, { tag }, () =>
        recorded(['create', tag], { _id: 'c'.repeat(24), name: tag, sub: [] }),
      ),
    addSub: (entry, sub) =>
      nameRequest(catalog.addSubMaterial, { tag: entry.name, sub }, () =>
        recorded(['addSub', entry.name, sub], { ...entry, sub: [...entry.sub, sub] }),
      ),
    rename: (entry, tag) =>
      nameRequest(catalog.changeMaterial, { tag }, () =>
        recorded(['rename', entry.name, tag], { ...entry, name: tag }),
      ),
    renameSub: (entry, from, to) =>
      nameRequest(catalog.changeMaterial, { renameSub: { from, to } }, () =>
        recorded(['renameSub', entry.name, from, to], {
          ...entry,
          sub: entry.sub.map((one) => (one === from ? to : one)),
        }),
      ),
    changeImage: (entry, image) =>
      recorded(['changeImage', entry.name, image], { ...entry, image: image ?? undefined }),
    remove: (entry) => recorded(['remove', entry.name], entry),
    removeSub: (entry, sub) =>
      recorded(['removeSub', entry.name, sub], { ...entry, sub: entry.sub.filter((one) => one !== sub) }),
  };
  const Page = () => <TaxonomyScreen taxonomy={taxonomy} />;
  const open = (address = '/admin/tags') =>
    openScreen(
      {
        Page,
        prefetch: async (queryClient) => {
          await queryClient.prefetchQuery(taxonomyQuery(taxonomy));
          return { head: { title: '' } };
        },
        path: '/admin/tags',
      },
      address,
      {},
    );
  const table = (name: string) => within(screen.getByRole('table', { name }));

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
    await pressInDialog('Save');
    expect(await screen.findByText('This is required')).toBeTruthy();
    type('material', ' White Gold ');
    await pressInDialog('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(done).toEqual([['create', 'white gold']]);
    expect(table('Materials and tags').getByRole('cell', { name: 'white gold' })).toBeTruthy();
    expect(toasts()).toEqual(['Done']);
  });

  it('adds one below the chosen one', async () => {
    await open('/admin/tags?of=silver');
    await press('Add sub-tag');
    type('sub-tag', 'oxidised');
    await pressInDialog('Save');
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
    expect(done).toEqual([['renameSub', 'gold', 'rose', 'pink']]);
  });

  it('gives a rename up by Escape, asks first where a name was written, and puts the focus back', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    await open();
    await press('Edit silver');
    type('material, now silver', 'tin');
    const escape = () =>
      act(async () => fireEvent.keyDown(screen.getByLabelText('material, now silver'), { key: 'Escape' }));
    await escape();
    expect(screen.getByLabelText('material, now silver')).toMatchObject({ value: 'tin' });
    confirm.mockReturnValue(true);
    await escape();
    expect(screen.queryByLabelText('material, now silver')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit silver' })));
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(done).toEqual([]);
    confirm.mockRestore();
  });

  it('asks before another row takes the place of a name that was written', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    await open();
    await press('Edit silver');
    type('material, now silver', 'tin');
    await press('Edit gold');
    expect(screen.getByLabelText('material, now silver')).toMatchObject({ value: 'tin' });
    // The other table takes nothing away.
    await press('Edit rose');
    expect(screen.getByLabelText('sub-tag, now rose')).toBeTruthy();
    expect(confirm).toHaveBeenCalledTimes(1);
    confirm.mockReturnValue(true);
    await press('Edit gold');
    expect(screen.getByLabelText('material, now gold')).toBeTruthy();
    expect(screen.queryByLabelText('material, now silver')).toBeNull();
    confirm.mockRestore();
  });

  it('deletes once that is confirmed, and the focus goes to the next row', async () => {
    await open();
    screen.getByRole('button', { name: 'Delete silver' }).focus();
    await press('Delete silver');
    expect(done).toEqual([]);
    await pressInDialog('Delete');
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'silver' })).toBeNull());
    expect(done).toEqual([['remove', 'silver']]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete gold' })));
  });

  it('keeps what is in use, and says why', async () => {
    const { toasts } = await open();
    refuse = new ApiError(problem(409, 'material.in-use', 'Products are made of this material').body as never);
    await press('Delete gold');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Products are made of this material']));
    expect(table('Materials and tags').getByRole('cell', { name: 'gold' })).toBeTruthy();
  });
});
