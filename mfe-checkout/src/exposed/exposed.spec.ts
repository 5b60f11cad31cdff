import path from 'node:path';
import { expect, it } from '@jest/globals';
import { fragments } from '@shop/contracts';
import { exposedGaps } from '@shop/test-kit';
import remote from '../../federation.ts';

it('exposes exactly what the contracts declare, by modules that are there', () => {
  expect(exposedGaps(remote, fragments, path.resolve(import.meta.dirname, '../..'))).toEqual([]);
});
