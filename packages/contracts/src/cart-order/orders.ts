import { z } from 'zod';
import { detailsModel } from '../catalog/details.ts';
import { pieceParticulars, pricedCustomizations } from '../catalog/prices.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import {
  address,
  currencyCode,
  line,
  moment,
  objectId,
  pageQuery,
  rupees,
  sortOf,
  staffLimit,
} from '../core/shapes.ts';
import { REFUND_CODES, type RefundCode, STAFF_REFUND_CODES } from '../core/refund-codes.ts';
import { taker, takerChange } from '../core/taker.ts';
import { REFUNDED_CHARGES } from '../core/refund-parts.rules.ts';
import { lineProduct, quantity } from './cart.ts';
import { shownPrices } from './charges.ts';
import { amount, business, gift } from './checkout.ts';
import { paymentProvider } from '../payment/provider-name.ts';
import { expectedDelivery, parcel, shipment } from './shipments.ts';

export const orderErrors = defineErrors({
  'order.not-found': { status: 404, message: 'There is no such order' },
  /** Paid after the stock was sold. */
  'order.refused': {
    status: 409,
    message: 'Your piece was sold before the payment came. Your money goes back by itself',
  },
  'order.link-invalid': { status: 404, message: 'This link does not work any more. Have another one mailed' },
  'order.wrong-status': { status: 409, message: 'The order cannot change to this status' },
  'order.too-late-to-take-back': { status: 409, message: 'A status can be taken back within ten minutes' },
  'order.too-late-to-cancel': {
    status: 409,
    message: 'An order can be cancelled within 24 hours while it is processed',
  },
  /** Not of a parcel to the EU, cancelled, or of pieces that were made to order or engraved. */
  'order.not-withdrawable': { status: 409, message: 'There is no withdrawal from the contract about these pieces' },
  'order.too-late-to-withdraw': { status: 409, message: 'The time to withdraw from this contract is over' },
  /** Numbered soon after the order, once staff have entered the seller. */
  'invoice.not-ready': { status: 409, message: 'The invoice is being written. Please try again in a moment' },
  /** `details.left`: the refundable amount, in the major unit. */
  'order.refund-too-high': { status: 409, message: 'This is more than is left of the payment' },
  'order.no-form-97': { status: 409, message: 'This order needs no Form 97' },
  'order.parts-refunded': { status: 409, message: 'Some of this is paid back already. Please choose again' },
});

export const orderStatus = z.enum(['Processing', 'Shipped', 'Delivered', 'Cancelled']);
export type OrderStatus = z.infer<typeof orderStatus>;

/** Amounts of an order are in its currency's major unit; the prices in `customizations` are in rupees. */
export const orderItem = z
  .object({
    productId: objectId,
    detailsRef: objectId,
    detailsModel,
    product: lineProduct,
    quantity,
    customizations: pricedCustomizations,
    /** Made to order. */
    customized: z.boolean(),
    /** What its bill says of a piece; older ones lack it. */
    particulars: pieceParticulars.optional(),
    /** Unit price: `basePrice` + `customizationPrice`. */
    finalPrice: amount,
    /** Staff only. */
    basePrice: amount.optional(),
    customizationPrice: amount.optional(),
    linePrice: amount,
    /** `finalPrice` with its GST. */
    mrp: amount.optional(),
    /** `linePrice` with its share of the GST: the items add up to subtotal and GST. */
    lineMrp: amount.optional(),
  })
  .meta({ id: 'OrderItem' });

/** Places in `items`. */
const places = z.array(z.int().nonnegative()).min(1, 'Choose the pieces').max(100, 'At most 100');

/** `order-cancelled` and `provider`, a refund made in its dashboard, come by themselves. */
export const refundCode = z.enum(Object.keys(REFUND_CODES) as [RefundCode, ...RefundCode[]]);

/** What a refund is for: pieces of lines, by their place in the order, and whole charges. */
const refundParts = z
  .object({
    lines: z.array(z.object({ place: z.int().nonnegative(), pieces: z.int().positive() })).max(100, 'At most 100'),
    charges: z.array(z.enum(REFUNDED_CHARGES)).max(REFUNDED_CHARGES.length, `At most ${REFUNDED_CHARGES.length}`),
  })
  .meta({ id: 'RefundParts', examples: [{ lines: [{ place: 0, pieces: 1 }], charges: ['shipping'] }] });

export const refundState = z.enum(['requested', 'completed', 'failed']);

/** An invoice or a credit note: numbered without gaps per financial year. */
const document = z
  .object({ number: z.string(), issuedAt: moment })
  .meta({ id: 'OrderDocument', examples: [{ number: 'INV/26-27/000042', issuedAt: '2026-11-21T10:00:00.000Z' }] });

export const order = z
  .object({
    _id: objectId,
    userId: z.string(),
    /** The account was deleted: what is personal was taken out of it, the address of the bill is kept sealed. */
    sealed: z.literal(true).optional(),
    status: orderStatus,
    statusMessage: z.string(),
    createdAt: moment,
    shippedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    cancelledAt: moment.nullable(),
    /** The buyer can cancel until then, while it is Processing. */
    cancellableUntil: moment,
    /** What its buyer in the EU may withdraw from now; absent where that is nothing. */
    withdrawal: z
      .object({
        lines: places,
        /** Absent until all of it is delivered. */
        until: moment.optional(),
      })
      .optional(),
    /** What its buyer withdrew from, the oldest first. */
    withdrawals: z.array(z.object({ at: moment, lines: places })).optional(),
    currency: currencyCode,
    symbol: z.string(),
    items: z.array(orderItem),
    subtotal: amount,
    gstRate: z.number(),
    /** How the items are shown. */
    showPrices: shownPrices.optional(),
    charges: z.object({
      gst: amount,
      shipping: amount,
      engraving: amount,
      hallmarking: amount,
      specialRequest: amount,
      giftWrap: amount.optional(),
    }),
    totalAmount: amount,
    specialRequest: z.string().nullable(),
    gift: gift.optional(),
    business: business.optional(),
    /** Named for a purchase above the sum of the law. In full for staff who read this order; else masked but for its digits and last letter. */
    pan: z.string().optional(),
    /** The buyer has no PAN: this form is to be signed before the pieces are sent. `by` for staff only; `null`: the account is gone. */
    form97: z.object({ receivedAt: moment.nullable(), by: z.string().nullable().optional() }).optional(),
    courier: z.string().nullable(),
    /** As it was expected when it was ordered; absent where the shop had no date. */
    expected: expectedDelivery.optional(),
    /** The parcels that have left. */
    shipments: z.array(shipment).optional(),
    shippingInfo: address,
    /** Who pays the duties and taxes of the country, as the checkout said; only abroad, and not of older orders. */
    dutiesNote: z.string().optional(),
    paymentInfo: z.object({
      /** The provider's id. */
      id: z.string(),
      provider: paymentProvider,
      status: z.enum(['captured', 'partially-refunded', 'refunded']),
    }),
    refunds: z.array(
      z.object({
        refundId: z.string(),
        amount,
        state: refundState,
        code: refundCode.optional(),
        /** `code` in words. */
        reason: z.string(),
        noteToBuyer: z.string().optional(),
        /** Absent: an amount. */
        of: refundParts.optional(),
        /** Staff only. */
        note: z.string().optional(),
        requestedAt: moment,
        /** Set once the refund is completed and numbered. */
        creditNote: document.optional(),
      }),
    ),
    /** Set soon after the order. */
    invoice: document.optional(),
    /** Disputes of the payment at the bank or the provider. Staff only. */
    disputes: z
      .array(
        z.object({
          /** The provider's id. */
          disputeId: z.string(),
          status: z.enum(['open', 'under-review', 'won', 'lost', 'closed']),
          /** `null` when the provider does not report it. */
          amount: amount.nullable(),
          /** Of the last update. */
          at: moment,
        }),
      )
      .optional(),
    /** The status was set a moment ago and can be taken back, before the buyer is mailed. Staff only. */
    takeBack: z.object({ to: orderStatus, until: moment }).optional(),
    /** Who prepares it, while it is Processing. Staff only. */
    taker: taker.optional(),
    /** Captured less every refund that did not fail, what was lost in disputes and what open ones are about. */
    refundableAmount: amount,
    /** Refund of a cancellation now; `null` when the order cannot be cancelled. */
    cancelRefund: amount.nullable(),
    /** What such a cancellation refunds besides, once an open dispute of the payment is decided for the shop. */
    cancelWaits: amount.optional(),
    /** The same of an order that was cancelled. */
    waitingRefund: amount.optional(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/** An order as its link shows it, which may be passed on: without the account and the provider's id of the payment. */
export const linkedOrder = order
  .omit({ userId: true, disputes: true, takeBack: true, taker: true })
  .extend({ paymentInfo: order.shape.paymentInfo.omit({ id: true }) })
  .meta({ id: 'LinkedOrder' });
export type LinkedOrder = z.infer<typeof linkedOrder>;

const orderParams = z.object({ id: objectId });
const oneOrder = z.object({ order });
const orderPage = z.object({ orders: z.array(order), totalCount: z.int().nonnegative() });

export const awaitOrder = defineCall({
  id: 'cart-order.await-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/new',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary:
    'Waits some seconds for the order of a payment. The captured payment creates it: other fields sent are ignored',
  body: z.looseObject({ paymentInfo: z.looseObject({ id: z.string().min(1).max(100) }) }),
  answer: oneOrder,
  // `checkout.paid`: the pieces were paid for already, by the order `details.orderId`. This payment goes back.
  errors: ['order.not-found', 'order.refused', 'checkout.paid'],
  timeoutMs: 10_000,
  repeatable: 'It waits for an order and creates nothing',
  whileReadOnly: 'It waits for an order and creates nothing',
});

export const getOrder = defineCall({
  id: 'cart-order.get-order',
  service: 'cart-order',
  method: 'GET',
  path: '/order/:id',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary: 'An order of the signed-in user; any order for staff',
  params: orderParams,
  answer: oneOrder,
  errors: ['order.not-found'],
});

const pdf = z.any().meta({ description: 'application/pdf' });

export const getInvoice = defineCall({
  id: 'cart-order.get-invoice',
  service: 'cart-order',
  method: 'GET',
  path: '/order/:id/invoice',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary: 'The invoice of an own order as PDF; of any order for staff',
  params: orderParams,
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.not-found', 'invoice.not-ready', 'session.forbidden'],
  timeoutMs: 10_000,
});

export const getPackingSlip = defineCall({
  id: 'cart-order.get-packing-slip',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/order/:id/packing-slip',
  access: staff('orders.read'),
  summary:
    'What is put into the parcel, as PDF: pieces (of the `parcel`, or all), recipient and gift message, and no price',
  params: orderParams,
  query: z.object({ parcel: z.uuid('This is not a parcel').optional() }),
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.not-found', 'shipment.not-found'],
  timeoutMs: 10_000,
});

export const getCreditNote = defineCall({
  id: 'cart-order.get-credit-note',
  service: 'cart-order',
  method: 'GET',
  path: '/order/:id/credit-note/:refundId',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary: 'The credit note of a completed refund as PDF',
  params: orderParams.extend({ refundId: z.string().max(100) }),
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.not-found', 'invoice.not-ready', 'session.forbidden'],
  timeoutMs: 10_000,
});

/** Signed, with its end: of the mails about an order. */
const linkParams = z.object({ link: z.string().max(200) });

export const getOrderByLink = defineCall({
  id: 'cart-order.get-order-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link',
  access: 'guest',
  summary: 'The one order that a mail links to, for anyone who has the link',
  params: linkParams,
  answer: z.object({ order: linkedOrder }),
  errors: ['order.link-invalid'],
});

export const getInvoiceByLink = defineCall({
  id: 'cart-order.get-invoice-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link/invoice',
  access: 'guest',
  summary: 'The invoice of the order that a mail links to, as PDF',
  params: linkParams,
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.link-invalid', 'invoice.not-ready'],
  timeoutMs: 10_000,
});

export const getCreditNoteByLink = defineCall({
  id: 'cart-order.get-credit-note-by-link',
  service: 'cart-order',
  method: 'GET',
  path: '/order/link/:link/credit-note/:refundId',
  access: 'guest',
  summary: 'The credit note of a completed refund of the order that a mail links to, as PDF',
  params: linkParams.extend({ refundId: z.string().max(100) }),
  answer: pdf,
  answerTypes: ['application/pdf'],
  errors: ['order.link-invalid', 'invoice.not-ready'],
  timeoutMs: 10_000,
});

export const findOrder = defineCall({
  id: 'cart-order.find-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/find',
  access: 'guest',
  summary:
    'Mails the link to an order to its buyer, where number and e-mail address belong together. The answer is the same where they do not',
  body: z.object({
    number: z
      .string()
      .trim()
      .regex(/^#?[0-9a-f]{6}$/i, 'An order number has six letters or digits, as #1A2B3C'),
    email: z.email('This is not an e-mail address').max(254, 'Too long: at most 254 characters'),
  }),
  answer: z.object({ isAsked: z.literal(true) }),
  status: 202,
  errors: [],
  limit: 'code',
  repeatable: 'A link is mailed once in a while, however often it is asked for',
});

export const listMyOrders = defineCall({
  id: 'cart-order.list-my-orders',
  service: 'cart-order',
  method: 'GET',
  path: '/orders/my-orders',
  access: 'user',
  summary: 'Orders of the signed-in user, newest first',
  query: pageQuery,
  answer: orderPage,
  errors: [],
});

export const cancelOrder = defineCall({
  id: 'cart-order.cancel-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/:id/cancel',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary: 'Cancels an own order within 24 hours while it is Processing, with a full refund',
  params: orderParams,
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status', 'order.too-late-to-cancel'],
});

export const withdrawFromOrder = defineCall({
  id: 'cart-order.withdraw-from-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/:id/withdrawal',
  access: 'user',
  limited: 'Of an order that it made itself',
  summary:
    'A buyer in the EU withdraws from the contract about some lines of an own order, or all that can be, until 14 days after its delivery; a receipt is mailed. Where nothing was sent and nothing is left of it, the order is cancelled with a full refund; otherwise staff pay back what comes back. Lines that were withdrawn from before change nothing',
  params: orderParams,
  body: z.object({ lines: places.optional() }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.not-withdrawable', 'order.too-late-to-withdraw'],
  idempotencyKey: true,
});

export const listOrders = defineCall({
  id: 'cart-order.list-orders',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders',
  access: staff('orders.read'),
  summary:
    'All orders, newest first unless `sort` says otherwise; `q` searches the words of an order in any order: beginnings of the buyer’s name, e-mail address, city, the names and groups of its products, its invoice number or payment id, the displayed number, four digits or more of the phone number',
  query: pageQuery.extend({
    limit: staffLimit,
    status: orderStatus.optional(),
    userId: objectId.optional(),
    q: z.string().trim().max(100).optional(),
    /** `total` in rupees, at the frozen rate. */
    sort: sortOf(['placed', 'total']).optional(),
  }),
  answer: orderPage.extend({
    /** A search found more than `totalCount`, and shows the newest of them. */
    isMore: z.literal(true).optional(),
  }),
  errors: [],
});

export const summarizeOrders = defineCall({
  id: 'cart-order.summarize-orders',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/summary',
  access: staff('orders.read'),
  summary: 'Number of orders by status, and the sales of the last 30 days',
  answer: z.object({
    byStatus: z.object({
      Processing: z.int().nonnegative(),
      Shipped: z.int().nonnegative(),
      Delivered: z.int().nonnegative(),
      Cancelled: z.int().nonnegative(),
    }),
    /** Without cancelled orders and without what was or is being paid back; in rupees at the frozen rate. */
    lastThirtyDays: z.object({ orders: z.int().nonnegative(), total: rupees }),
    oldestProcessing: z.object({ _id: objectId, createdAt: moment }).nullable(),
  }),
  errors: [],
});

/** A list of staff has no more. */
const MOST_TO_PICK = 100;

export const listOrdersToPick = defineCall({
  id: 'cart-order.list-orders-to-pick',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/to-pick',
  access: staff('orders.read'),
  summary: `Orders of which pieces have to leave, the oldest first: those of \`ids\`, or all, at most ${MOST_TO_PICK}`,
  query: z.object({
    ids: z
      .string()
      .regex(/^[0-9a-f]{24}(,[0-9a-f]{24})*$/, 'Ids of orders, separated by commas')
      .max(MOST_TO_PICK * 25)
      .optional(),
  }),
  answer: z.object({ orders: z.array(order), totalCount: z.int().nonnegative() }),
  errors: [],
});

export const summarizeBuyer = defineCall({
  id: 'cart-order.summarize-buyer',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/buyers/:userId',
  access: staff('orders.read'),
  summary: 'How many orders a buyer has, and what was paid for them and not paid back, by currency',
  params: z.object({ userId: objectId }),
  answer: z.object({
    orders: z.int().nonnegative(),
    spend: z.array(z.object({ currency: currencyCode, orders: z.int().positive(), amount })),
  }),
  errors: [],
});

export const changeOrderStatus = defineCall({
  id: 'cart-order.change-order-status',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/order/status/:id',
  access: staff('orders.change-status'),
  summary:
    'Processing → Shipped → Delivered, with all of its parcels; Processing or Shipped → Cancelled, which returns the stock and refunds (less 30 % of customised lines after 24 hours)',
  params: orderParams,
  body: z.object({ status: orderStatus, message: z.string().trim().max(300).optional() }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status'],
  repeatable: 'The status that the order already has, with the same message, changes nothing',
});

export const takeStatusBack = defineCall({
  id: 'cart-order.take-status-back',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/order/:id/status/take-back',
  access: staff('orders.change-status'),
  summary:
    'Takes a status that was set by mistake one step back, within ten minutes: Shipped → Processing, with the parcel that made it Shipped, and Delivered → Shipped, with the parcels that it marked as delivered. The buyer gets no mail of it',
  params: orderParams,
  body: z.object({
    /** The one that is taken back. */
    status: orderStatus,
  }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status', 'order.too-late-to-take-back'],
});

export const setForm97Received = defineCall({
  id: 'cart-order.set-form-97-received',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/order/:id/form-97',
  access: staff('orders.change-status'),
  summary: 'The signed Form 97 of a buyer without a PAN has come, or was said to have by mistake',
  params: orderParams,
  body: z.object({ isReceived: z.boolean() }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.no-form-97'],
  repeatable: 'A form that has come already keeps its day',
});

export const takeOrder = defineCall({
  id: 'cart-order.take-order',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/order/:id/taker',
  access: staff('orders.change-status'),
  summary:
    'Takes an order that is Processing, so that others leave it, gives it back, or takes it over from who has it',
  params: orderParams,
  body: takerChange,
  answer: oneOrder,
  // `attention.taken`: by another one than `takeFrom`, `details.name`.
  errors: ['order.not-found', 'order.wrong-status', 'attention.taken'],
  repeatable: 'What one has stays one’s own, and what one does not have stays as it is',
});

export const addShipment = defineCall({
  id: 'cart-order.add-shipment',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/order/:id/shipments',
  access: staff('orders.change-status'),
  summary:
    'Pieces leave in a parcel: those of the named lines, or all that are left. The order is Shipped when every line has left; until then it stays Processing. Without a link, the one of a courier of the list is made of the tracking number',
  params: orderParams,
  body: parcel.extend({
    /** Places in `items`. */
    lines: z.array(z.int().nonnegative()).min(1, 'Choose the pieces in the parcel').max(100).optional(),
    message: z.string().trim().max(300).optional(),
  }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status', 'shipment.nothing-left'],
  idempotencyKey: true,
});

export const changeShipment = defineCall({
  id: 'cart-order.change-shipment',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/order/:id/shipments/:shipmentId',
  access: staff('orders.change-status'),
  versioned: true,
  summary:
    'Corrects courier, tracking number and link of a parcel, after its delivery too. What is left out is removed; the link is then made of the tracking number where the courier is on the list',
  params: orderParams.extend({ shipmentId: z.uuid() }),
  body: parcel,
  answer: oneOrder,
  errors: ['order.not-found', 'shipment.not-found'],
  repeatable: 'The parcel is set',
});

export const setShipmentDelivered = defineCall({
  id: 'cart-order.set-shipment-delivered',
  service: 'cart-order',
  method: 'PUT',
  path: '/admin/order/:id/shipments/:shipmentId/delivered',
  access: staff('orders.change-status'),
  summary:
    'A parcel has arrived, or was said so by mistake, which can be changed until the order is Delivered. The order is Delivered with the last parcel, when every line has left in one',
  params: orderParams.extend({ shipmentId: z.uuid() }),
  body: z.object({ isDelivered: z.boolean() }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status', 'shipment.not-found'],
  repeatable: 'A parcel that has arrived already keeps its day, and one that has not stays on its way',
});

export const refundOrder = defineCall({
  id: 'cart-order.refund-order',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/order/:id/refund',
  access: staff('orders.refund'),
  proof: 'Money that was paid back does not come back',
  summary: 'Refunds part of an order; all refunds together never exceed the captured amount',
  params: orderParams,
  body: z.object({
    amount: amount.positive('This is not an amount'),
    /** With it the amount is at most what was paid for these, with tax, and they cannot be paid back again. */
    of: refundParts.optional(),
    code: z.enum(STAFF_REFUND_CODES).default('other'),
    noteToBuyer: line(300).optional(),
    /** Internal: for the audit trail and staff. */
    note: z.string().trim().min(1, 'Say why').max(300),
  }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.refund-too-high', 'order.parts-refunded'],
  idempotencyKey: true,
});
