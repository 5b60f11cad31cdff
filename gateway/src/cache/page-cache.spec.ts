import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Page } from './page.ts';
import { PageCache } from './page-cache.ts';

const policy = { seconds: 60, staleSeconds: 30, tags: [] };
const page = (text: string) => new Page(200, { 'content-type': 'text/plain' }, Buffer.from(text));
const always = () => true;

let now = 0;
let receivesEvents = true;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  receivesEvents = true;
  cache = new PageCache({ maxBytes: 1_000_000, receivesEvents: () => receivesEvents, now: () => now });
});
const seconds = (count: number) => (now += count * 1000);
const text = (key: string) => cache.find(key, policy)?.page.body.toString();
const put = (key: string, content: string, tags: string[] = []) =>
  cache.fetch(key, tags, async () => page(content), always);

describe('a kept page', () => {
  it('is fresh for its seconds, then stale for its stale seconds, then gone', async () => {
    await put('/a', 'a');
    seconds(59);
    expect(cache.find('/a', policy)).toMatchObject({ stale: false, age: 59 });
    seconds(1);
    expect(cache.find('/a', policy)).toMatchObject({ stale: true });
    seconds(30);
    expect(cache.find('/a', policy)).toBeUndefined();
  });

  it('goes when something it is made of changes, and no other page with it', async () => {
    await put('/a', 'a', ['products', 'product:1']);
    await put('/b', 'b', ['products']);
    cache.drop(['product:1']);
    expect([text('/a'), text('/b')]).toEqual([undefined, 'b']);
    await put('/a', 'a2', ['products', 'product:1']);
    expect(text('/a')).toBe('a2');
  });

  it('is not kept when a change came while it was being fetched, and who asks after the change does not get it', async () => {
    let land = (_: Page) => {};
    const flight = cache.fetch('/a', ['product:1'], () => new Promise((resolve) => (land = resolve)), always);
    expect(cache.inFlight('/a')).toBeDefined();
    cache.drop(['product:1']);
    expect(cache.inFlight('/a')).toBeUndefined();
    const second = put('/a', 'new', ['product:1']);
    land(page('old'));
    await Promise.all([flight, second]);
    expect(text('/a')).toBe('new');
  });

  it('is believed for five seconds only while changes are not heard of', async () => {
    receivesEvents = false;
    await put('/a', 'a');
    seconds(4);
    expect(text('/a')).toBe('a');
    seconds(1);
    expect(text('/a')).toBeUndefined();
  });

  it('goes with all others after a gap, during which changes may have been missed', async () => {
    await put('/a', 'a');
    cache.dropAll();
    expect(text('/a')).toBeUndefined();
  });

  it('keeps its compressed forms over a fetch that brought the same', async () => {
    const body = Buffer.from('ring '.repeat(1_000));
    const first = new Page(200, { 'content-type': 'text/plain' }, body);
    const compressed = await first.form('br');
    expect(new Page(200, { 'content-type': 'text/plain' }, body, first).form('br')).toBe(compressed);
    expect(new Page(200, { 'content-type': 'text/plain' }, Buffer.from('x'.repeat(2_000)), first).form('br')).not.toBe(
      compressed,
    );
  });
});

it('never takes more memory than it may', async () => {
  const small = new PageCache({ maxBytes: 100_000, receivesEvents: () => true, now: () => now });
  for (let key = 0; key < 500; key++) await small.fetch(`/${key}`, [], async () => page('x'.repeat(3_000)), always);
  expect(small.size.bytes).toBeLessThanOrEqual(100_000);
  expect(small.size.pages).toBeGreaterThan(10);
  await small.fetch('/huge', [], async () => page('x'.repeat(90_000)), always);
  expect(small.find('/huge', policy)).toBeUndefined();
});

it('never serves what was read before a change, in any order of fetches, landings and changes', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('fetch' as const), key: fc.nat(2) }),
    fc.record({ do: fc.constant('land' as const), flight: fc.nat(5) }),
    fc.record({ do: fc.constant('change' as const), tag: fc.nat(2) }),
    fc.record({ do: fc.constant('change-all' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const subject = new PageCache({ maxBytes: 1_000_000, receivesEvents: () => true, now: () => now });
      // The service's current answer is the version of each tag. Key k depends on tag k and tag (k + 1) % 3.
      const versions = [0, 0, 0];
      const tagsOf = (key: number) => [key, (key + 1) % 3];
      const contentOf = (key: number) =>
        tagsOf(key)
          .map((tag) => versions[tag])
          .join();
      const flights: (() => void)[] = [];
      const landed: Promise<unknown>[] = [];
      for (const one of steps) {
        if (one.do === 'fetch') {
          const content = contentOf(one.key);
          const tags = tagsOf(one.key).map(String);
          const arrives = new Promise<Page>((resolve) => flights.push(() => resolve(page(content))));
          landed.push(subject.fetch(String(one.key), tags, () => arrives, always));
        } else if (one.do === 'land') {
          flights.splice(one.flight, 1)[0]?.();
          await new Promise((resolve) => setImmediate(resolve));
        } else if (one.do === 'change') {
          versions[one.tag]!++;
          subject.drop([String(one.tag)]);
        } else {
          for (const tag of [0, 1, 2]) versions[tag]!++;
          subject.dropAll();
        }
        for (const key of [0, 1, 2]) {
          const found = subject.find(String(key), policy)?.page.body.toString();
          expect([undefined, contentOf(key)]).toContain(found);
        }
      }
      for (const land of flights) land();
      await Promise.all(landed);
    }),
    { numRuns: 300 },
  );
});
