import type { cartOrder } from '@shop/contracts';
import type { BadgeTone } from '@shop/ui/badge.tsx';

type Order = cartOrder.Order;

export const ORDER_STATUSES = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const satisfies Order['status'][];

export const STATUS_TONES: Record<Order['status'], BadgeTone> = {
  Processing: 'busy',
  Shipped: 'plain',
  Delivered: 'good',
  Cancelled: 'bad',
};

export const PAYMENT_LABELS: Record<Order['paymentInfo']['status'], string> = {
  captured: 'Paid',
  'partially-refunded': 'Refunded in part',
  refunded: 'Refunded',
};

type DisputeStatus = NonNullable<Order['disputes']>[number]['status'];

export const DISPUTE_LABELS: Record<DisputeStatus, string> = {
  open: 'Open',
  'under-review': 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
};

export const DISPUTE_TONES: Record<DisputeStatus, BadgeTone> = {
  open: 'busy',
  'under-review': 'busy',
  won: 'good',
  lost: 'bad',
  closed: 'plain',
};
