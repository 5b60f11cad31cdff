import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import * as discount from './discount-page.tsx';
import * as instapost from './instapost-page.tsx';

const posts = { Page: instapost.InstapostPage, prefetch: instapost.prefetch, path: '/admin/instapost' };
const banners = { Page: discount.DiscountPage, prefetch: discount.prefetch, path: '/admin/discount' };
const ID = 'a'.repeat(24);
const POST = { _id: ID, post: '/api/v1/images/ring.webp', url: 'https://www.instagram.com/p/abc/' };
const BANNER = { _id: ID, image: '/api/v1/images/hall.webp', title: 'Wedding season', state: 'shown' };

// Missing in jsdom.
Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => {} });

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const choose = (label: string, ...files: File[]) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { files } }));

describe('posts', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { 'GET /instapost': { body: { posts: [POST] } } };
  });
  afterEach(cleanup);

  it('say so when there are none', async () => {
    answers['GET /instapost'] = { body: { posts: [] } };
    await openScreen(posts, '/admin/instapost', answers);
    expect(screen.getByText('No Posts Found')).toBeTruthy();
  });

  it('are made of a picture and an address, the newest on top', async () => {
    const added = { ...POST, _id: 'b'.repeat(24), url: 'https://www.instagram.com/p/new/' };
    let answer = (_: unknown) => {};
    answers['POST /instapost'] = () => new Promise((resolve) => (answer = resolve as typeof answer));
    const { sent, asked, toasts } = await openScreen(posts, '/admin/instapost', answers);
    await press('Add post');
    await choose('Image', file('ring.jpg'));
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'The chosen picture' }).src).toBe('blob:chosen');
    type('Instagram URL', ` ${added.url} `);
    await pressInDialog('Create Post');
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy();
    await act(async () => answer({ status: 201, body: { post: added } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([['POST', '/instapost', { url: added.url, image: 'ring.jpg' }]]);
    expect(asked.at(-1)!.key).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /instagram/ }).map(({ textContent }) => textContent)).toEqual([
      added.url,
      POST.url,
    ]);
    expect(toasts()).toEqual(['Saved']);
  });

  it('need a picture that is not too large, and an address', async () => {
    const { sent } = await openScreen(posts, '/admin/instapost', answers);
    await press('Add post');
    await pressInDialog('Create Post');
    expect(await screen.findByText('Choose a picture')).toBeTruthy();
    expect(screen.getByText('Instagram URL is required')).toBeTruthy();
    type('Instagram URL', 'instagram');
    await choose('Image', file('huge.jpg', 10_000_001));
    await pressInDialog('Create Post');
    expect(await screen.findByText('A picture may have at most 10 MB')).toBeTruthy();
    expect(screen.getByText('This is not a URL that begins with https://')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('keep their picture when only the address changes', async () => {
    const moved = { ...POST, url: 'https://www.instagram.com/p/moved/' };
    answers[`PUT /instapost/${ID}`] = { body: { post: moved } };
    const { sent } = await openScreen(posts, '/admin/instapost', answers);
    await press(`Edit ${POST.url}`);
    expect(screen.getByRole('img', { name: 'The picture now' })).toBeTruthy();
    type('Instagram URL', moved.url);
    await pressInDialog('Update Post');
    expect(await screen.findByRole('link', { name: moved.url })).toBeTruthy();
    expect(sent()).toEqual([['PUT', `/instapost/${ID}`, { url: moved.url }]]);
  });

  it('go once that is confirmed, and stay when the service refuses', async () => {
    answers[`DELETE /instapost/${ID}`] = problem(503, 'service.unavailable', 'Not now');
    const { toasts } = await openScreen(posts, '/admin/instapost', answers);
    await press(`Delete ${POST.url}`);
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Not now']));
    expect(screen.getByRole('link', { name: POST.url })).toBeTruthy();
    answers[`DELETE /instapost/${ID}`] = { body: { _id: ID } };
    await press(`Delete ${POST.url}`);
    await pressInDialog('Delete');
    expect(await screen.findByText('No Posts Found')).toBeTruthy();
  });
});

describe('banners', () => {
  afterEach(cleanup);

  it('are made of a picture and a title; what the service says of the picture stands at its field', async () => {
    const answers: Parameters<typeof openScreen>[2] = { 'GET /admin/banners': { body: { banners: [] } } };
    answers['POST /discountbanner'] = problem(400, 'request.invalid', 'Please check the marked fields', {
      image: 'This is not a picture that can be read',
    });
    const { sent } = await openScreen(banners, '/admin/discount', answers);
    expect(screen.getByText('No Banners Found')).toBeTruthy();
    await press('Add banner');
    await pressInDialog('Create Banner');
    expect(await screen.findByText('Banner title is required')).toBeTruthy();
    type('Banner title', BANNER.title);
    await choose('Image', file('hall.pdf'));
    await pressInDialog('Create Banner');
    expect(await screen.findByText('This is not a picture that can be read')).toBeTruthy();
    answers['POST /discountbanner'] = { status: 201, body: { banner: BANNER } };
    await choose('Image', file('hall.jpg'));
    type('Leads to', 'https://elsewhere.example');
    await pressInDialog('Create Banner');
    expect(await screen.findByText('A path of the shop, such as /product/ring')).toBeTruthy();
    type('Leads to', '/product/ring');
    await pressInDialog('Create Banner');
    expect(await screen.findByRole('cell', { name: BANNER.title })).toBeTruthy();
    expect(sent().at(-1)).toEqual([
      'POST',
      '/discountbanner',
      { title: BANNER.title, link: '/product/ring', from: '', until: '', image: 'hall.jpg' },
    ]);
  });

  it('are changed in the drawer that made them', async () => {
    const renamed = { ...BANNER, title: 'Everyday gold' };
    const { sent } = await openScreen(banners, '/admin/discount', {
      'GET /admin/banners': { body: { banners: [BANNER] } },
      [`PUT /discountbanner/${ID}`]: { body: { banner: renamed } },
    });
    await press(`Edit ${BANNER.title}`);
    type('Banner title', renamed.title);
    await pressInDialog('Update Banner');
    expect(await screen.findByRole('cell', { name: renamed.title })).toBeTruthy();
    expect(sent()).toEqual([['PUT', `/discountbanner/${ID}`, { title: renamed.title, link: '', from: '', until: '' }]]);
  });

  it('with times are entered, kept and shown by the clock of the shop, with what they are now', async () => {
    const [from, until] = ['2026-12-01T03:30:00.000Z', '2026-12-02T18:29:00.000Z'];
    const coming = { ...BANNER, from, until, state: 'coming' };
    const ids = ['b', 'c', 'd'].map((letter) => letter.repeat(24));
    const { sent } = await openScreen(banners, '/admin/discount', {
      'GET /admin/banners': {
        body: {
          banners: [
            coming,
            { ...BANNER, _id: ids[0], title: 'Now', until, state: 'shown' },
            { ...BANNER, _id: ids[1], title: 'Before', until, state: 'over' },
            { ...BANNER, _id: ids[2], title: 'Always' },
          ],
        },
      },
      [`PUT /discountbanner/${ID}`]: { body: { banner: { ...coming, state: 'over' } } },
    });
    const states = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell').at(-2)!.textContent!.replaceAll(/\s/gu, ' '));
    expect(states()).toEqual([
      'comingfrom 1 Dec 2026, 9:00 amuntil 2 Dec 2026, 11:59 pm',
      'shownuntil 2 Dec 2026, 11:59 pm',
      'oversince 2 Dec 2026, 11:59 pm',
      'shown',
    ]);
    await press(`Edit ${BANNER.title}`);
    expect(screen.getByLabelText<HTMLInputElement>('Shown from').value).toBe('2026-12-01T09:00');
    type('Shown until', '2026-12-01T08:00');
    await pressInDialog('Update Banner');
    expect(await screen.findByText('This is not after its beginning')).toBeTruthy();
    type('Shown until', '2026-12-02T10:00');
    await pressInDialog('Update Banner');
    await waitFor(() => expect(states()[0]).toMatch(/^over/));
    const times = { from, until: '2026-12-02T04:30:00.000Z' };
    expect(sent()).toEqual([['PUT', `/discountbanner/${ID}`, { title: BANNER.title, link: '', ...times }]]);
  });
});
