import { z } from 'zod';
import { detailsModel } from '../catalog/details.ts';
import { pricedCustomizations } from '../catalog/prices.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { defineErrors } from '../core/error.ts';
import { address, currencyCode, moment, objectId, pageQuery, rupees } from '../core/shapes.ts';
import { lineProduct, quantity } from './cart.ts';
import { amount } from './checkout.ts';

export const orderErrors = defineErrors({
  'order.not-found': { status: 404, message: 'There is no such order' },
  /** The money came and the pieces were gone. */
  'order.refused': {
    status: 409,
    message: 'Your piece was sold before the payment came. Your money goes back by itself',
  },
  'order.wrong-status': { status: 409, message: 'The order cannot go there from where it is' },
  'order.too-late-to-cancel': {
    status: 409,
    message: 'An order can be cancelled within 24 hours while it is processed',
  },
  /** Numbers are given soon after the order, once staff have written down who sells. */
  'invoice.not-ready': { status: 409, message: 'The invoice is being written. Please try again in a moment' },
  /** `details.left`: what can still be paid back, in the major unit. */
  'order.refund-too-high': { status: 409, message: 'This is more than is left of the payment' },
});

export const orderStatus = z.enum(['Processing', 'Shipped', 'Delivered', 'Cancelled']);
export type OrderStatus = z.infer<typeof orderStatus>;

/** All amounts of an order are in its currency's major unit; the prices inside `customizations` are rupees. */
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
    /** Of one piece: `basePrice` + `customizationPrice`. */
    finalPrice: amount,
    basePrice: amount,
    customizationPrice: amount,
    linePrice: amount,
  })
  .meta({ id: 'OrderItem' });

export const refundState = z.enum(['requested', 'completed', 'failed']);

/** An invoice or a credit note: the number is the next of its series in the financial year, without gaps. */
const document = z
  .object({ number: z.string(), issuedAt: moment })
  .meta({ id: 'OrderDocument', examples: [{ number: 'INV/26-27/000042', issuedAt: '2026-11-21T10:00:00.000Z' }] });

export const order = z
  .object({
    _id: objectId,
    userId: z.string(),
    status: orderStatus,
    statusMessage: z.string(),
    createdAt: moment,
    shippedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    cancelledAt: moment.nullable(),
    /** Its buyer can cancel it until then, while it is Processing. */
    cancellableUntil: moment,
    currency: currencyCode,
    symbol: z.string(),
    items: z.array(orderItem),
    subtotal: amount,
    gstRate: z.number(),
    charges: z.object({
      gst: amount,
      shipping: amount,
      engraving: amount,
      hallmarking: amount,
      specialRequest: amount,
    }),
    totalAmount: amount,
    specialRequest: z.string().nullable(),
    courier: z.string().nullable(),
    shippingInfo: address,
    paymentInfo: z.object({
      /** The provider's. */
      id: z.string(),
      provider: z.enum(['razorpay', 'paypal']),
      status: z.enum(['captured', 'partially-refunded', 'refunded']),
    }),
    refunds: z.array(
      z.object({
        refundId: z.string(),
        amount,
        state: refundState,
        reason: z.string(),
        requestedAt: moment,
        /** Once the money is back. */
        creditNote: document.optional(),
      }),
    ),
    /** Soon after the order. */
    invoice: document.optional(),
    /** Of the payment, at the bank or at PayPal. Shown to staff only. */
    disputes: z
      .array(
        z.object({
          /** The provider's. */
          disputeId: z.string(),
          status: z.enum(['open', 'under-review', 'won', 'lost', 'closed']),
          /** `null` where the provider does not say it. */
          amount: amount.nullable(),
          /** Of the last news of it. */
          at: moment,
        }),
      )
      .optional(),
    /** What is left of the payment: captured less every refund that did not fail. */
    refundableAmount: amount,
    /** What cancelling now would pay back; `null` where the order cannot be cancelled any more. */
    cancelRefund: amount.nullable(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

const orderParams = z.object({ id: objectId });
const oneOrder = z.object({ order });
const orderPage = z.object({ orders: z.array(order), totalCount: z.int().nonnegative() });

export const awaitOrder = defineCall({
  id: 'cart-order.await-order',
  service: 'cart-order',
  method: 'POST',
  path: '/order/new',
  access: 'user',
  summary:
    'The order of a payment, waited for some seconds. It is made by the payment itself: nothing else that is sent is read',
  body: z.looseObject({ paymentInfo: z.looseObject({ id: z.string().min(1).max(100) }) }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.refused'],
  timeoutMs: 10_000,
});

export const getOrder = defineCall({
  id: 'cart-order.get-order',
  service: 'cart-order',
  method: 'GET',
  path: '/order/:id',
  access: 'user',
  summary: 'An order of the signed-in user; staff see every one',
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
  summary: 'The invoice of an own order as PDF; staff get every one',
  params: orderParams,
  answer: pdf,
  errors: ['order.not-found', 'invoice.not-ready'],
  timeoutMs: 10_000,
});

export const getCreditNote = defineCall({
  id: 'cart-order.get-credit-note',
  service: 'cart-order',
  method: 'GET',
  path: '/order/:id/credit-note/:refundId',
  access: 'user',
  summary: 'The credit note of a refund as PDF, once the money is back',
  params: orderParams.extend({ refundId: z.string().max(100) }),
  answer: pdf,
  errors: ['order.not-found', 'invoice.not-ready'],
  timeoutMs: 10_000,
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
  summary: 'Cancels an own order within 24 hours while it is Processing; the money goes back in full',
  params: orderParams,
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status', 'order.too-late-to-cancel'],
});

export const listOrders = defineCall({
  id: 'cart-order.list-orders',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders',
  access: staff('orders.read'),
  summary:
    'All orders, newest first; `q` looks into the number that people see, the buyer’s name and phone and the pieces’ groups, or is the number of the invoice or the payment',
  query: pageQuery.extend({
    status: orderStatus.optional(),
    /** Those of one buyer. */
    userId: objectId.optional(),
    q: z.string().trim().max(100).optional(),
  }),
  answer: orderPage,
  errors: [],
});

export const summarizeOrders = defineCall({
  id: 'cart-order.summarize-orders',
  service: 'cart-order',
  method: 'GET',
  path: '/admin/orders/summary',
  access: staff('orders.read'),
  summary: 'How many orders there are by status, and what came in within the last 30 days',
  answer: z.object({
    byStatus: z.object({
      Processing: z.int().nonnegative(),
      Shipped: z.int().nonnegative(),
      Delivered: z.int().nonnegative(),
      Cancelled: z.int().nonnegative(),
    }),
    /** Without cancelled ones; in rupees as they were frozen, whatever currency was paid in, before refunds in part. */
    lastThirtyDays: z.object({ orders: z.int().nonnegative(), total: rupees }),
    /** Of the order that has been Processing for the longest. */
    oldestProcessing: z.object({ _id: objectId, createdAt: moment }).nullable(),
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
    'Processing → Shipped → Delivered; Processing or Shipped → Cancelled, which puts the stock back and refunds (less 30 % of customised lines after 24 hours)',
  params: orderParams,
  body: z.object({ status: orderStatus, message: z.string().trim().max(300).optional() }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.wrong-status'],
});

export const refundOrder = defineCall({
  id: 'cart-order.refund-order',
  service: 'cart-order',
  method: 'POST',
  path: '/admin/order/:id/refund',
  access: staff('orders.refund'),
  summary: 'Pays part of an order back; all refunds together never pass what was captured',
  params: orderParams,
  body: z.object({ amount: amount.positive(), note: z.string().trim().min(1, 'Say why').max(300) }),
  answer: oneOrder,
  errors: ['order.not-found', 'order.refund-too-high'],
  idempotencyKey: true,
});
