import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import type { Customization } from '../customizations/customization.schema.ts';
import type { Details } from '../products/details.schema.ts';
import { priceLine } from './price.rules.ts';

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
  stoneType: ['Lab-Grown Diamond', 'Natural Diamond'],
  weight: 3,
  careInstructions: '',
  packaging: '',
  hypoallergenic: true,
  certification: { isHallmarked: true, isCertified: true },
  sizeOptions: ['12', '22'],
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
  'ring-size 22': 950_00,
  'metal-purity 18K': 9_999_00,
  'metal-purity 22K': 12_000_00,
  'stone-carat 0.50 ct': 7_400_00,
  'stonetype Lab-Grown Diamond': 77_00,
};

function price(
  chosen: Record<string, unknown>,
  {
    requireSizes = false,
    ...changes
  }: { requireSizes?: boolean; piece?: object; details?: object; without?: boolean } = {},
) {
  return priceLine({
    piece: { ...piece, ...changes.piece },
    details: { ...details, ...changes.details },
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
        stoneType: { value: 'Lab-Grown Diamond', price: 0 },
      },
    });
  });

  it('takes prices of the group before those of the option list', () => {
    expect(price({ costomization: 'yes', metalPurity: '18K' })).toMatchObject({ customizationPaise: 5_300_00 });
  });

  it('takes the option list where the group says nothing', () => {
    expect(price({ costomization: 'yes', metalPurity: '22K' })).toMatchObject({ customizationPaise: 12_000_00 });
    expect(price({ costomization: 'yes', metalPurity: '18K' }, { without: true })).toMatchObject({
      customizationPaise: 9_999_00,
    });
  });

  it('never charges for what the ready piece is made of', () => {
    expect(price({ costomization: 'yes', stoneType: 'Lab-Grown Diamond' })).toMatchObject({ customizationPaise: 0 });
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
    expect(price({ sizeOptions: '99' })).toEqual({ ok: false, errors: { sizeOptions: 'Not offered' } });
    expect(price({ metalTone: 'Platinum' })).toEqual({ ok: false, errors: { metalTone: 'Not offered' } });
  });

  it('has another purity or stone only when made to order', () => {
    expect(price({ metalPurity: '18K' })).toEqual({ ok: false, errors: { metalPurity: 'Only when made to order' } });
  });

  it('makes only gold to order', () => {
    expect(price({ costomization: 'yes' }, { piece: { material: { tag: 'silver' } } })).toEqual({
      ok: false,
      errors: { costomization: 'Only gold pieces are made to order' },
    });
  });

  it('takes engraving as free text where the piece can be engraved', () => {
    expect(price({ engraving: ' Meera ' })).toMatchObject({ customizations: { engraving: 'Meera' } });
    expect(price({ engraving: '   ' })).not.toHaveProperty('customizations.engraving');
    expect(price({ engraving: 'Meera' }, { details: { engravingAvailable: false } })).toEqual({
      ok: false,
      errors: { engraving: 'This piece cannot be engraved' },
    });
  });
});

describe('a line for the cart', () => {
  it('needs a size where the piece has sizes', () => {
    expect(price({}, { requireSizes: true })).toEqual({
      ok: false,
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
      errors: { chainLength: 'Please select chain length' },
    });
  });
});
