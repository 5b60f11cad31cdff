import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import type { Customization } from '../customizations/customization.schema.ts';
import type { Details } from '../products/details.schema.ts';
import {
  canBeMadeToOrder,
  engravingAvailable,
  needsSize,
  optionPricesNeeded,
  optionPricesOffered,
  priceLine,
  valuesWithoutPrice,
} from './price.rules.ts';

const piece = {
  pricePaise: 42_500_00,
  category: { main: 'ring' },
  material: { tag: 'gold' },
  detailsModel: 'RingDetails' as const,
};
const details: Details = {
  _id: new Types.ObjectId(),
  metalTone: ['Yellow Gold'],
  metalPurity: ['14K', '18K', '22K'],
  stoneType: ['Laboratory-Grown Diamond', 'Natural Diamond'],
  weight: 3,
  careInstructions: '',
  packaging: '',
  hypoallergenic: true,
  certification: { isHallmarked: true, isCertified: true },
  sizeOptions: ['12', '22', '24'],
  centerStoneOptions: { carats: ['0.30 ct', '0.50 ct'], shapes: ['Round'], qualities: ['GH-VS'] },
  engravingAvailable: true,
};
const customization: Customization = {
  _id: new Types.ObjectId(),
  productGroup: 'AR-1001',
  metalPurity: [
    { value: '14K', pricePaise: 0 },
    { value: '18K', pricePaise: 5_300_00 },
  ],
  stoneType: [{ value: 'Natural Diamond', pricePaise: 28_200_50 }],
};
const LIST: Record<string, number> = {
  'ring-size 12': 0,
  'ring-size 22': 950_00,
  'metal-purity 18K': 9_999_00,
  'metal-purity 22K': 12_000_00,
  'stone-carat 0.50 ct': 7_400_00,
  'stonetype Laboratory-Grown Diamond': 77_00,
};

function price(
  chosen: Record<string, unknown>,
  {
    requireSizes = false,
    isMadeToOrder = true,
    ...changes
  }: { requireSizes?: boolean; isMadeToOrder?: boolean; piece?: object; details?: object; without?: boolean } = {},
) {
  return priceLine({
    piece: { ...piece, ...changes.piece },
    details: { ...details, ...changes.details },
    isMadeToOrder,
    customization: changes.without ? undefined : customization,
    optionPrice: ({ kind, value }) => LIST[`${kind} ${value}`],
    chosen: catalog.customizations.parse(chosen),
    requireSizes,
  });
}

describe('the price of a line', () => {
  it('is the base price when nothing is chosen, and says what the piece is made of', () => {
    expect(price({})).toEqual({
      ok: true,
      basePaise: 42_500_00,
      customizationPaise: 0,
      customized: false,
      customizations: {
        costomization: 'no',
        metalTone: 'Yellow Gold',
        metalPurity: { value: '14K', price: 0 },
        stoneType: { value: 'Laboratory-Grown Diamond', price: 0 },
      },
    });
  });

  it('takes prices of the group before those of the option list', () => {
    expect(price({ costomization: 'yes', metalPurity: '18K' })).toMatchObject({ customizationPaise: 5_300_00 });
  });

  it('takes a value that only the group has, and only to order', () => {
    const few = { details: { metalPurity: ['14K'] } };
    expect(price({ costomization: 'yes', metalPurity: '18K' }, few)).toMatchObject({ customizationPaise: 5_300_00 });
    expect(price({ metalPurity: '18K' }, few)).toMatchObject({ errors: { metalPurity: 'Not offered' } });
  });

  it('says nothing of a tone, a purity or a stone where the piece has none', () => {
    expect(price({}, { details: { metalTone: [], metalPurity: [], stoneType: [] } })).toMatchObject({
      ok: true,
      customizations: { costomization: 'no' },
    });
  });

  it('takes the option list where the group says nothing', () => {
    expect(price({ costomization: 'yes', metalPurity: '22K' })).toMatchObject({ customizationPaise: 12_000_00 });
    expect(price({ costomization: 'yes', metalPurity: '18K' }, { without: true })).toMatchObject({
      customizationPaise: 9_999_00,
    });
  });

  it('never charges for what the ready piece is made of', () => {
    expect(price({ costomization: 'yes', stoneType: 'Laboratory-Grown Diamond' })).toMatchObject({
      customizationPaise: 0,
    });
    expect(price({ costomization: 'yes', centerStoneCarat: '0.30 ct' })).toMatchObject({ customizationPaise: 0 });
  });

  it('adds up several options to the paisa', () => {
    const line = price({
      costomization: 'yes',
      metalPurity: '18K',
      stoneType: 'Natural Diamond',
      centerStoneCarat: '0.50 ct',
      sizeOptions: '22',
    });
    expect(line).toMatchObject({ customizationPaise: 5_300_00 + 28_200_50 + 7_400_00 + 950_00, customized: true });
  });

  it('ignores every price that is sent along', () => {
    const sent = fc.oneof(fc.double(), fc.string(), fc.constant(-1e9), fc.constant(null));
    fc.assert(
      fc.property(sent, (tampered) => {
        const honest = price({ costomization: 'yes', metalPurity: '18K', sizeOptions: '22' });
        const dishonest = price({
          costomization: 'yes',
          metalPurity: { value: '18K', price: tampered },
          sizeOptions: { value: '22', price: tampered },
        });
        expect(dishonest).toEqual(honest);
      }),
    );
  });

  it('refuses what the piece does not come in', () => {
    const refused = (errors: object) => ({ ok: false, code: 'option.not-offered', errors });
    expect(price({ sizeOptions: '99' })).toEqual(refused({ sizeOptions: 'Not offered' }));
    expect(price({ metalTone: 'Platinum' })).toEqual(refused({ metalTone: 'Not offered' }));
  });

  it('has another purity or stone only when made to order', () => {
    expect(price({ metalPurity: '18K' })).toMatchObject({
      ok: false,
      errors: { metalPurity: 'Only when made to order' },
    });
  });

  it('makes nothing to order whose material is not', () => {
    expect(price({ costomization: 'yes' }, { isMadeToOrder: false })).toEqual({
      ok: false,
      code: 'option.not-offered',
      errors: { costomization: 'This piece is not made to order' },
    });
  });

  it('takes engraving as free text where the piece can be engraved', () => {
    expect(price({ engraving: ' Meera ' })).toMatchObject({ customizations: { engraving: 'Meera' } });
    expect(price({ engraving: '   ' })).not.toHaveProperty('customizations.engraving');
    expect(price({ engraving: 'Meera' }, { details: { engravingAvailable: false } })).toEqual({
      ok: false,
      code: 'option.not-offered',
      errors: { engraving: 'This piece cannot be engraved' },
    });
  });
});

describe('a value without a price', () => {
  const refused = (errors: object) => ({ ok: false, code: 'option.not-priced', errors });

  it('is not free: it cannot be bought', () => {
    expect(price({ sizeOptions: '24' })).toEqual(refused({ sizeOptions: 'No price yet' }));
    expect(
      price({ costomization: 'yes', metalPurity: '22K' }, { details: { metalPurity: ['14K', '9K'] } }),
    ).toMatchObject({
      code: 'option.not-offered',
    });
    expect(price({ costomization: 'yes', metalPurity: '9K' }, { details: { metalPurity: ['14K', '9K'] } })).toEqual(
      refused({ metalPurity: 'No price yet' }),
    );
    expect(
      price(
        { costomization: 'yes', centerStoneCarat: '0.70 ct' },
        { details: { centerStoneOptions: { carats: ['0.30 ct', '0.70 ct'], shapes: [], qualities: [] } } },
      ),
    ).toEqual(refused({ centerStoneCarat: 'No price yet' }));
  });

  it('is free where it is the first one offered, and where the list has it without a price', () => {
    expect(price({ sizeOptions: '24' }, { details: { sizeOptions: ['24', '12'] } })).toMatchObject({
      ok: true,
      customizationPaise: 0,
    });
    expect(price({ sizeOptions: '12' }, { details: { sizeOptions: ['24', '12'] } })).toMatchObject({
      ok: true,
      customizationPaise: 0,
    });
  });

  it('costs nothing when it is a metal tone', () => {
    expect(price({ metalTone: 'Rose Gold' }, { details: { metalTone: ['Yellow Gold', 'Rose Gold'] } })).toMatchObject({
      ok: true,
      customizationPaise: 0,
    });
  });

  it('is named among all that the piece offers', () => {
    const notPriced = (changes: object, withCustomization = true) =>
      valuesWithoutPrice({
        piece,
        details: { ...details, ...changes },
        isMadeToOrder: true,
        customization: withCustomization ? customization : undefined,
        optionPrice: ({ kind, value }) => LIST[`${kind} ${value}`],
      });
    expect(notPriced({})).toEqual({ sizeOptions: ['24'] });
    expect(notPriced({ metalPurity: ['14K', '9K', '18K'], sizeOptions: undefined })).toEqual({ metalPurity: ['9K'] });
    expect(notPriced({ sizeOptions: undefined }, false)).toEqual({ stoneType: ['Natural Diamond'] });
  });

  it('is exactly what a line refuses', () => {
    const values = fc.subarray(['9K', '14K', '18K', '22K'], { minLength: 1 });
    const sizes = fc.shuffledSubarray(['12', '22', '24', '26']);
    fc.assert(
      fc.property(values, sizes, fc.boolean(), (metalPurity, sizeOptions, without) => {
        const changes = { details: { metalPurity, sizeOptions }, without };
        const found = valuesWithoutPrice({
          piece,
          details: { ...details, ...changes.details },
          isMadeToOrder: true,
          customization: without ? undefined : customization,
          optionPrice: ({ kind, value }) => LIST[`${kind} ${value}`],
        });
        for (const value of metalPurity) {
          const line = price({ costomization: 'yes', metalPurity: value }, changes);
          expect('code' in line && line.code === 'option.not-priced').toBe(
            found['metalPurity']?.includes(value) ?? false,
          );
        }
        for (const value of sizeOptions) {
          const line = price({ sizeOptions: value }, changes);
          expect('code' in line && line.code === 'option.not-priced').toBe(
            found['sizeOptions']?.includes(value) ?? false,
          );
        }
      }),
    );
  });
});

describe('a piece made to order', () => {
  const isCustomized = (chosen: object) => {
    const line = price({ costomization: 'yes', ...chosen });
    return line.ok && line.customized;
  };
  it('differs from the ready one in at least one value', () => {
    expect(isCustomized({})).toBe(false);
    expect(
      isCustomized({ metalPurity: '14K', stoneType: 'Laboratory-Grown Diamond', centerStoneCarat: '0.30 ct' }),
    ).toBe(false);
    expect(isCustomized({ metalPurity: '18K' })).toBe(true);
    expect(isCustomized({ centerStoneCarat: '0.50 ct' })).toBe(true);
  });

  it('is none because of its size or an engraving', () => {
    expect(isCustomized({ sizeOptions: '22', engraving: 'Asha' })).toBe(false);
  });
});

describe('what can be made to order', () => {
  const bare = {
    ...details,
    metalPurity: ['14K'],
    stoneType: ['Laboratory-Grown Diamond'],
    centerStoneOptions: undefined,
    finish: 'High polish',
  } as Details;
  const can = (changes: { details?: object; isMadeToOrder?: boolean; customization?: Customization } = {}) =>
    canBeMadeToOrder({
      piece,
      details: { ...bare, ...changes.details },
      isMadeToOrder: changes.isMadeToOrder ?? true,
      customization: changes.customization,
      optionPrice: ({ kind, value }) => LIST[`${kind} ${value}`],
    });

  it('is of a material made to order, and has something to choose', () => {
    expect(can()).toBe(false);
    expect(can({ details: { metalPurity: ['14K', '18K'] } })).toBe(true);
    expect(can({ details: { metalPurity: ['14K', '18K'] }, isMadeToOrder: false })).toBe(false);
    expect(can({ details: { centerStoneOptions: details.centerStoneOptions } })).toBe(true);
    expect(can({ details: { metalTone: ['Yellow Gold', 'White Gold'] } })).toBe(true);
  });

  it('is also what only the customization of the group offers', () => {
    expect(can({ customization })).toBe(true);
    const own = { ...customization, metalPurity: [{ value: '14K', pricePaise: 0 }], stoneType: [] };
    expect(can({ customization: own })).toBe(false);
  });

  it('is nothing that has no price, and no size', () => {
    expect(can({ details: { metalPurity: ['14K', '9K'] } })).toBe(false);
    expect(can({ details: { sizeOptions: ['12', '22'] } })).toBe(false);
  });
});

describe('a line for the cart', () => {
  it('needs a size where the piece has sizes', () => {
    expect(price({}, { requireSizes: true })).toEqual({
      ok: false,
      code: 'option.not-offered',
      errors: { sizeOptions: 'Please select ring size' },
    });
    expect(price({ sizeOptions: '12' }, { requireSizes: true })).toMatchObject({ ok: true });
  });

  it('needs a chain length where a pendant has some', () => {
    const pendant = {
      piece: { category: { main: 'pendant' } },
      details: { sizeOptions: undefined, chainLength: ['16 in'] },
    };
    expect(price({}, { ...pendant, requireSizes: true })).toEqual({
      ok: false,
      code: 'option.not-offered',
      errors: { chainLength: 'Please select chain length' },
    });
  });
});

describe('the options of a piece', () => {
  const two = (name: string) => [`${name} 1`, `${name} 2`];
  const everything: Partial<Details> = {
    ...{ metalTone: two('tone'), metalPurity: two('purity'), stoneType: two('stone'), finish: 'finish 1' },
    centerStoneOptions: { carats: two('carat'), shapes: two('shape'), qualities: two('quality') },
    ...{ sizeOptions: two('ring'), sizes: two('size'), earringSize: two('earring'), backType: two('back') },
    ...{ pendantSize: two('pendant'), chainLength: two('chain'), chainLengths: two('chains') },
  };
  const LISTS = [
    ['metalPurity', 'metal-purity', 'purity'],
    ['stoneType', 'stonetype', 'stone'],
    ['centerStoneCarat', 'stone-carat', 'carat'],
    ['centerStoneShape', 'stone-shape', 'shape'],
    ['centerStoneQuality', 'stone-quality', 'quality'],
    ['sizeOptions', 'ring-size', 'ring'],
    ['sizes', 'bracelet-size', 'size'],
    ['earringSize', 'earring-size', 'earring'],
    ['backType', 'backtype', 'back'],
    ['pendantSize', 'pendant-size', 'pendant'],
    ['chainLength', 'chain-length', 'chain'],
    ['chainLengths', 'chain-length', 'chains'],
  ] as const;
  const pricedFrom = (list: string, chosen: object, changes: Partial<Parameters<typeof priceLine>[0]> = {}) =>
    priceLine({
      piece,
      details: { ...details, ...everything },
      isMadeToOrder: true,
      customization: undefined,
      optionPrice: ({ kind }) => (kind === list ? 700_00 : 0),
      chosen: catalog.customizations.parse({ costomization: 'yes', ...chosen }),
      requireSizes: false,
      ...changes,
    });

  it.each(LISTS)('%s is priced from the list %s', (name, list, value) => {
    expect(pricedFrom(list, { [name]: `${value} 2` })).toMatchObject({ ok: true, customizationPaise: 700_00 });
    expect(pricedFrom('another', { [name]: `${value} 2` })).toMatchObject({ ok: true, customizationPaise: 0 });
  });

  it('of what the ready piece is fixed in come without a price, and another one only to order', () => {
    const ready = (name: string, value: string) => pricedFrom('', { costomization: 'no', [name]: value });
    for (const [name, , value] of LISTS.slice(0, 5)) {
      expect(pricedFrom('', { costomization: 'no', [name]: `${value} 1` }, { optionPrice: () => 1 })).toMatchObject({
        customizationPaise: 0,
      });
      expect(ready(name, `${value} 2`)).toMatchObject({ errors: { [name]: 'Only when made to order' } });
      expect(ready(name, `${value} 3`)).toMatchObject({ errors: { [name]: 'Not offered' } });
      expect(pricedFrom('', { [name]: `${value} 3` })).toMatchObject({ errors: { [name]: 'Not offered' } });
    }
    for (const [name, , value] of LISTS.slice(5)) {
      expect(ready(name, `${value} 2`)).toMatchObject({ ok: true });
      expect(ready(name, `${value} 3`)).toMatchObject({ errors: { [name]: 'Not offered' } });
    }
  });

  it('have a finish where there is one, which costs nothing and has no other', () => {
    const line = pricedFrom('finish', { costomization: 'no', finish: 'finish 1' });
    expect(line).toMatchObject({ customizationPaise: 0, customizations: { finish: { value: 'finish 1', price: 0 } } });
    expect(pricedFrom('finish', { finish: 'finish 2' })).toMatchObject({ errors: { finish: 'Not offered' } });
    const without = { details: { ...details, finish: undefined } as Details };
    expect(pricedFrom('finish', { finish: 'finish 1' }, without)).toMatchObject({ errors: { finish: 'Not offered' } });
  });

  it('of a necklace have lengths of their own', () => {
    const necklace = { piece: { ...piece, detailsModel: 'NecklaceDetails' as const } };
    const price = (list: string, chosen: object) => pricedFrom(list, chosen, necklace);
    expect(price('necklace-size', { sizes: 'size 2' })).toMatchObject({ customizationPaise: 700_00 });
    expect(price('bracelet-size', { sizes: 'size 2' })).toMatchObject({ customizationPaise: 0 });
    expect(price('ring-size', { sizeOptions: 'ring 2' })).toMatchObject({ customizationPaise: 700_00 });
  });

  it('are chosen with or without spaces around them', () => {
    const chosen = { costomization: 'no', sizeOptions: ' ring 2 ' } as const;
    expect(pricedFrom('ring-size', {}, { chosen })).toMatchObject({
      customizations: { sizeOptions: { value: 'ring 2', price: 700 } },
    });
  });

  it('of another tone make a piece to order a customised one', () => {
    expect(pricedFrom('', { metalTone: 'tone 2' })).toMatchObject({ customized: true });
    expect(pricedFrom('', { metalTone: 'tone 1' })).toMatchObject({ customized: false });
    expect(pricedFrom('', { costomization: 'no', metalTone: 'tone 2' })).toMatchObject({ customized: false });
  });

  it('need the prices of what is chosen, and of all that is offered', () => {
    const chosen = catalog.customizations.parse({ metalTone: 'tone 2', sizeOptions: ' 12 ', backType: '  ' });
    expect(optionPricesNeeded(piece, chosen)).toEqual([{ kind: 'ring-size', value: '12' }]);
    const bare = {
      ...details,
      finish: 'Matte',
      metalPurity: ['14K'],
      stoneType: [],
      sizeOptions: ['12', '14'],
      centerStoneOptions: undefined,
    };
    expect(optionPricesOffered(piece, bare as Details)).toEqual([
      { kind: 'metal-purity', value: '14K' },
      { kind: 'finish', value: 'Matte' },
      { kind: 'ring-size', value: '12' },
      { kind: 'ring-size', value: '14' },
    ]);
  });

  it('without a price matter where they can be bought: of what is made to order only in such a material', () => {
    const without = (isMadeToOrder: boolean) =>
      valuesWithoutPrice({
        piece,
        isMadeToOrder,
        details: { ...details, ...everything },
        customization: undefined,
        optionPrice: () => undefined,
      });
    const sizes = LISTS.slice(5).map(([name, , value]) => [name, [`${value} 2`]]);
    const materials = LISTS.slice(0, 5).map(([name, , value]) => [name, [`${value} 2`]]);
    expect(without(false)).toEqual(Object.fromEntries(sizes));
    expect(without(true)).toEqual(Object.fromEntries([...materials, ...sizes]));
  });

  it('need no centre stone', () => {
    const plain = { details: { ...details, centerStoneOptions: undefined } as Details };
    expect(pricedFrom('', {}, plain)).toMatchObject({ ok: true });
  });

  it('include an engraving where either field of the details says so', () => {
    const plain = {
      ...details,
      engravingAvailable: undefined,
      nameEngravingAvailable: undefined,
    } as unknown as Details;
    expect(engravingAvailable(plain)).toBe(false);
    expect(engravingAvailable({ ...plain, engravingAvailable: true })).toBe(true);
    expect(engravingAvailable({ ...plain, nameEngravingAvailable: true })).toBe(true);
    expect(engravingAvailable({ ...plain, nameEngravingAvailable: false })).toBe(false);
  });
});

describe('a size', () => {
  const { sizeOptions: _, ...unsized } = details;

  it.each(['sizeOptions', 'sizes', 'earringSize', 'pendantSize', 'chainLength', 'chainLengths'])(
    'has to be chosen where the piece offers %s',
    (name) => {
      expect(needsSize({ ...unsized, [name]: ['One'] })).toBe(true);
      expect(needsSize({ ...unsized, [name]: [] })).toBe(false);
    },
  );

  it('is no metal, stone or back', () => {
    expect(needsSize({ ...unsized, backType: ['Screw'] })).toBe(false);
  });
});
