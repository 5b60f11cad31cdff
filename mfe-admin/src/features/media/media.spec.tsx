import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Medium } from '../../api/media.ts';
import { openScreen, press, pressInDialog, problem } from '../../testing/open-screen.tsx';
import { MediaPage, prefetch } from './media-page.tsx';

const page = { Page: MediaPage, prefetch, path: '/admin/media' };
const medium = (name: string, changes: Partial<Medium> = {}): Medium => ({
  ...{ name, src: `/api/v1/images/${name}`, kind: 'images', source: 'staff', width: 1200, height: 800 },
  ...{ size: 1_240_000, uploadedAt: '2026-11-20T10:00:00.000Z', uploadedBy: 'Kavi', doubles: [], uses: [] },
  ...changes,
});
const use = (n: number) => ({ kind: 'product' as const, id: String(n).repeat(24), label: `Ring ${n}, AR-100${n}` });

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('the media library', () => {
  let answers: Parameters<typeof openScreen>[2];
  const listed = (media: Medium[]) => ({ body: { media, totalCount: media.length } });
  beforeEach(() => {
    answers = { 'GET /admin/media': listed([medium('free.webp')]) };
  });
  afterEach(cleanup);
  const row = (n: number) => screen.getAllByRole('row')[n]!;

  it('shows each file with its size, who uploaded it, and links to what shows it', async () => {
    const option = { kind: 'option' as const, id: 'e'.repeat(24), label: '14', list: 'ring-size' };
    const uses = [use(1), { kind: 'banner' as const, id: 'b', label: 'Monsoon' }, option, use(2), use(3)];
    answers['GET /admin/media'] = listed([medium('ring.webp', { uses })]);
    const { asked } = await openScreen(page, '/admin/media?use=used&source=staff', answers);
    expect(asked[0]!.path).toBe('/admin/media?page=1&limit=25&source=staff&use=used');
    for (const text of ['1200 × 800', '1.2 MB', 'Kavi', '2 more']) expect(row(1).textContent).toContain(text);
    const links = within(row(1)).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')]).slice(1, 4)).toEqual([
      ['Product Ring 1, AR-1001', `/admin/product/${'1'.repeat(24)}`],
      ['Banner Monsoon', '/admin/discount'],
      ['Ring size 14', '/admin/size?list=ring-size'],
    ]);
    expect(within(row(1)).queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('deletes what nothing shows, after a question', async () => {
    answers['DELETE /admin/media/images/free.webp'] = { body: { message: 'Removed' } };
    const { sent, toasts } = await openScreen(page, '/admin/media', answers);
    await press(/^Delete/);
    expect(screen.getByRole('dialog', { name: 'Delete this picture?' })).toBeTruthy();
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Deleted']));
    expect(sent().map(([method, path]) => [method, path])).toEqual([['DELETE', '/admin/media/images/free.webp']]);
  });

  it('says why something stays that was used in between', async () => {
    answers['DELETE /admin/media/images/free.webp'] = problem(409, 'media.in-use', 'Something shows it');
    const { toasts } = await openScreen(page, '/admin/media', answers);
    await press(/^Delete/);
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Something shows it']));
  });

  it('offers to delete nothing of the demo shop, nothing while uses are not known, and names doubles', async () => {
    const { uses: _, ...unknown } = medium('unknown.webp', { doubles: ['/api/v1/images/twin.webp'] });
    answers['GET /admin/media'] = listed([medium('demo/a.webp', { source: 'demo' }), unknown]);
    await openScreen(page, '/admin/media', answers);
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(row(2).textContent).toContain('Not known right now');
    expect(row(2).textContent).toContain('There twice');
  });

  it('shows clips by themselves', async () => {
    answers['GET /admin/media'] = listed([medium('turn.mp4', { kind: 'videos', src: '/api/v1/videos/turn.mp4' })]);
    const { asked } = await openScreen(page, '/admin/media?kind=videos', answers);
    expect(asked[0]!.path).toBe('/admin/media?page=1&limit=25&kind=videos');
    expect(screen.getByLabelText('Clip turn.mp4').getAttribute('src')).toBe('/api/v1/videos/turn.mp4');
  });
});
