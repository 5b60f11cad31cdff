import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.ts';

/** Work that says when it began and ends when it is told to. */
function works() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { began, work, settled, end: (name: string) => (ends.get(name)?.(), settled()) };
}

describe('lanes', () => {
  it('let work on other keys pass and keep work on the same key waiting, in its order', async () => {
    const lanes = new Lanes();
    const { began, work, settled, end } = works();
    const all = [
      lanes.run(['a'], work('first a')),
      lanes.run(['a', 'b'], work('a and b')),
      lanes.run(['b'], work('b')),
      lanes.run(['c'], work('c')),
    ];
    await settled();
    expect(began).toEqual(['first a', 'c']);
    await end('first a');
    expect(began).toEqual(['first a', 'c', 'a and b']);
    await end('a and b');
    expect(began.at(-1)).toBe('b');
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
