import { describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { BatchWriter } from './batch-writer.ts';

const LONG = 60_000;

describe('what is gathered', () => {
  it('is written together after a while', async () => {
    const written: number[][] = [];
    const gathered = new BatchWriter<number>(async (items) => void written.push(items), 20);
    for (const item of [1, 2, 3]) gathered.add(item);
    expect(written).toEqual([]);
    await eventually(() => expect(written).toEqual([[1, 2, 3]]));
  });

  it('is not waited with once it is enough, or when it is asked for', async () => {
    const written: number[][] = [];
    const gathered = new BatchWriter<number>(async (items) => void written.push(items), LONG, 2);
    for (const item of [1, 2, 3]) gathered.add(item);
    await gathered.flush();
    expect(written.flat()).toEqual([1, 2, 3]);
    await gathered.flush();
    expect(written.flat()).toEqual([1, 2, 3]);
  });

  it('stays for the next time when it cannot be written', async () => {
    const written: number[][] = [];
    let isAway = true;
    const gathered = new BatchWriter<number>(async (items) => {
      if (isAway) throw new Error('away');
      written.push(items);
    }, LONG);
    gathered.add(1);
    await expect(gathered.flush()).rejects.toThrow('away');
    gathered.add(2);
    isAway = false;
    await gathered.flush();
    expect(written).toEqual([[1, 2]]);
  });
});
