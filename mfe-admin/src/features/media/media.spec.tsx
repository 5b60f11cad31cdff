import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Medium } from '../../api/media.ts';
import { aMedium } from '../../testing/media.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { MediaPage, prefetch } from './media-page.tsx';

const page = { Page: MediaPage, prefetch, path: '/admin/media' };
const use = (n: number) => ({ kind: 'product' as const, id: String(n).repeat(24), label: `Ring ${n}, AR-100${n}` });

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('the media library', () => {
  let answers: Parameters<typeof openScreen>[2];
  const listed = (media: Medium[]) => ({ body: { media, totalCount: media.length } });
  beforeEach(() => {
    answers = { 'GET /admin/media': listed([aMedium('free.webp')]) };
  });
  afterEach(cleanup);
  const row = (n: number) => screen.getAllByRole('row')[n]!;

  it('shows each file with its size, who uploaded it, and links to what shows it', async () => {
    const option = { kind: 'option' as const, id: 'e'.repeat(24), label: '14', list: 'ring-size' };
    const uses = [use(1), { kind: 'banner' as const, id: 'b', label: 'Monsoon' }, option, use(2), use(3)];
    answers['GET /admin/media'] = listed([aMedium('ring.webp', { uses })]);
    const { asked } = await openScreen(page, '/admin/media?use=used&source=staff', answers);
    expect(asked[0]!.path).toBe('/admin/media?page=1&limit=25&source=staff&use=used');
    for (const text of ['1200 × 800', '1.2 MB', 'Kavi', '2 more']) expect(row(1).textContent).toContain(text);
    const links = within(row(1)).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')]).slice(1, 4)).toEqual([
      ['Product Ring 1, AR-1001', `/admin/product/${'1'.repeat(24)}`],
      ['Banner Monsoon', '/admin/discount'],
      ['Ring size 14', '/admin/size?list=ring-size'],
    ]);
  });

  it('looks for what shows a file, its kind and its doubles, in the order of its size, by the address', async () => {
    const asking = '?q=Meera&usedBy=product&doubles=only&sort=-size';
    const { asked } = await openScreen(page, `/admin/media${asking}&use=sometimes`, answers);
    expect(Object.fromEntries(new URLSearchParams(asked[0]!.path.split('?')[1]))).toEqual({
      ...{ page: '1', limit: '25', q: 'Meera', usedBy: 'product', doubles: 'only', sort: '-size' },
    });
  });

  it('leads to the page of each, names doubles, and says what is not known', async () => {
    const { uses: _, ...unknown } = aMedium('unknown.webp', { doubles: ['/api/v1/images/twin.webp'] });
    answers['GET /admin/media'] = listed([aMedium('demo/a.webp', { source: 'demo', alt: 'On a hand' }), unknown]);
    await openScreen(page, '/admin/media', answers);
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Picture On a hand')).toBe('/admin/media/images/demo~a.webp');
    expect(href('Picture unknown.webp')).toBe('/admin/media/images/unknown.webp');
    expect(row(2).textContent).toContain('Not known right now');
    expect(row(2).textContent).toContain('There twice');
  });

  it('takes several files, keeps them, and shows them', async () => {
    const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    let isKnown = false;
    answers['POST /admin/images'] = () => {
      const image = {
        src: `/api/v1/images/${isKnown ? 'b' : 'a'}.webp`,
        width: 9,
        height: 9,
        ...(isKnown && { isKnown }),
      };
      isKnown = true;
      return { status: 201, body: { image } };
    };
    const { sent, asked } = await openScreen(page, '/admin/media', answers);
    answers['GET /admin/media'] = listed([aMedium('a.webp'), aMedium('free.webp')]);
    await act(async () => fireEvent.change(screen.getByLabelText('Upload pictures'), { target: { files } }));
    await waitFor(() => expect(screen.getByText('2 of 2 done')).toBeTruthy());
    expect(screen.getByText(/a\.png: added/)).toBeTruthy();
    expect(screen.getByText(/b\.png: there already/)).toBeTruthy();
    expect(sent().map(([, path, body]) => [path, (body as { keep?: string }).keep])).toEqual([
      ['/admin/images', 'true'],
      ['/admin/images', 'true'],
    ]);
    expect(await screen.findByRole('link', { name: 'Picture a.webp' })).toBeTruthy();
    expect(asked.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1);
  });

  it('takes nothing for the demo shop, and says who may upload', async () => {
    await openScreen(page, '/admin/media?source=demo', answers);
    expect(screen.queryByLabelText('Upload pictures')).toBeNull();
    cleanup();
    await openScreen(page, '/admin/media', answers, { permissions: ['media.read'] });
    expect(screen.getByLabelText<HTMLInputElement>('Upload pictures').disabled).toBe(true);
    expect(screen.getByText(/^Uploading needs a role that may upload/)).toBeTruthy();
  });

  it('shows clips by themselves', async () => {
    answers['GET /admin/media'] = listed([aMedium('turn.mp4', { kind: 'videos', src: '/api/v1/videos/turn.mp4' })]);
    const { asked } = await openScreen(page, '/admin/media?kind=videos', answers);
    expect(asked[0]!.path).toBe('/admin/media?page=1&limit=25&kind=videos');
    expect(screen.getByRole('link', { name: 'Clip turn.mp4' }).querySelector('video')!.getAttribute('src')).toBe(
      '/api/v1/videos/turn.mp4',
    );
  });
});
