import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { prefetchPage, setApiTransport, type PageOutcome, type PartModule } from '@shop/mfe-kit';
import { QueryClient } from '@tanstack/react-query';
import remote from '../../federation.ts';
import { settled } from '../components/page-results.ts';

/** What the API may answer to a page's own call, and what the page is then. */
const OUTCOMES = [
  { problem: { status: 404, code: 'product.not-found' }, page: 404 },
  { problem: { status: 404, code: 'route.not-found' }, page: 404 },
  { problem: { status: 410, code: 'product.not-found' }, page: 404 },
  { problem: { status: 400, code: 'request.malformed' }, page: 404 },
  { problem: { status: 400, code: 'request.invalid', errors: { page: 'At most 10,000' } }, page: 404 },
  { problem: { status: 400, code: 'request.invalid', errors: { id: 'Too long: at most 60 characters' } }, page: 400 },
  { problem: { status: 400, code: 'request.invalid', errors: { sort_by: 'Not a way to sort' } }, page: 400 },
  { problem: { status: 413, code: 'request.too-large' }, page: 400 },
  { problem: { status: 414, code: 'request.invalid' }, page: 400 },
  { problem: { status: 431, code: 'request.headers-too-large' }, page: 400 },
  { problem: { status: 429, code: 'request.too-many' }, page: 503 },
  { problem: { status: 500, code: 'unexpected.error' }, page: 503 },
  { problem: { status: 503, code: 'service.unavailable' }, page: 503 },
  { problem: { status: 504, code: 'service.timeout' }, page: 503 },
] as const;

const pages = remote.pages.flatMap(({ path: paths, module }) =>
  [paths].flat().map((pattern) => ({ pattern: pattern as string, module: module as string })),
);
/** What the shell makes of an error that is not a refusal. */
const UNAVAILABLE: PageOutcome = { status: 503 };
/** Its data is not in the API, or belongs to one visitor. */
const WITHOUT_CALLS = new Set(['/size-guide/:category', '/wishlist', '/wishlist/mails', '*']);

describe.each(pages.filter(({ pattern }) => !WITHOUT_CALLS.has(pattern)))(
  'the page $pattern',
  ({ pattern, module }) => {
    let page: PartModule;
    beforeEach(async () => {
      page = (await import(path.resolve(import.meta.dirname, '../..', module))) as PartModule;
    });

    const open = () => {
      const params = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']));
      const url = new URL(`${pattern.replaceAll(/:\w+/g, 'x')}${pattern === '/search' ? '?q=x' : ''}`, 'http://shop');
      return prefetchPage(page, new QueryClient({ defaultOptions: { queries: { retry: false } } }), {
        params,
        url,
        signal: new AbortController().signal,
        // As on the server: there the page waits for its answers.
        secondary: settled,
      });
    };

    it.each(OUTCOMES)(
      'is a $page where the API answers $problem.status $problem.code',
      async ({ problem, page: status }) => {
        setApiTransport({
          origin: 'http://gateway',
          fetch: async () =>
            new Response(JSON.stringify({ message: 'No', ...problem }), {
              status: problem.status,
              headers: { 'content-type': 'application/problem+json' },
            }),
        });
        const outcome = await open().catch(() => UNAVAILABLE);
        const reasons = 'errors' in problem ? Object.values(problem.errors) : ['No'];
        expect([outcome.status, outcome.refusal]).toEqual([status, status === 400 ? reasons : undefined]);
        expect(outcome.head?.noindex).toBe(status === 503 ? undefined : true);
      },
    );

    it('is a 503 where the API does not answer', async () => {
      setApiTransport({ origin: 'http://gateway', fetch: () => Promise.reject(new TypeError('fetch failed')) });
      expect(await open().catch(() => UNAVAILABLE)).toBe(UNAVAILABLE);
    });
  },
);

it('covers every public page', () => {
  expect(pages.map(({ pattern }) => pattern)).toEqual(expect.arrayContaining([...WITHOUT_CALLS]));
  expect(pages.length).toBeGreaterThan(WITHOUT_CALLS.size + 10);
});
