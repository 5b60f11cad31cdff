import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type StubbedAnswer, openScreen, press, problem, pressInDialog } from '../../testing/open-screen.tsx';
import { CategoryPage, prefetch } from './category-page.tsx';

const ring = { _id: 'a'.repeat(24), main: 'ring', sub: ['halo'], image: '/api/v1/images/rings.webp' };
const bangle = { _id: 'b'.repeat(24), main: 'bangle', sub: [] };
const PATCH_BANGLE = `PATCH /admin/category/${bangle._id}`;

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('the pictures of categories', () => {
  let answers: Record<string, StubbedAnswer>;
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:chosen';
    URL.revokeObjectURL = () => {};
    answers = {
      'GET /categories': { body: { categories: [ring, bangle] } },
      'POST /admin/images': { status: 201, body: { image: { src: '/api/v1/images/new.webp', width: 9, height: 9 } } },
      [PATCH_BANGLE]: {
        body: { message: 'Category updated', category: { ...bangle, image: '/api/v1/images/new.webp' } },
      },
    };
  });
  afterEach(cleanup);

  const open = () => openScreen({ Page: CategoryPage, prefetch, path: '/admin/category' }, '/admin/category', answers);
  const drawer = () => within(screen.getByRole('dialog'));
  const choose = (file: File) =>
    fireEvent.change(drawer().getByLabelText('Image'), {
      target: { files: Object.assign([file], { item: () => file }) },
    });
  const save = () => pressInDialog('Save');

  it('are uploaded in a drawer and shown beside the name', async () => {
    const { sent, toasts } = await open();
    await press('Picture of bangle');
    await save();
    expect(await drawer().findByText('Choose a picture')).toBeTruthy();
    choose(new File(['x'], 'bangles.webp', { type: 'image/webp' }));
    expect(await drawer().findByText('bangles.webp: added')).toBeTruthy();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([
      ['POST', '/admin/images', { image: 'bangles.webp' }],
      ['PATCH', `/admin/category/${bangle._id}`, { image: '/api/v1/images/new.webp' }],
    ]);
    expect(toasts()).toEqual(['Category updated']);
    expect(screen.getByRole('cell', { name: 'bangle' }).querySelector('img')!.src).toContain('/api/v1/images/new.webp');
  });

  it('say why a file was not taken', async () => {
    answers['POST /admin/images'] = problem(400, 'request.invalid', 'No', { image: 'This is not a picture' });
    const { sent } = await open();
    await press('Picture of bangle');
    choose(new File(['x'], 'notes.txt'));
    expect(await drawer().findByText('notes.txt: This is not a picture')).toBeTruthy();
    expect(sent().length).toBe(1);
  });

  it('are taken away again', async () => {
    const { image: _, ...without } = ring;
    answers[`PATCH /admin/category/${ring._id}`] = { body: { message: 'Category updated', category: without } };
    const { sent } = await open();
    await press('Picture of ring');
    await pressInDialog('Take the picture away');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([['PATCH', `/admin/category/${ring._id}`, { image: null }]]);
    expect(screen.getByRole('cell', { name: 'ring' }).querySelector('img')).toBeNull();
  });
});
