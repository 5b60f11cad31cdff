import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, line, mrp, objectId, rupees } from '../core/shapes.ts';
import { detailsModel } from './details.ts';
import { pictureFocus } from './picture-notes.ts';

export const priceErrors = defineErrors({
  'option.not-offered': { status: 422, message: 'This piece does not come like that. Please choose again' },
  'option.not-priced': { status: 409, message: 'This choice has no price yet. Please choose another one' },
});

const choice = z.string().trim().max(80);
/** A value, plain or with the price that the page shows. The price is ignored: the server has its own. */
const chosen = z.union([choice, z.object({ value: choice, price: z.unknown().optional() })]);

/** Choices of a buyer for a product. `costomization` is the specification's spelling. */
export const customizations = z
  .object({
    /** `yes`: made to order, with another purity, stone or centre stone than the product in stock. */
    costomization: z.enum(['yes', 'no']).default('no'),
    metalTone: chosen.optional(),
    metalPurity: chosen.optional(),
    stoneType: chosen.optional(),
    finish: chosen.optional(),
    centerStoneCarat: chosen.optional(),
    centerStoneShape: chosen.optional(),
    centerStoneQuality: chosen.optional(),
    sizeOptions: chosen.optional(),
    sizes: chosen.optional(),
    earringSize: chosen.optional(),
    backType: chosen.optional(),
    pendantSize: chosen.optional(),
    chainLength: chosen.optional(),
    chainLengths: chosen.optional(),
    /** Free text, without a price here: the checkout adds the engraving charge. */
    engraving: z.union([line(40), z.object({ value: line(40) })]).optional(),
  })
  .meta({ id: 'Customizations' });

/** As a client sends them. */
export const chosenCustomizations = z
  .strictObject(customizations.shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'There is no such choice' : undefined),
  })
  .meta({ id: 'ChosenCustomizations' });
export type Customizations = z.output<typeof customizations>;

/** A choice as the server priced it: a plain value, or one with its extra cost in rupees. */
export const pricedCustomizations = z
  .record(z.string(), z.union([z.string(), z.object({ value: z.string(), price: rupees })]))
  .meta({ id: 'PricedCustomizations' });
export type PricedCustomizations = z.infer<typeof pricedCustomizations>;

interface OfPiece {
  detailsRef: string;
  detailsModel: string;
}

/** Errors by field where a client names details that are not those of the piece. */
export const foreignDetails = (
  sent: { [Field in keyof OfPiece]?: string | undefined },
  piece: OfPiece,
): Partial<Record<keyof OfPiece, string>> =>
  Object.fromEntries(
    (['detailsRef', 'detailsModel'] as const)
      .filter((field) => sent[field] !== undefined && sent[field] !== piece[field])
      .map((field) => [field, 'This does not belong to the piece']),
  );

export const calculatePrice = defineCall({
  id: 'catalog.calculate-price',
  service: 'catalog',
  method: 'POST',
  path: '/product/calculate-price',
  access: 'guest',
  summary: 'The price of a piece with the chosen options, as the server quotes it',
  body: z.object({
    productId: objectId,
    detailsRef: objectId.optional(),
    detailsModel: detailsModel.optional(),
    customizations: chosenCustomizations.prefault({}),
  }),
  answer: z.object({
    finalPrice: rupees,
    /** `finalPrice` with its GST. */
    mrp: mrp.optional(),
    /** Extra cost of the options, included in `finalPrice`. */
    customizationPrice: rupees,
    customizations: pricedCustomizations,
  }),
  errors: ['product.not-found', 'option.not-offered', 'option.not-priced'],
  repeatable: 'It only reads',
  whileReadOnly: 'It only reads',
});

/** A line to quote for another service. */
const lineToQuote = z.object({
  productId: objectId,
  quantity: z.int().min(1).max(1_000_000),
  customizations: customizations.prefault({}),
});

/** What a line shows of its product; cart-order stores a snapshot. */
export const quotedProduct = z
  .object({
    _id: objectId,
    name: z.string(),
    images: z.array(z.string()),
    /** What stays in sight of the first picture, if not its middle. */
    focus: pictureFocus.optional(),
    category: z.object({ main: z.string() }),
    productGroup: groupCode,
    detailsRef: objectId,
    detailsModel,
    metalTone: z.string(),
    /** It can be engraved, for the engraving charge. */
    engravingAvailable: z.boolean(),
  })
  .meta({ id: 'QuotedProduct' });
export type QuotedProduct = z.infer<typeof quotedProduct>;

/**
 * What a bill says of one piece, as it was chosen. Every part may be absent: the shop does not know it, and the bill then says
 * nothing of it.
 */
export const pieceParticulars = z
  .object({
    /** Of the metal, as bills write it: `18K · 750`, `Silver 925`. A word that is not known stays as it is. */
    purity: z.string().optional(),
    /** Grams of the piece. */
    weight: z.number().optional(),
    /** Grams of its metal alone. */
    netWeight: z.number().optional(),
    /** `carat`: of all `count` together; absent where the choice says it in words of its own. */
    stones: z.array(z.object({ type: z.string(), count: z.number(), carat: z.number().optional() })).optional(),
    isHallmarked: z.boolean(),
  })
  .meta({ id: 'PieceParticulars' });
export type PieceParticulars = z.infer<typeof pieceParticulars>;

/** Quote of one line, in the order of the request. Money in paise. */
export const quotedLine = z
  .discriminatedUnion('state', [
    z.object({
      state: z.literal('priced'),
      product: quotedProduct,
      /** Of one piece: `basePaise` + `customizationPaise`. */
      unitPaise: z.int(),
      basePaise: z.int(),
      customizationPaise: z.int(),
      customizations: pricedCustomizations,
      /** Made to order, in another value than the ready piece's: a late cancellation is not refunded in full. */
      customized: z.boolean(),
      /** Absent from answers of an earlier version. */
      particulars: pieceParticulars.optional(),
      /** Free pieces now; all lines of one product share them. */
      stock: z.int(),
    }),
    /** A choice is not offered for the product, or has no price. */
    z.object({
      state: z.literal('not-offered'),
      product: quotedProduct,
      /** The error that a buyer is answered; absent: `option.not-offered`. */
      code: z.enum(['option.not-offered', 'option.not-priced']).optional(),
      /** By field of the customizations. */
      errors: z.record(z.string(), z.string()),
      stock: z.int(),
    }),
    /** Not published, without a price, or unknown. */
    z.object({ state: z.literal('gone') }),
  ])
  .meta({ id: 'QuotedLine' });
export type QuotedLine = z.infer<typeof quotedLine>;

export const quoteLines = defineCall({
  id: 'catalog.quote-lines',
  service: 'catalog',
  method: 'POST',
  path: '/internal/quotes',
  access: 'service',
  summary:
    'Current prices, stock and product data of lines, without holding stock. A missing required size is `not-offered`',
  body: z.object({ lines: z.array(lineToQuote).min(1).max(100) }),
  answer: z.object({ lines: z.array(quotedLine) }),
  errors: [],
  repeatable: 'It only reads',
});
