import type { Money } from './money.ts';

export interface Link {
  href: string;
  rel: string;
  method: string;
}

export interface Item {
  name: string;
  quantity: string;
  unit_amount: Money;
  [other: string]: unknown;
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Money & { breakdown?: Partial<Record<BreakdownPart, Money>> };
  custom_id?: string;
  invoice_id?: string;
  items?: Item[];
  [other: string]: unknown;
}

export type BreakdownPart =
  'item_total' | 'tax_total' | 'shipping' | 'handling' | 'insurance' | 'shipping_discount' | 'discount';

/** The buyer's funding source: a working account, one that the bank declines, or one that takes days to clear. */
export type Funding = 'balance' | 'declined' | 'echeck';

export interface Order {
  id: string;
  intent: 'CAPTURE';
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  purchase_units: PurchaseUnit[];
  payer?: Record<string, unknown>;
  create_time: string;
  update_time: string;
  sandbox: {
    /** It was created with `payment_source.paypal`. */
    paymentSource: boolean;
    returnUrl?: string;
    cancelUrl?: string;
    brandName?: string;
    funding?: Funding;
    captureIds: string[];
  };
}

export interface Capture {
  id: string;
  /** In the smallest unit; the API shows it as text. */
  minor: number;
  refundedMinor: number;
  currency: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  pendingReason?: string;
  orderId: string;
  referenceId: string;
  customId?: string;
  invoiceId?: string;
  createTime: string;
  updateTime: string;
}

export interface Refund {
  id: string;
  minor: number;
  currency: string;
  captureId: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  invoiceId?: string;
  customId?: string;
  noteToPayer?: string;
  createTime: string;
  updateTime: string;
}

export interface Dispute {
  id: string;
  captureId: string;
  minor: number;
  currency: string;
  reason: string;
  status: 'OPEN' | 'RESOLVED';
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR';
  createTime: string;
  updateTime: string;
}
