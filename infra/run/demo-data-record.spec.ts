import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DemoDataRecord } from './demo-data-record.ts';

const SERVICES = ['catalog', 'content'];

describe('the record of the demo data', () => {
  let folder: string;
  /** As the next start reads it. */
  const record = () => new DemoDataRecord(path.join(folder, 'demo-data.json'));
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-data-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('says what a start has to load: once each', () => {
    expect([record().isNew, record().missing(SERVICES)]).toEqual([true, SERVICES]);
    record().loaded('catalog');
    expect([record().isNew, record().missing(SERVICES)]).toEqual([false, ['content']]);
  });

  it('has no later start load into a shop that began empty, also of a service that is new', () => {
    record().requireNoneLoaded();
    record().leaveOut();
    expect([record().isNew, record().missing([...SERVICES, 'gift-card'])]).toEqual([false, []]);
    record().requireNoneLoaded();
  });

  it('refuses to begin empty what has demo data, also where it was loaded afterwards', () => {
    record().leaveOut();
    record().loaded('catalog');
    expect(record().missing(SERVICES)).toEqual([]);
    expect(() => record().requireNoneLoaded()).toThrow('npm run reset');
  });
});
