/** Why an order is refunded, in words for its buyer. */
export const REFUND_CODES = {
  returned: 'Returned piece',
  damaged: 'Damaged piece',
  'wrong-piece': 'Wrong piece delivered',
  late: 'Late delivery',
  'price-adjustment': 'Price adjustment',
  goodwill: 'Goodwill',
  other: 'Refund by the shop',
  'order-cancelled': 'Order cancelled',
  provider: 'Paid back by the payment provider',
} as const;
export type RefundCode = keyof typeof REFUND_CODES;

/** Those that staff choose from. */
export const STAFF_REFUND_CODES = [
  'returned',
  'damaged',
  'wrong-piece',
  'late',
  'price-adjustment',
  'goodwill',
  'other',
] as const satisfies readonly RefundCode[];
export type StaffRefundCode = (typeof STAFF_REFUND_CODES)[number];

/** Why money went back: as a refund of an order, or because it never became one. */
export const RETURN_CODES = {
  ...REFUND_CODES,
  'sold-out': 'Sold before the payment came',
  'paid-twice': 'Paid a second time',
  'wrong-amount': 'Not the amount that was due',
  'unknown-checkout': 'No such checkout',
} as const;
export type ReturnCode = keyof typeof RETURN_CODES;
