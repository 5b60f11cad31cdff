import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { MediaUse, Medium, MediumDetails } from '../../api/media.ts';
import { aMedium } from '../../testing/media.ts';
import { openScreen, press, pressInDialog, problem } from '../../testing/open-screen.tsx';
import { MediumPage, prefetch } from './medium-page.tsx';

const page = { Page: MediumPage, prefetch, path: '/admin/media/:kind/:name' };
const ADDRESS = '/admin/media/images/ring.webp';
const product: MediaUse = { kind: 'product', id: '1'.repeat(24), label: 'Ring 1, AR-1001' };
const banner: MediaUse = { kind: 'banner', id: 'b', label: 'Monsoon' };
const order: MediaUse = { ...product, kind: 'order' };

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('the page of a picture', () => {
  let answers: Parameters<typeof openScreen>[2];
  const one = (uses: MediaUse[] | undefined, changes: Partial<Medium> = {}, same: Medium[] = []) => {
    const body: MediumDetails = {
      medium: aMedium('ring.webp', { ...changes, ...(uses && { uses, useCount: uses.length }) }),
      same,
      ...(uses && { shown: uses.map((use) => ({ use })) }),
    };
    answers[`GET ${ADDRESS}`] = { body };
    return body;
  };
  beforeEach(() => {
    answers = {};
    one([]);
  });
  afterEach(cleanup);
  const button = (name: string | RegExp) => screen.queryByRole('button', { name });
  const inDialog = () => within(screen.getByRole('dialog'));

  it('says what the file is, and where it is shown with what text and focal point', async () => {
    const body = one([product, order], { unusedSince: '2026-11-21T10:00:00.000Z', isKept: true });
    body.shown![0] = { use: product, alt: 'On a hand', focus: { x: 20, y: 70 } };
    await openScreen(page, ADDRESS, answers);
    for (const text of ['ring.webp', '1200 × 800', '1.2 MB', 'image/webp', 'Kavi', 'It stays in the library']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    const rows = screen.getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Product Ring 1, AR-1001', 'On a hand', '20 % across, 70 % down'],
      ['Orders of Ring 1, AR-1001', '–', '–'],
    ]);
    expect(screen.getByRole('link', { name: 'Product Ring 1, AR-1001' }).getAttribute('href')).toBe(
      `/admin/product/${product.id}`,
    );
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`/api/v1${ADDRESS}/original`);
  });

  it('offers to delete what nothing shows alone, after a question', async () => {
    answers[`DELETE ${ADDRESS}`] = { body: { message: 'Removed' } };
    const { sent, toasts, at } = await openScreen(page, ADDRESS, answers);
    await press('Delete');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Deleted']));
    expect(sent().map(([method, path]) => `${String(method)} ${String(path)}`)).toEqual([`DELETE ${ADDRESS}`]);
    expect(at()).toBe('/admin/media');
  });

  it('says why something stays that was used in between', async () => {
    answers[`DELETE ${ADDRESS}`] = problem(409, 'media.in-use', 'Something shows it');
    const { toasts } = await openScreen(page, ADDRESS, answers);
    await press('Delete');
    one([banner]);
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Something shows it']));
    expect(await screen.findByRole('link', { name: 'Banner Monsoon' })).toBeTruthy();
    expect(button('Delete')).toBeNull();
  });

  it('says what a deletion would break, and deletes nothing of the demo shop, nothing while uses are not known', async () => {
    one([banner, product]);
    await openScreen(page, ADDRESS, answers);
    expect(button('Delete')).toBeNull();
    expect(screen.getByText(/2 places would be without their picture/)).toBeTruthy();
    cleanup();
    one([], { source: 'demo' });
    await openScreen(page, ADDRESS, answers);
    expect(button('Delete')).toBeNull();
    expect(screen.getByText(/belongs to the demo shop/)).toBeTruthy();
    cleanup();
    one(undefined);
    await openScreen(page, ADDRESS, answers);
    expect([button('Delete'), button('Replace')]).toEqual([null, null]);
    expect(screen.getByText(/Not known right now/)).toBeTruthy();
  });

  it('is replaced by one of the library wherever it is shown', async () => {
    one([banner, product, order]);
    answers['GET /admin/media'] = { body: { media: [aMedium('other.webp', { width: 600 })], totalCount: 1 } };
    answers[`POST ${ADDRESS}/replacement`] = { body: { moved: [banner, product], left: [order] } };
    const { sent, toasts } = await openScreen(page, ADDRESS, answers);
    await press('Replace');
    expect(
      inDialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Banner Monsoon', 'Product Ring 1, AR-1001']);
    expect(inDialog().getByText(/Orders and reviews of shoppers go on showing this one \(1/)).toBeTruthy();
    await press('Replace in 2 places');
    expect(await screen.findByText('Choose a picture')).toBeTruthy();
    await press('Choose from the library');
    fireEvent.click(await screen.findByRole('button', { name: 'Picture other.webp' }));
    expect(await screen.findByText(/600 pixels wide: from 1200 on it is sharp/)).toBeTruthy();
    await press('Replace in 2 places');
    await waitFor(() => expect(toasts()).toEqual(['Replaced in 2 places']));
    expect(sent().map(([, path, body]) => [path, body])).toEqual([
      [`${ADDRESS}/replacement`, { by: '/api/v1/images/other.webp' }],
    ]);
  });

  it('says before a replacement which places one may not change', async () => {
    one([banner, product]);
    const permissions = ['media.read', 'media.upload', 'content.change'] as const;
    await openScreen(page, ADDRESS, answers, { permissions });
    await press('Replace');
    expect(inDialog().getByRole('alert').textContent).toContain('change products and stock');
  });

  it('is kept of those with the same content, after a question that names what changes', async () => {
    const twin = aMedium('twin.webp', { uses: [banner], useCount: 1 });
    one([product], { doubles: [twin.src] }, [twin]);
    answers[`POST ${ADDRESS}/kept`] = { body: { moved: [banner], left: [] } };
    const { sent, toasts } = await openScreen(page, ADDRESS, answers);
    expect(screen.getByRole('link', { name: 'twin.webp' }).getAttribute('href')).toBe('/admin/media/images/twin.webp');
    await press('Keep this one');
    expect(
      inDialog()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Banner Monsoon']);
    one([product, banner]);
    await pressInDialog('Keep this one');
    await waitFor(() => expect(toasts()).toEqual(['Kept: 1 place changed']));
    expect(sent().map(([, path, body]) => [path, body])).toEqual([[`${ADDRESS}/kept`, { others: [twin.src] }]]);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'The same file' })).toBeNull());
  });

  it('is only looked at without a role that may upload', async () => {
    one([banner], {}, [aMedium('twin.webp')]);
    await openScreen(page, ADDRESS, answers, { permissions: ['media.read'] });
    expect(screen.getByRole('link', { name: 'Download' })).toBeTruthy();
    expect([button('Replace'), button('Delete'), button('Keep this one')]).toEqual([null, null, null]);
  });

  it('of a clip is played, and an address of neither is not found', async () => {
    const clip = aMedium('turn.mp4', { kind: 'videos', src: '/api/v1/videos/turn.mp4', type: 'video/mp4' });
    answers['GET /admin/media/videos/turn.mp4'] = { body: { medium: clip, shown: [], same: [] } };
    await openScreen(page, '/admin/media/videos/turn.mp4', answers);
    expect(screen.getByLabelText('Clip turn.mp4').getAttribute('src')).toBe(clip.src);
    cleanup();
    answers[`GET ${ADDRESS}`] = problem(404, 'image.not-found', 'This picture does not exist');
    await openScreen(page, ADDRESS, answers);
    expect(screen.getByRole('link', { name: 'To the library' }).getAttribute('href')).toBe('/admin/media');
    const asked = { params: { kind: 'sounds', name: 'a.mp3' } } as never;
    expect(prefetch({ prefetchQuery: () => undefined } as never, asked)).toMatchObject({ status: 404 });
  });
});
