import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { groupCode, line, objectId, rupees } from '../core/shapes.ts';
import { detailsModel } from './details.ts';

export const priceErrors = defineErrors({
  'option.not-offered': { status: 422, message: 'This piece does not come like that. Please choose again' },
});

const choice = z.string().trim().max(80);
/** A value, plain or with the price that the page shows. The price is not read: the server has its own. */
const chosen = z.union([choice, z.object({ value: choice, price: z.unknown().optional() })]);

/** What a buyer chose for a piece. `costomization` is spelled as the specification does. */
export const customizations = z
  .object({
    /** `yes`: made to order, with another purity, stone or centre stone than the ready piece. */
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
    /** Free text, which costs nothing here; the engraving itself is a charge of the checkout. */
    engraving: z.union([line(40), z.object({ value: line(40) })]).optional(),
  })
  .meta({ id: 'Customizations' });
export type Customizations = z.output<typeof customizations>;

/** As the server understood and priced it: a plain value, or one with what it adds to the price, in rupees. */
export const pricedCustomizations = z
  .record(z.string(), z.union([z.string(), z.object({ value: z.string(), price: rupees })]))
  .meta({ id: 'PricedCustomizations' });
export type PricedCustomizations = z.infer<typeof pricedCustomizations>;

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
    customizations: customizations.prefault({}),
  }),
  answer: z.object({
    finalPrice: rupees,
    /** The part of `finalPrice` that the options add. */
    customizationPrice: rupees,
    customizations: pricedCustomizations,
  }),
  errors: ['product.not-found', 'option.not-offered'],
});

/** A line that another service wants a price for. */
const lineToQuote = z.object({
  productId: objectId,
  quantity: z.int().min(1).max(1_000_000),
  customizations: customizations.prefault({}),
});

/** What a line shows; the buyer's services keep a copy. */
export const quotedProduct = z
  .object({
    _id: objectId,
    name: z.string(),
    images: z.array(z.string()),
    category: z.object({ main: z.string() }),
    productGroup: groupCode,
    detailsRef: objectId,
    detailsModel,
    metalTone: z.string(),
    /** It can be engraved, so that a text there costs the engraving charge. */
    engravingAvailable: z.boolean(),
  })
  .meta({ id: 'QuotedProduct' });
export type QuotedProduct = z.infer<typeof quotedProduct>;

/** The answer for one line, in the order that was asked. Money in paise. */
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
      /** Made to order, which a late cancellation does not pay back in full. */
      customized: z.boolean(),
      /** Free pieces now; all lines of one product share them. */
      stock: z.int(),
    }),
    /** The piece does not come with what was chosen. */
    z.object({
      state: z.literal('not-offered'),
      product: quotedProduct,
      /** By field of the customizations. */
      errors: z.record(z.string(), z.string()),
      stock: z.int(),
    }),
    /** Not in the shop any more, or never was. */
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
    'Prices, stock and display of lines, as they are now; holds nothing. A needed size that is missing is `not-offered`',
  body: z.object({ lines: z.array(lineToQuote).min(1).max(100) }),
  answer: z.object({ lines: z.array(quotedLine) }),
  errors: [],
});
