import path from 'node:path';
import { expect, it } from '@jest/globals';
import { fragments } from '@shop/contracts';
import { exposedGaps } from '@shop/test-kit';
import remote from '../../federation.ts';
import { LISTING_PARAMETERS } from '../components/filters/filters.ts';

it('exposes exactly what the contracts declare, by modules that are there', () => {
  expect(exposedGaps(remote, fragments, path.resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('declares the parameters that its listings read', () => {
  expect(remote.pages).toContainEqual(
    expect.objectContaining({ module: './src/exposed/listing-page.ts', query: LISTING_PARAMETERS }),
  );
});
