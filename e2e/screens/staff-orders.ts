import { drawer, saysWhy, staff, type Screen } from './screen.ts';

// The list of orders, the work that waits, payments and money; the page of an order is in `orders.ts`.

/** Payments that another one of the staff took, that an account took which is gone, and one that is free. */
const TAKEN: Screen['api'] = {
  path: /\/admin\/payments\/attention$/,
  answer: {
    status: 200,
    body: {
      attention: [{ name: 'Meenakshi Subramaniam' }, { name: null }, undefined].map((taker, index) => ({
        ...{ _id: `${index}`.repeat(24), provider: 'razorpay', reason: 'wrong-amount', checkoutId: null },
        ...{ message: 'Captured ₹1.00 of ₹2,060.00', amount: 100, currency: 'INR', providerOrderId: 'order_1' },
        ...{ providerPaymentId: 'pay_1', createdAt: `2026-11-2${index}T10:00:00.000Z`, resolvedAt: null },
        ...(taker && { taker: { ...taker, userId: 'b'.repeat(24), at: '2026-11-23T18:30:00.000Z' } }),
      })),
      totalCount: 60,
    },
  },
};

export const STAFF_ORDER_SCREENS: Record<string, Screen> = {
  'admin-orders': staff('orders'),
  'admin-pick-list': staff('orders/pick-list'),
  'admin-orders-loading': { ...staff('orders'), api: { path: /\/admin\/orders/, answer: 'waits' } },
  'admin-orders-error': { ...staff('orders'), api: { path: /\/admin\/orders/, answer: 'fails' }, open: saysWhy },
  'admin-orders-empty': {
    ...staff('orders'),
    api: { path: /\/admin\/orders$/, answer: { status: 200, body: { orders: [], totalCount: 0 } } },
  },
  'admin-orders-none': staff('orders?q=zzzz&status=Shipped'),
  'admin-work': staff('work'),
  'admin-work-none': staff('work?kind=mail&who=others'),
  'admin-work-taken': { ...staff('work'), api: TAKEN },
  'admin-work-take-over': { ...drawer('work?who=others', /^Take over/), api: TAKEN },
  'admin-work-error': {
    ...staff('work'),
    ...{ open: saysWhy, api: { path: /\/admin\/(orders|mails)$/, answer: 'fails' } },
  },
  'admin-payments': staff('payments'),
  'admin-money': staff('payments/money?show=all'),
  'admin-methods': staff('payments/methods'),
};
