import { describe, expect, it } from '@jest/globals';
import type { Product } from './api/product.ts';
import {
  canBeEngraved,
  customizationsOf,
  groupsOf,
  firstMissing,
  offeredChoices,
  initialChoices,
} from './choices.rules.ts';

const piece = (main: string, details: Partial<Product['detailsRef']>, model = 'RingDetails') =>
  ({
    category: { main },
    detailsModel: model,
    detailsRef: {
      metalTone: ['Yellow Gold'],
      metalPurity: ['14K', '18K'],
      stoneType: ['Diamond', 'Ruby'],
      ...details,
    },
  }) as Product;

const named = (product: Product, mode: 'ready' | 'custom') => groupsOf(product, mode).map(({ name }) => name);

describe('what can be chosen', () => {
  it('of a ready piece: its own purity and stone, and what it comes in', () => {
    const ring = piece('ring', { sizeOptions: ['12', '14'], finish: 'Matt' });
    expect(groupsOf(ring, 'ready')).toMatchObject([
      { name: 'metalPurity', values: ['14K'] },
      { name: 'stoneType', values: ['Diamond'] },
      { name: 'sizeOptions', title: 'Ring size', values: ['12', '14'] },
    ]);
  });

  it('of one made to order: every purity and stone, centre stones and finish, and what the group adds', () => {
    const ring = piece('ring', {
      finish: 'Matt',
      centerStoneOptions: { carats: ['0.30 ct'], shapes: ['Round'], qualities: ['VS'] },
    });
    expect(named(ring, 'custom')).toEqual([
      'metalPurity',
      'stoneType',
      'centerStoneCarat',
      'centerStoneShape',
      'centerStoneQuality',
      'finish',
    ]);
    const [purity] = groupsOf(ring, 'custom', { prices: {}, values: { metalPurity: ['18K', '22K'] } });
    expect(purity!.values).toEqual(['14K', '18K', '22K']);
  });

  it.each([
    ['bracelet', { sizes: ['6 in'] }, ['sizes']],
    ['necklace', { sizes: ['16 in'], chainLengths: ['18 in'] }, ['chainLengths', 'sizes']],
    ['earring', { earringSize: ['Small'], backType: ['Screw back'] }, ['earringSize', 'backType']],
    ['pendant', { chainLength: ['18 in'], pendantSize: ['Petite'] }, ['chainLength', 'pendantSize']],
    ['ring', { metalTone: ['Yellow Gold', 'Rose Gold'] }, []],
  ] as const)('has what a %s has', (main, details, own) => {
    const names = named(piece(main, details as object), 'ready').filter((name) => !/^metal|^stone/.test(name));
    expect(names).toEqual(own);
  });
});

describe('what is missing', () => {
  it('is the chain length first, then the size, each in its own words', () => {
    const groups = groupsOf(piece('pendant', { chainLength: ['18 in'], pendantSize: ['Petite'] }), 'ready');
    expect(firstMissing(groups, {})?.needed).toBe('Please select chain length');
    expect(firstMissing(groups, { chainLength: '18 in' })?.needed).toBe('Please select pendant size');
    expect(firstMissing(groups, { chainLength: '18 in', pendantSize: 'Petite' })).toBeUndefined();
  });

  it('is never the back of an earring', () => {
    expect(firstMissing(groupsOf(piece('earring', { backType: ['Push back'] }), 'ready'), {})).toBeUndefined();
  });
});

describe('customizations', () => {
  const ring = piece('ring', { sizeOptions: ['12'] });

  it('of a ready piece carry its own tone, purity and stone, which cost nothing more', () => {
    expect(
      customizationsOf('ready', { ...initialChoices(ring, 'ready'), sizeOptions: '12', engraving: ' ' }, ring),
    ).toEqual({
      costomization: 'no',
      metalTone: 'Yellow Gold',
      metalPurity: { value: '14K', price: 0 },
      stoneType: { value: 'Diamond', price: 0 },
      sizeOptions: '12',
    });
  });

  it('of one made to order carry what was chosen and nothing else', () => {
    expect(customizationsOf('custom', initialChoices(ring, 'custom'), ring)).toEqual({ costomization: 'yes' });
    expect(customizationsOf('custom', { metalPurity: '18K', engraving: 'Asha ' }, ring)).toEqual({
      costomization: 'yes',
      metalPurity: '18K',
      engraving: 'Asha',
    });
  });

  it('leave out what has no price yet, which the group names', () => {
    const groups = groupsOf({ ...ring, notPriced: { sizeOptions: ['20'] } }, 'ready');
    expect(groups.find(({ name }) => name === 'sizeOptions')).toMatchObject({ notPriced: ['20'] });
    expect(offeredChoices(groups, { sizeOptions: '20' })).toEqual({});
  });

  it('leave out what another variant came in', () => {
    expect(offeredChoices(groupsOf(ring, 'ready'), { metalPurity: '18K', sizeOptions: '12', sizes: '6 in' })).toEqual({
      sizeOptions: '12',
    });
  });
});

it('engraves by the flag of the type, and no necklace', () => {
  expect(canBeEngraved(piece('ring', { engravingAvailable: true }))).toBe(true);
  expect(canBeEngraved(piece('bracelet', { engravingAvailable: true }, 'BraceletDetails'))).toBe(false);
  expect(canBeEngraved(piece('bracelet', { nameEngravingAvailable: true }, 'BraceletDetails'))).toBe(true);
  expect(canBeEngraved(piece('necklace', { engravingAvailable: true }, 'NecklaceDetails'))).toBe(false);
});
