import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PageCache, type PageKey, type RenderedPage } from './page-cache.ts';
import { StoredPage } from './stored-page.ts';

const keyOf = (path: string): PageKey => ({ country: 'IN', path, parameters: {}, versions: { storefront: '1' } });
const pageOf = (text: string, tags: string[] = [], keep: RenderedPage['keep'] = 'as usual'): RenderedPage => ({
  page: new StoredPage({ status: 200, body: Buffer.from(text), tags, csp: '' }),
  keep,
});

let now = 0;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  cache = newCache();
});
const newCache = (maxBytes = 1_000_000) =>
  new PageCache({ freshMs: 10_000, staleMs: 60_000, briefMs: 5_000, maxBytes, now: () => now });

/** The text of a page and where it came from; rendered as `text` if it must be. */
async function get(path: string, text: string, tags?: string[], keep?: RenderedPage['keep']) {
  const { page, from } = await cache.get(keyOf(path), async () => pageOf(text, tags, keep));
  return [page.body.toString(), from];
}

describe('a kept page', () => {
  it('is fresh, then stale and rendered anew meanwhile, then gone', async () => {
    expect(await get('/a', '1')).toEqual(['1', 'rendered']);
    now = 10_000;
    expect(await get('/a', '2')).toEqual(['1', 'fresh']);
    now = 10_001;
    expect(await get('/a', '3')).toEqual(['1', 'stale']);
    expect(await get('/a', '4')).toEqual(['3', 'fresh']);
    now += 70_001;
    expect(await get('/a', '5')).toEqual(['5', 'rendered']);
  });

  it('is another one in another country, with another parameter, and with another version of a remote', async () => {
    const keys: PageKey[] = [
      keyOf('/a'),
      { ...keyOf('/a'), country: 'US' },
      { ...keyOf('/a'), parameters: { page: '2' } },
      { ...keyOf('/a'), versions: { storefront: '2' } },
    ];
    for (const [i, key] of keys.entries()) await cache.get(key, async () => pageOf(String(i)));
    const found = await Promise.all(keys.map((key) => cache.get(key, () => Promise.reject(new Error('rendered')))));
    expect(found.map(({ page }) => page.body.toString())).toEqual(['0', '1', '2', '3']);
  });

  it('is kept for five seconds only without something that it can do without, and never without its content', async () => {
    await get('/a', '1', [], 'briefly');
    now = 5_000;
    expect(await get('/a', '2')).toEqual(['1', 'fresh']);
    now = 5_001;
    expect(await get('/a', '3', [], 'not at all')).toEqual(['3', 'rendered']);
    expect(await get('/a', '4')).toEqual(['4', 'rendered']);
  });

  it('stays while it is stale if a new one cannot be made', async () => {
    await get('/a', '1');
    now = 20_000;
    expect(await get('/a', '503', [], 'not at all')).toEqual(['1', 'stale']);
    await cache.get(keyOf('/a'), () => Promise.reject(new Error('no renderer is free')));
    await new Promise(setImmediate);
    expect(await get('/a', '2')).toEqual(['1', 'stale']);
    expect(await get('/a', '3')).toEqual(['2', 'fresh']);
  });

  it('takes the room of its compressed form', async () => {
    const text = 'ring '.repeat(20_000);
    await get('/a', text);
    expect(cache.size.bytes).toBeLessThan(5_000);
    expect(await get('/a', '')).toEqual([text, 'fresh']);
  });
});

describe('a change', () => {
  it('drops the pages that have its tag, and no others', async () => {
    await get('/a', '1', ['product:1', 'brand']);
    await get('/b', '1', ['product:2', 'brand']);
    expect(cache.drop(['product:1'])).toBe(1);
    expect(await get('/a', '2')).toEqual(['2', 'rendered']);
    expect(await get('/b', '2')).toEqual(['1', 'fresh']);
  });

  it('of which nobody knows what it is drops all', async () => {
    await get('/a', '1');
    expect(cache.drop('all')).toBe(1);
    expect(await get('/a', '2')).toEqual(['2', 'rendered']);
  });

  it('during a rendering with its tag keeps that page from being stored, and from who asks after it', async () => {
    let finish!: (page: RenderedPage) => void;
    const before = cache.get(keyOf('/a'), () => new Promise((resolve) => (finish = resolve)));
    cache.drop(['product:1']);
    const after = get('/a', 'new', ['product:1']);
    finish(pageOf('old', ['product:1']));
    expect((await before).page.body.toString()).toBe('old');
    expect(await after).toEqual(['new', 'rendered']);
    expect(await get('/a', 'newer')).toEqual(['new', 'fresh']);
  });

  it('during a rendering with other tags changes nothing, however many there are', async () => {
    let finish!: (page: RenderedPage) => void;
    void cache.get(keyOf('/a'), () => new Promise((resolve) => (finish = resolve)));
    for (let i = 0; i < 100; i++) cache.drop([`product:${i}`]);
    const joined = get('/a', 'twice', ['brand']);
    finish(pageOf('once', ['brand']));
    expect(await joined).toEqual(['once', 'rendered']);
    expect(await get('/a', 'twice')).toEqual(['once', 'fresh']);
  });
});

it('never takes more memory than it may', async () => {
  cache = newCache(50_000);
  for (let i = 0; i < 200; i++) await get(`/${i}`, `${i}`);
  expect(cache.size.bytes).toBeLessThanOrEqual(50_000);
  expect(cache.size.pages).toBeGreaterThan(10);
});

it('neither keeps nor shares a page without memory', async () => {
  cache = newCache(0);
  expect([await get('/a', '1'), await get('/a', '2')]).toEqual([
    ['1', 'rendered'],
    ['2', 'rendered'],
  ]);
});

it('never serves what was read before a change, in any order of requests, renderings and changes', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('ask' as const), key: fc.nat(2) }),
    fc.record({ do: fc.constant('finish' as const), rendering: fc.nat(5) }),
    fc.record({ do: fc.constant('change' as const), tag: fc.nat(2) }),
    fc.record({ do: fc.constant('change-all' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const subject = newCache();
      // Page k shows the versions of the tags k and k + 1.
      const versions = [0, 0, 0];
      const tagsOf = (key: number) => [key, (key + 1) % 3];
      const shown = (key: number) => tagsOf(key).map((tag) => versions[tag]!);
      const renderings: (() => void)[] = [];
      const answers: Promise<void>[] = [];
      let outdated = 0;
      for (const one of steps) {
        if (one.do === 'ask') {
          const least = shown(one.key);
          const answer = subject.get(keyOf(String(one.key)), () => {
            const text = JSON.stringify(shown(one.key));
            return new Promise((resolve) => renderings.push(() => resolve(pageOf(text, tagsOf(one.key).map(String)))));
          });
          answers.push(
            answer.then(({ page }) => {
              const got = JSON.parse(page.body.toString()) as number[];
              outdated += got.filter((version, i) => version < least[i]!).length;
            }),
          );
        } else if (one.do === 'finish') renderings.splice(one.rendering, 1)[0]?.();
        else if (one.do === 'change') {
          versions[one.tag]!++;
          subject.drop([String(one.tag)]);
        } else {
          for (const tag of versions.keys()) versions[tag]!++;
          subject.drop('all');
        }
        await new Promise(setImmediate);
      }
      let isDone = false;
      const done = Promise.all(answers).finally(() => (isDone = true));
      while (!isDone) {
        renderings.shift()?.();
        await new Promise(setImmediate);
      }
      await done;
      expect(outdated).toBe(0);
    }),
    { numRuns: 200 },
  );
});
