import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { closeBrowser, openContext } from '../browser.ts';
import { config } from '../config.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { faultsOf } from './screen-faults.ts';
import { ScreenVisits } from './screen-visits.ts';
import { SCREENS } from './screens.ts';

// The whole shop with its demo data, in Chromium: what the program and axe find wrong with any screen, overlay and mail.
const failures = path.join(config.traces, 'every-screen');
fs.mkdirSync(failures, { recursive: true });
const visits = new ScreenVisits(shopUnderTest(), (options) => openContext(options), failures);
afterAll(closeBrowser);

describe('fits, can be read and can be pressed at five widths and in both themes', () => {
  // Several at a time: while one waits for its network to be idle, others are looked at.
  it.concurrent.each(Object.entries(SCREENS))('%s', async (_, screen) => {
    expect(await faultsOf(visits, screen)).toEqual([]);
  });
});
