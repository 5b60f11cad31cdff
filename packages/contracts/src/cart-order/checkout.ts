import { z } from 'zod';
import { pieceParticulars, pricedCustomizations } from '../catalog/prices.ts';
import { defineCall } from '../core/call.ts';
import { HOME_COUNTRY_NAME } from '../core/constants.ts';
import { defineErrors } from '../core/error.ts';
import { bareGstin, gstinProblem } from '../core/gstin.rules.ts';
import { barePan, panProblem } from '../core/pan.rules.ts';
import {
  address,
  currencyCode,
  filledLine,
  moment,
  objectId,
  rupees,
  writtenAddress,
  writtenCountry,
} from '../core/shapes.ts';
import { lineProduct, lineToAdd, quantity } from './cart.ts';
import { maxPieces, shownPrices } from './charges.ts';

export const checkoutErrors = defineErrors({
  'checkout.not-found': { status: 404, message: 'There is no such checkout' },
  'checkout.empty': { status: 409, message: 'Your cart is empty' },
  /** `details.changes`: see `checkoutChange`. */
  'checkout.changed': { status: 409, message: 'Something in your order changed. Please have another look' },
  'checkout.no-rate': { status: 409, message: 'Unable to start payment' },
  'checkout.unknown-courier': { status: 422, message: 'This courier does not deliver there' },
  /** `errors.pan` says why. */
  'checkout.pan-needed': { status: 422, message: 'Your PAN is needed for this purchase' },
  /** Expired, cancelled or refused. */
  'checkout.closed': { status: 409, message: 'This checkout has ended. Please start again' },
  'checkout.paid': { status: 409, message: 'This checkout is paid already' },
  /** `details.checkoutId`: the checkout that is being paid. */
  'checkout.busy': {
    status: 409,
    message: 'A payment of yours for these pieces is under way. Please wait until it is decided',
  },
  /** Too many checkouts in an hour expired unpaid. With `Retry-After`, and `details.retryAfterS`. */
  'checkout.too-many-expired': {
    status: 429,
    message: 'Several checkouts of yours ended unpaid, and their pieces were held for you. Please try again later',
  },
});

/**
 * - `reserving`: the hold is being requested
 * - `frozen`: the stock is held and the totals are final; it can be paid
 * - `capturing`: payment is capturing
 * - `retaking`: paid after the hold was released; the hold is being requested again
 * - `ordered`: it became an order
 * - `expired`, `cancelled`: the hold was released; `paidAs`: another checkout of the same pieces became the order
 * - `refused`: paid after the stock was sold; the payment is refunded
 */
export const checkoutState = z.enum([
  'reserving',
  'frozen',
  'capturing',
  'retaking',
  'ordered',
  'expired',
  'cancelled',
  'refused',
]);

/** An amount in the major unit of its currency, with at most two decimals. */
export const amount = z
  .number()
  .nonnegative()
  .max(1_000_000_000)
  .multipleOf(0.01, 'At most two decimals')
  .meta({ id: 'Amount', examples: [59.99] });

/** An amount in the smallest unit of its currency: paise, cents, yen. */
export const smallestUnit = z
  .int()
  .nonnegative()
  .meta({ id: 'SmallestUnit', examples: [5999] });

export const totals = z
  .object({
    subtotal: amount,
    gst: amount,
    shipping: amount,
    engraving: amount,
    hallmarking: amount,
    specialRequest: amount,
    /** Absent from answers of an earlier version. */
    giftWrap: amount.optional(),
    /** The sum of the others. */
    total: amount,
  })
  .meta({ id: 'Totals' });
export type Totals = z.infer<typeof totals>;

/** A present: the message is printed on the packing slip, which has no price. */
export const MAX_GIFT_MESSAGE = 250;
export const gift = z
  .object({
    wrap: z.boolean(),
    /** May be empty. */
    message: z.string().trim().max(MAX_GIFT_MESSAGE, `At most ${MAX_GIFT_MESSAGE} characters`),
  })
  .meta({ id: 'Gift' });
export type Gift = z.infer<typeof gift>;

/** A business that buys, as its invoice names it. */
export const business = z
  .object({
    name: filledLine('Name of the business', 100),
    gstin: z.string().meta({ examples: ['27AAPFU0939F1ZV'] }),
  })
  .meta({ id: 'Business' });
export type Business = z.infer<typeof business>;

const writtenBusiness = business.extend({
  gstin: z
    .string('GSTIN is required')
    .max(40, 'This is not a GSTIN')
    .overwrite(bareGstin)
    .superRefine((gstin, context) => {
      const message = gstinProblem(gstin);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ examples: ['27AAPFU0939F1ZV'] }),
});

const writtenPan = z
  .string('PAN is required')
  .max(40, 'This is not a PAN')
  .overwrite(barePan)
  .superRefine((pan, context) => {
    const message = panProblem(pan);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ examples: ['ABCPE1234F'] });

export const checkoutLine = z
  .object({
    productId: objectId,
    product: lineProduct,
    quantity,
    customizations: pricedCustomizations,
    /** Made to order. */
    customized: z.boolean(),
    /** What its bill says of a piece; older ones lack it. */
    particulars: pieceParticulars.optional(),
    /** In the checkout's currency. */
    unitPrice: amount,
    /** `unitPrice` × `quantity`. */
    linePrice: amount,
    /** `unitPrice` with its GST. */
    mrp: amount.optional(),
    /** `linePrice` with its share of the GST: the lines add up to subtotal and GST. */
    lineMrp: amount.optional(),
  })
  .meta({ id: 'CheckoutLine' });

export const checkout = z
  .object({
    _id: objectId,
    state: checkoutState,
    /** It can be paid until then. */
    expiresAt: moment,
    lines: z.array(checkoutLine),
    currency: currencyCode,
    symbol: z.string(),
    /** Units per rupee, and when it was fetched; `null` in rupees. */
    rate: z.object({ rate: z.number().positive(), at: moment }).nullable(),
    gstRate: z.number(),
    /** How the lines are shown. */
    showPrices: shownPrices.optional(),
    /** Who pays the duties and taxes of the country; only abroad. */
    dutiesNote: z.string().optional(),
    courier: z.string().nullable(),
    /** What will be charged, in `currency`. */
    totals,
    totalsInRupees: totals,
    shippingInfo: address,
    specialRequest: z.string().nullable(),
    gift: gift.optional(),
    business: business.optional(),
    /** But for its digits and its last letter masked. */
    pan: z.string().optional(),
    /** The buyer has none, and is to sign Form 97. */
    noPan: z.literal(true).optional(),
    /** Set in state `ordered`. */
    orderId: objectId.nullable(),
    /** Of a `cancelled` one: the order of another checkout of the same pieces that was paid first. */
    paidAs: objectId.optional(),
  })
  .meta({ id: 'Checkout' });
export type Checkout = z.infer<typeof checkout>;

/** A difference to what the buyer saw, in `details.changes` of `checkout.changed`. Unit prices in rupees. */
export const checkoutChange = z
  .object({
    cartItemId: objectId.optional(),
    productId: objectId,
    name: z.string(),
    /** `stock` names every line of a product that is short, with what is left for it as `now`. */
    what: z.enum(['price', 'stock', 'gone', 'not-offered', 'subtotal']),
    was: z.number().optional(),
    now: z.number().optional(),
    message: z.string(),
  })
  .meta({ id: 'CheckoutChange' });
export type CheckoutChange = z.infer<typeof checkoutChange>;

export const startCheckout = defineCall({
  id: 'cart-order.start-checkout',
  service: 'cart-order',
  method: 'POST',
  path: '/checkout',
  access: 'user',
  limited: 'It buys what is in its own cart',
  summary:
    'Freezes the cart, or the line of `buyNow`, for 15 minutes: quotes again, adds the charges and holds the stock. Returns what will be charged',
  body: z.object({
    /** A line to buy without the cart. */
    buyNow: lineToAdd.optional(),
    shippingInfo: writtenAddress,
    currency: currencyCode.default('INR'),
    /** Of the pieces that are not; it charges nothing where all are. */
    hallmarking: z.boolean().default(false),
    specialRequest: z.object({ note: z.string().trim().max(500, 'At most 500 characters') }).optional(),
    gift: gift.extend({ message: gift.shape.message.default('') }).optional(),
    /** With an address in India. */
    business: writtenBusiness.optional(),
    /** Where the quote says `panNeeded`, this or `noPan`. That of a business is in its GSTIN; what is not needed is not kept. */
    pan: writtenPan.optional(),
    /** The buyer declares to have none, and to sign Form 97 before the piece is sent. */
    noPan: z.boolean().optional(),
    /** One of `internationalShipping` for the country; the cheapest by default. */
    courier: z.string().max(60).optional(),
    /** The sum of the lines that the buyer saw, in rupees; a mismatch is a 409. */
    expectedSubtotal: amount.optional(),
  }),
  answer: z.object({ checkout }),
  status: 201,
  errors: [
    'checkout.empty',
    'checkout.changed',
    'checkout.no-rate',
    'checkout.unknown-courier',
    'checkout.pan-needed',
    'cart.sum-too-low',
    'cart.sum-too-high',
    'checkout.closed',
    'checkout.busy',
    'checkout.too-many-expired',
    'cart.too-many',
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
  ],
  idempotencyKey: true,
  timeoutMs: 10_000,
});

/** What a checkout would charge now. Holds no stock: the freeze quotes again. */
export const checkoutQuote = z
  .object({
    lines: z.array(
      checkoutLine.extend({
        /** Its cart line; none for buy now. */
        cartItemId: objectId.optional(),
        /** Quantity available to this buyer, shared by all lines of the product. */
        stock: z.int().nonnegative(),
      }),
    ),
    /** What an account can have of one product. */
    maxPieces: maxPieces.optional(),
    currency: currencyCode,
    symbol: z.string(),
    rate: z.object({ rate: z.number().positive(), at: moment }).nullable(),
    gstRate: z.number(),
    showPrices: shownPrices.optional(),
    /** Who pays the duties and taxes of the country; only abroad. */
    dutiesNote: z.string().optional(),
    courier: z.string().nullable(),
    /** Couriers to the country, cheapest first. */
    couriers: z.array(z.object({ courier: z.string(), charge: amount })),
    /** Only where the buyer, unless that is a business, has to name a PAN: with it, the buyer's purchases of the day in India are above this. */
    panNeeded: z.object({ above: rupees }).optional(),
    /** Prices of the extras, chosen or not. */
    extras: z.object({ hallmarking: amount, specialRequest: amount, giftWrap: amount.optional() }),
    /** False where every piece is hallmarked: it is then part of them, and nothing is charged. Absent: it is offered. */
    offersHallmarking: z.boolean().optional(),
    totals,
    totalsInRupees: totals,
  })
  .meta({ id: 'CheckoutQuote' });
export type CheckoutQuote = z.infer<typeof checkoutQuote>;

export const quoteCheckout = defineCall({
  id: 'cart-order.quote-checkout',
  service: 'cart-order',
  method: 'POST',
  path: '/checkout/quote',
  access: 'user',
  limited: 'It buys what is in its own cart',
  summary: 'The totals of the cart, or of the line of `buyNow`, with charges and extras; holds and freezes nothing',
  body: z.object({
    buyNow: lineToAdd.optional(),
    /** Destination. */
    country: writtenCountry.default(HOME_COUNTRY_NAME),
    currency: currencyCode.default('INR'),
    /** Of the pieces that are not; it charges nothing where all are. */
    hallmarking: z.boolean().default(false),
    specialRequest: z.boolean().default(false),
    giftWrap: z.boolean().default(false),
    courier: z.string().max(60).optional(),
  }),
  answer: z.object({ quote: checkoutQuote }),
  errors: [
    'checkout.empty',
    'checkout.changed',
    'checkout.no-rate',
    'checkout.unknown-courier',
    'cart.sum-too-low',
    'cart.sum-too-high',
    'product.not-found',
    'option.not-offered',
    'option.not-priced',
  ],
  timeoutMs: 10_000,
  repeatable: 'It only reads',
  whileReadOnly: 'It only reads',
});

export const getCheckout = defineCall({
  id: 'cart-order.get-own-checkout',
  service: 'cart-order',
  method: 'GET',
  path: '/checkout/:checkoutId',
  access: 'user',
  limited: 'It buys what is in its own cart',
  summary: 'A checkout of the signed-in user',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({ checkout }),
  errors: ['checkout.not-found'],
});

export const cancelCheckout = defineCall({
  id: 'cart-order.cancel-checkout',
  service: 'cart-order',
  method: 'DELETE',
  path: '/checkout/:checkoutId',
  access: 'user',
  limited: 'It buys what is in its own cart',
  summary: 'Cancels a checkout and releases its stock; the cart is kept',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({ checkout }),
  errors: ['checkout.not-found', 'checkout.paid', 'checkout.busy'],
});

/** The frozen checkout for payment. Amounts in the smallest unit of `currency`. */
export const payableCheckout = z
  .object({
    checkoutId: objectId,
    userId: z.string(),
    state: checkoutState,
    currency: currencyCode,
    /** The amount to charge: the sum of `breakdown`. */
    amount: smallestUnit.positive(),
    breakdown: z.object({ items: smallestUnit, gst: smallestUnit, shipping: smallestUnit, extras: smallestUnit }),
    expiresAt: moment,
    /** The recipient. */
    contact: z.object({ name: z.string(), phone: z.string() }),
    description: z.string(),
  })
  .meta({ id: 'PayableCheckout' });
export type PayableCheckout = z.infer<typeof payableCheckout>;

export const getPayableCheckout = defineCall({
  id: 'cart-order.get-checkout',
  service: 'cart-order',
  method: 'GET',
  path: '/internal/checkouts/:checkoutId',
  access: 'service',
  summary: 'A checkout to pay: totals in the smallest unit, state and buyer',
  params: z.object({ checkoutId: objectId }),
  answer: z.object({ checkout: payableCheckout }),
  errors: ['checkout.not-found'],
});

export const freezeCart = defineCall({
  id: 'cart-order.freeze-cart',
  service: 'cart-order',
  method: 'POST',
  path: '/internal/checkouts',
  access: 'service',
  summary: 'Freezes the cart of a user who pays without a checkout, as `POST /checkout` does without extras',
  body: z.object({
    userId: z.string().min(1).max(100),
    /** Of a limited session: the account that the order joins. */
    joins: z.string().min(1).max(100).optional(),
    shippingInfo: writtenAddress,
    currency: currencyCode,
  }),
  answer: z.object({ checkout: payableCheckout }),
  status: 201,
  errors: [
    'checkout.empty',
    'checkout.changed',
    'checkout.no-rate',
    'checkout.pan-needed',
    'cart.sum-too-low',
    'cart.sum-too-high',
    'checkout.closed',
    'checkout.busy',
    'checkout.too-many-expired',
    'cart.too-many',
  ],
  idempotencyKey: true,
  timeoutMs: 8_000,
});

export const beginCapture = defineCall({
  id: 'cart-order.begin-capture',
  service: 'cart-order',
  method: 'POST',
  path: '/internal/checkouts/:checkoutId/begin-capture',
  access: 'service',
  summary:
    'Claims a checkout before a capture: `frozen` or `expired` becomes `capturing`, with the stock held again if necessary. Idempotent by payment; any refusal means: do not capture',
  params: z.object({ checkoutId: objectId }),
  /** The payment to capture; its `payment.captured.v1` or `payment.failed.v1` ends `capturing`. */
  body: z.object({
    paymentId: z.string().min(1).max(100),
    /** Number of the payment's capture, from 1: its failure does not end a later one. */
    capture: z.int().positive().optional(),
  }),
  answer: z.object({ checkout: payableCheckout }),
  errors: ['checkout.not-found', 'checkout.paid', 'checkout.busy', 'checkout.closed', 'stock.insufficient'],
  repeatable: 'Claimed by payment and capture',
});
