import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Measurement } from './measurement.ts';
import { registry } from './metrics.ts';

interface Gem {
  colour: string;
  count: number;
  carats?: number;
}

const gems = new Measurement<Gem>('Gems')
  .gauge('test_gems', 'Gems', ['colour'], ({ count }) => count)
  .gauge('test_gem_carats', 'Carats', ['colour'], ({ carats }) => carats)
  .gauge('test_gems_counted', 'Without labels', [], ({ count }) => count);
const kept = new Measurement<Gem>('Kept gems', { keepMs: 3_600_000 }).gauge(
  'test_kept',
  'Kept',
  [],
  ({ count }) => count,
);

const scraped = async () =>
  (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('test_'))
    .toSorted();

describe('a measurement', () => {
  let warned: jest.SpiedFunction<Logger['warn']>;
  let stop: () => void;
  beforeEach(() => {
    // A service that another file of this process started has given its name to all metrics.
    registry.setDefaultLabels({});
    warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    stop();
    jest.restoreAllMocks();
  });

  it('is one for all gauges of a scrape, and a new one for each scrape', async () => {
    let measured = 0;
    stop = gems.by(async () => [{ colour: 'red', count: ++measured, carats: 2 }]);
    const sample = (count: number) => [
      `test_gem_carats{colour="red"} 2`,
      `test_gems_counted ${count}`,
      `test_gems{colour="red"} ${count}`,
    ];
    expect(await scraped()).toEqual(sample(1));
    expect(await scraped()).toEqual(sample(2));
  });

  it('has no sample of what is not there any more, nor of a row without a value', async () => {
    let rows: Gem[] = [
      { colour: 'red', count: 1, carats: 1 },
      { colour: 'blue', count: 2 },
    ];
    stop = gems.by(async () => rows);
    expect(await scraped()).toContain('test_gem_carats{colour="red"} 1');
    rows = [{ colour: 'blue', count: 2 }];
    expect(await scraped()).toEqual(['test_gems_counted 2', 'test_gems{colour="blue"} 2']);
  });

  it('that fails has no sample, so that no alert takes it for zero, and is logged once', async () => {
    let isFailing = true;
    stop = gems.by(async () => {
      if (isFailing) throw new Error('no database');
      return [{ colour: 'red', count: 1 }];
    });
    expect(await scraped()).toEqual([]);
    expect(await scraped()).toEqual([]);
    expect(warned).toHaveBeenCalledTimes(1);
    isFailing = false;
    expect(await scraped()).toHaveLength(2);
  });

  it('is kept where it costs something, until what it is made of changes', async () => {
    let measured = 0;
    stop = kept.by(async () => [{ colour: 'red', count: ++measured }]);
    expect(await scraped()).toEqual(['test_kept 1']);
    expect(await scraped()).toEqual(['test_kept 1']);
    stop();
    expect(await scraped()).toEqual([]);
  });
});
