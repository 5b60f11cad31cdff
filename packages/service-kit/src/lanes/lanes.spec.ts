import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.ts';

/** Work that records its start and ends on `end(name)`. */
function trackedWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { started, work, settled, end: (name: string) => (ends.get(name)?.(), settled()) };
}

describe('lanes', () => {
  it('let work on other keys pass and keep work on the same key waiting, in its order', async () => {
    const lanes = new Lanes();
    const { started, work, settled, end } = trackedWork();
    const all = [
      lanes.run(['a'], work('first a')),
      lanes.run(['a', 'b'], work('a and b')),
      lanes.run(['b'], work('b')),
      lanes.run(['c'], work('c')),
    ];
    await settled();
    expect(started).toEqual(['first a', 'c']);
    await end('first a');
    expect(started).toEqual(['first a', 'c', 'a and b']);
    await end('a and b');
    expect(started.at(-1)).toBe('b');
    await end('b');
    await end('c');
    await Promise.all(all);
  });

  it('go on after work that failed', async () => {
    const lanes = new Lanes();
    const failing = lanes.run(['a'], () => Promise.reject(new Error('no stock')));
    const next = lanes.run(['a'], () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no stock');
    await expect(next).resolves.toBe('done');
  });
});
