import { describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import { Types } from 'mongoose';
import type { Piece } from '../products/pieces.ts';
import { decideGroup, restorable } from './product-group.rules.ts';

const idOf = (tone: string) => new Types.ObjectId(Buffer.from(tone.padEnd(12).slice(0, 12)).toString('hex'));

function aPiece(metalTone: string, product: Partial<Piece['product']> = {}, details: object = {}): Piece {
  return {
    product: {
      ...{ _id: idOf(metalTone), name: 'Meera Ring', productGroup: 'AR-1042', metalTone, pricePaise: 42_500_00 },
      ...{ shortDescription: 'A ring.', category: { main: 'ring' }, material: { tag: 'gold' }, featured: 0 },
      ...{ images: ['/api/v1/images/a.webp'], status: 'published', position: 0, stock: 5, detailsModel: 'RingDetails' },
      ...{ updatedAt: new Date(0), ...product },
    } as Piece['product'],
    details: {
      careInstructions: 'Wipe it.',
      packaging: 'A box.',
      deliveryTime: 'A week',
      ...details,
    } as Piece['details'],
  };
}
/** As the service reads it. */
const body = (given: unknown) => catalog.changeProductGroup.body!.parse(given);
const decide = (given: unknown, ...pieces: Piece[]) => decideGroup(body(given), pieces);

describe('a change of a group', () => {
  const [yellow, rose] = [aPiece('Yellow Gold'), aPiece('Rose Gold', { position: 1 })];

  it('writes shared fields to every piece that has another value', () => {
    const other = aPiece('White Gold', { name: 'Mira Ring' }, { packaging: 'A bag.' });
    const decided = decide({ name: 'Mira Ring', details: { packaging: 'A bag.' } }, yellow, other);
    expect(decided).toEqual({
      changes: [{ piece: yellow, product: { name: 'Mira Ring' }, details: { packaging: 'A bag.' } }],
    });
  });

  it('writes fields of single pieces in paise, removes what is null, and leaves out what is the same', () => {
    const low = aPiece('Yellow Gold', { lowStockAt: 3 }, { occasion: ['Wedding'] });
    const variants = {
      [String(low.product._id)]: { price: 43_000.5, lowStockAt: null, stock: 9, stockBefore: 5, status: 'published' },
      [String(rose.product._id)]: { price: 42_500, position: 1, stock: 5, stockBefore: 5 },
    };
    expect(decide({ variants, details: { occasion: ['Wedding'], deliveryTime: null } }, low, rose)).toEqual({
      changes: [
        {
          piece: low,
          product: { pricePaise: 4_300_050, lowStockAt: undefined },
          details: { deliveryTime: undefined },
          stock: 9,
        },
        { piece: rose, product: {}, details: { occasion: ['Wedding'], deliveryTime: undefined } },
      ],
    });
  });

  it('writes status, place and low stock of a single piece', () => {
    const low = aPiece('Yellow Gold', { lowStockAt: 3 });
    const of = (fields: object) => {
      const decided = decide({ variants: { [String(low.product._id)]: fields } }, low);
      return 'changes' in decided && decided.changes.map(({ product }) => product);
    };
    expect(of({ status: 'draft', position: 4, lowStockAt: 2 })).toEqual([
      { status: 'draft', position: 4, lowStockAt: 2 },
    ]);
    expect(of({ lowStockAt: null })).toStrictEqual([{ lowStockAt: undefined }]);
  });

  it('lets a piece keep as many pictures as there may be', () => {
    const images = Array.from({ length: catalog.MAX_PICTURES }, (_, at) => `/api/v1/images/${at}.webp`);
    const full = aPiece('Rose Gold', { images });
    expect(decide({ name: 'Mira Ring' }, full)).toEqual({
      changes: [{ piece: full, product: { name: 'Mira Ring' }, details: {} }],
    });
    const more = aPiece('Rose Gold', { images: [...images, '/api/v1/images/old.webp'] });
    expect(decide({ addImages: [images[0]] }, more)).toEqual({ changes: [] });
  });

  it('puts pictures behind those that each piece has', () => {
    const worn = aPiece('Rose Gold', { images: ['/api/v1/images/worn.webp', '/api/v1/images/b.webp'] });
    expect(decide({ addImages: ['/api/v1/images/worn.webp'] }, yellow, worn)).toEqual({
      changes: [
        { piece: yellow, product: { images: ['/api/v1/images/a.webp', '/api/v1/images/worn.webp'] }, details: {} },
      ],
    });
  });

  it('names what is wrong by field, and changes nothing then', () => {
    const full = aPiece('Rose Gold', { images: Array.from({ length: 12 }, (_, at) => `/api/v1/images/${at}.webp`) });
    const wrong = {
      ...{ name: 'Mira Ring', category: { main: 'necklace' }, details: { chainLengths: ['45 cm'] } },
      ...{ addImages: ['/api/v1/images/worn.webp'], variants: { ['f'.repeat(24)]: { price: 1 } } },
    };
    expect(decide(wrong, yellow, full)).toEqual({
      errors: {
        'category.main': 'A necklace has NecklaceDetails',
        'details.chainLengths': 'RingDetails has no chainLengths',
        addImages: 'Rose Gold, gold would have more than 12 pictures',
        [`variants.${'f'.repeat(24)}`]: 'This is no piece of the group, or it is archived',
      },
    });
  });

  it('removes a field that a model does not have without a word', () => {
    expect(decide({ details: { chainLengths: null } }, yellow)).toEqual({ changes: [] });
  });

  it('says which stock moved since it was seen', () => {
    const variants = { [String(rose.product._id)]: { stock: 9, stockBefore: 4 } };
    expect(decide({ variants }, yellow, rose)).toEqual({ moved: { [String(rose.product._id)]: 5 } });
  });

  it('takes a stock with the one that was seen only', () => {
    const given = { variants: { [String(rose.product._id)]: { stock: 9 } } };
    const { error } = catalog.changeProductGroup.body!.safeParse(given);
    expect(error!.issues.map(({ path }) => path.join('.'))).toEqual([
      `variants.${String(rose.product._id)}.stockBefore`,
    ]);
  });
});

describe('what can be restored in a group', () => {
  it('is one piece of each tone and material that is not there: the one archived last', () => {
    const archived = (tone: string, day: number, tag = 'gold') =>
      aPiece(tone, { status: 'archived', material: { tag }, updatedAt: new Date(Date.UTC(2026, 0, day)) });
    const [first, second, silver, taken] = [
      ...[archived('Rose Gold', 1), archived('Rose Gold', 2), archived('Rose Gold', 1, 'silver')],
      archived('Yellow Gold', 3),
    ];
    expect(restorable([first!, second!, silver!, taken!, aPiece('Yellow Gold')])).toEqual([second, silver]);
  });
});
