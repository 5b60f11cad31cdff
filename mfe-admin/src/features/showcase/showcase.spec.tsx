import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, problem, type, pressInDialog, type StubbedAnswer } from '../../testing/open-screen.tsx';
import * as discount from './discount-page.tsx';
import * as instapost from './instapost-page.tsx';

const posts = { Page: instapost.InstapostPage, prefetch: instapost.prefetch, path: '/admin/instapost' };
const banners = { Page: discount.DiscountPage, prefetch: discount.prefetch, path: '/admin/discount' };
const ID = 'a'.repeat(24);
const POST = { _id: ID, post: '/api/v1/images/ring.webp', url: 'https://www.instagram.com/p/abc/' };
const BANNER = { _id: ID, image: '/api/v1/images/hall.webp', title: 'Wedding season', state: 'shown' };

const STORED = { status: 201, body: { image: { src: '/api/v1/images/stored.webp', width: 2000, height: 1500 } } };
const MEDIUM = {
  ...{ src: '/api/v1/images/hand.webp', name: 'hand.webp', kind: 'images', source: 'staff', doubles: [], uses: [] },
};

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

  it('are made of a picture that is sent at once and an address, the newest on top', async () => {
    const added = { ...POST, _id: 'b'.repeat(24), url: 'https://www.instagram.com/p/new/' };
    let answer = (_: unknown) => {};
    answers['POST /instapost'] = () => new Promise((resolve) => (answer = resolve as typeof answer));
    let store = (_: unknown) => {};
    answers['POST /admin/images'] = () => new Promise((resolve) => (store = resolve as typeof store));
    const { sent, asked, toasts } = await openScreen(posts, '/admin/instapost', answers);
    await press('Add post');
    await choose('Image', file('ring.jpg'));
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'The chosen picture' }).src).toBe('blob:chosen');
    type('Instagram URL', ` ${added.url} `);
    // Saved now it would be without it: it is saved once the picture is there.
    await pressInDialog('Create Post');
    expect(toasts()).toEqual(['A file is still on its way. It is saved as soon as the file is there']);
    await act(async () => store(STORED));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
    await act(async () => answer({ status: 201, body: { post: added } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([
      ['POST', '/admin/images', { image: 'ring.jpg' }],
      ['POST', '/instapost', { url: added.url, image: '/api/v1/images/stored.webp' }],
    ]);
    expect(asked.at(-1)!.key).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /instagram/ }).map(({ textContent }) => textContent)).toEqual([
      added.url,
      POST.url,
    ]);
    expect(toasts()).toContain('Saved');
  });

  it('take a picture of the library, and say that it is small', async () => {
    const small = { ...MEDIUM, width: 320, height: 320, alt: 'A ring on a hand' };
    answers['GET /admin/media'] = { body: { media: [small], totalCount: 1 } };
    answers[`PUT /instapost/${ID}`] = { body: { post: { ...POST, post: small.src } } };
    const { sent } = await openScreen(posts, '/admin/instapost', answers);
    await press(`Edit ${POST.url}`);
    await press('Choose from the library');
    expect(await screen.findByText('Only 320 pixels wide')).toBeTruthy();
    await press('Picture A ring on a hand');
    expect(screen.queryByRole('dialog', { name: 'Choose a picture' })).toBeNull();
    expect(screen.getByText(/It is 320 pixels wide/)).toBeTruthy();
    await press('Update Post');
    await waitFor(() => expect(sent()).toEqual([['PUT', `/instapost/${ID}`, { url: POST.url, image: small.src }]]));
  });

  it('have a library that says nothing of pictures before they are there', async () => {
    const answer = Promise.withResolvers<StubbedAnswer>();
    answers['GET /admin/media'] = ({ path }) =>
      path.includes('source=staff') ? { body: { media: [], totalCount: 0 } } : answer.promise;
    await openScreen(posts, '/admin/instapost', answers);
    await press(`Edit ${POST.url}`);
    await press('Choose from the library');
    expect(await screen.findByText('No pictures yet')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Demo shop' })));
    expect(screen.queryByText('No pictures yet')).toBeNull();
    expect(screen.getByText('Loading pictures…')).toBeTruthy();
    await act(async () => answer.resolve({ body: { media: [MEDIUM], totalCount: 1 } }));
    expect(await screen.findByRole('button', { name: 'Picture hand.webp' })).toBeTruthy();
  });

  it('are made with a picture of the library by who may not upload, and by who may not see it either are not begun', async () => {
    await openScreen(posts, '/admin/instapost', answers, { permissions: ['content.change', 'media.read'] });
    await press('Add post');
    expect(screen.getByLabelText<HTMLInputElement>('Image').disabled).toBe(true);
    expect(screen.getByText(/^Uploading needs a role that may upload/)).toBeTruthy();
    const library = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Choose from the library' });
    expect(library().disabled).toBe(false);
    cleanup();
    await openScreen(posts, '/admin/instapost', answers, { permissions: ['content.change'] });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add post' }).disabled).toBe(true);
    expect(
      screen.getByText(/^A new post needs a picture, and that a role that may see the media library/),
    ).toBeTruthy();
    await press(`Edit ${POST.url}`);
    expect(library().disabled).toBe(true);
    expect(screen.getByText(/^It needs a role that may see the media library/)).toBeTruthy();
  });

  it('need a picture that is not too large, and an address', async () => {
    const { sent } = await openScreen(posts, '/admin/instapost', answers);
    await press('Add post');
    await pressInDialog('Create Post');
    expect(await screen.findByText('Choose a picture')).toBeTruthy();
    expect(screen.getByText('Instagram URL is required')).toBeTruthy();
    type('Instagram URL', 'instagram');
    await choose('Image', file('huge.jpg', 10_000_001));
    expect(await screen.findByText('huge.jpg: A picture may have at most 10 MB')).toBeTruthy();
    await pressInDialog('Create Post');
    expect(await screen.findByText('This is not a URL that begins with https://')).toBeTruthy();
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

  it('are made of a picture and a title; what the service says of the file stands at its field', async () => {
    const answers: Parameters<typeof openScreen>[2] = { 'GET /admin/banners': { body: { banners: [] } } };
    answers['POST /admin/images'] = problem(400, 'request.invalid', 'Please check the marked fields', {
      image: 'This is not a picture that can be read',
    });
    const { sent } = await openScreen(banners, '/admin/discount', answers);
    expect(screen.getByText('No Banners Found')).toBeTruthy();
    await press('Add banner');
    await pressInDialog('Create Banner');
    expect(await screen.findByText('Banner title is required')).toBeTruthy();
    type('Banner title', BANNER.title);
    await choose('Image', file('hall.pdf'));
    expect(await screen.findByText('hall.pdf: This is not a picture that can be read')).toBeTruthy();
    answers['POST /admin/images'] = STORED;
    answers['POST /discountbanner'] = { status: 201, body: { banner: BANNER } };
    await choose('Image', file('hall.jpg'));
    expect(await screen.findByText('hall.jpg: added')).toBeTruthy();
    type('Leads to', 'https://elsewhere.example');
    await pressInDialog('Create Banner');
    expect(await screen.findByText('A path of the shop, such as /product/ring')).toBeTruthy();
    type('Leads to', '/product/ring');
    await pressInDialog('Create Banner');
    expect(await screen.findByRole('cell', { name: BANNER.title })).toBeTruthy();
    expect(sent().at(-1)).toEqual([
      'POST',
      '/discountbanner',
      {
        title: BANNER.title,
        link: '/product/ring',
        focus: '',
        from: '',
        until: '',
        image: '/api/v1/images/stored.webp',
      },
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
    expect(sent()).toEqual([
      ['PUT', `/discountbanner/${ID}`, { title: renamed.title, link: '', focus: '', from: '', until: '' }],
    ]);
  });

  it('keep in sight what is chosen, which the preview shows before it is saved', async () => {
    const banner = { ...BANNER, focus: { x: 20, y: 50 } };
    const { sent } = await openScreen(banners, '/admin/discount', {
      'GET /admin/banners': { body: { banners: [banner] } },
      [`PUT /discountbanner/${ID}`]: { body: { banner } },
    });
    await press(`Edit ${BANNER.title}`);
    const scene = () => screen.getByTitle<HTMLIFrameElement>(/^Preview/).contentDocument!.querySelector('img')!;
    expect(scene().style.objectPosition).toBe('20% 50%');
    const cross = screen.getByRole('button', { name: 'Focal point: 20 % from the left, 50 % from the top' });
    fireEvent.keyDown(cross, { key: 'ArrowRight', shiftKey: true });
    expect(scene().style.objectPosition).toBe('30% 50%');
    await pressInDialog('Update Banner');
    await waitFor(() => expect(sent()[0]).toMatchObject(['PUT', `/discountbanner/${ID}`, { focus: '30 50' }]));
    await press(`Edit ${BANNER.title}`);
    await press('Back to the right third');
    expect(scene().style.objectPosition).toBe('');
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
    expect(sent()).toEqual([['PUT', `/discountbanner/${ID}`, { title: BANNER.title, link: '', focus: '', ...times }]]);
  });
});
