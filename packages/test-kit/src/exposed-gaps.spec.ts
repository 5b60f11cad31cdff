import path from 'node:path';
import { expect, it } from '@jest/globals';
import { exposedGaps } from './exposed-gaps.ts';

const folder = path.resolve(import.meta.dirname, '..');
const fragments = [{ id: 'account/sign-in' }, { id: 'checkout/cart-button' }];

it('finds no gap where a remote exposes what is declared, by modules that are there', () => {
  const remote = { name: 'account', fragments: { 'sign-in': './src/exposed-gaps.ts' } };
  expect(exposedGaps(remote, fragments, folder)).toEqual([]);
});

it('names what is declared and not exposed, exposed and not declared, and modules that are not there', () => {
  const remote = {
    name: 'account',
    pages: [{ module: './src/gone-page.ts' }],
    fragments: { order: './src/exposed-gaps.ts' },
  };
  expect(exposedGaps(remote, fragments, folder)).toEqual([
    'account/sign-in is declared and not exposed',
    'account/order is exposed and not declared',
    './src/gone-page.ts is not there',
  ]);
});
