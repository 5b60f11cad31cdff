import type { PayPal } from '../paypal/paypal.ts';
import type { Razorpay } from '../razorpay/razorpay.ts';

/** Sums of one currency, in its smallest unit. */
export interface Sums {
  /** Captured payments and their sum. */
  payments: number;
  captured: number;
  /** Without failed refunds. */
  refunded: number;
  /** Withdrawn after lost disputes. */
  lostInDisputes: number;
}

export interface LedgerEntry {
  provider: 'razorpay' | 'paypal';
  paymentId: string;
  orderId: string;
  /** The shop's reference: Razorpay's receipt, PayPal's invoice id. */
  reference: string | null;
  customId?: string;
  currency: string;
  captured: number;
  refunded: number;
  /** Without failed ones. `reference`: the shop's, Razorpay's receipt or PayPal's custom id. */
  refunds: { reference: string | null; amount: number }[];
  /** Withdrawn after a lost dispute. */
  lost: number;
}

export type Ledger = Record<'razorpay' | 'paypal', Record<string, Sums>>;

interface Row {
  currency: string;
  payments: number;
  captured: number;
  refunded: number;
}

/** The providers' view of the shop's money, which proofs compare with the shop's own records. */
export function ledger(razorpay: Razorpay, paypal: PayPal): Ledger {
  return {
    razorpay: sums(
      razorpay.payments.aggregate<Row>(
        `SELECT field(currency) AS currency, count(*) AS payments, sum(field(amount)) AS captured,
         sum(field(amount_refunded)) AS refunded FROM $ WHERE field(captured) GROUP BY 1`,
      ),
      razorpay.disputes.aggregate(
        `SELECT field(currency) AS currency, sum(field(amount_deducted)) AS lost FROM $ GROUP BY 1`,
      ),
    ),
    paypal: sums(
      paypal.captures.aggregate<Row>(
        `SELECT field(currency) AS currency, count(*) AS payments, sum(field(minor)) AS captured,
         sum(field(refundedMinor)) AS refunded FROM $
         WHERE field(status) IN ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED') GROUP BY 1`,
      ),
      paypal.disputes.aggregate(
        `SELECT field(currency) AS currency, sum(field(minor)) AS lost FROM $
         WHERE field(outcome) = 'RESOLVED_BUYER_FAVOUR' GROUP BY 1`,
      ),
    ),
  };
}

/** Captured payments, oldest first. */
export function ledgerEntries(razorpay: Razorpay, paypal: PayPal, provider: string, limit: number, skip: number) {
  const page = [limit, skip];
  const lost = lostByPayment(provider === 'paypal' ? lostOfPaypal(paypal) : lostOfRazorpay(razorpay));
  const refunds = Map.groupBy(provider === 'paypal' ? refundsOfPaypal(paypal) : refundsOfRazorpay(razorpay), paymentOf);
  const refundsOf = (id: string) => (refunds.get(id) ?? []).map(({ reference, amount }) => ({ reference, amount }));
  if (provider === 'paypal') {
    return paypal.captures
      .where(`field(status) IN ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED') ORDER BY seq LIMIT ? OFFSET ?`, page)
      .map((capture): LedgerEntry => ({
        provider: 'paypal',
        paymentId: capture.id,
        orderId: capture.orderId,
        reference: capture.invoiceId ?? null,
        customId: capture.customId,
        currency: capture.currency,
        captured: capture.minor,
        refunded: capture.refundedMinor,
        refunds: refundsOf(capture.id),
        lost: lost.get(capture.id) ?? 0,
      }));
  }
  return razorpay.payments.where('field(captured) ORDER BY seq LIMIT ? OFFSET ?', page).map((payment): LedgerEntry => ({
    provider: 'razorpay',
    paymentId: payment.id,
    orderId: payment.order_id,
    reference: razorpay.order(payment.order_id).receipt,
    currency: payment.currency,
    captured: payment.amount,
    refunded: payment.amount_refunded,
    refunds: refundsOf(payment.id),
    lost: lost.get(payment.id) ?? 0,
  }));
}

interface LostRow {
  payment: string;
  lost: number;
}

const lostByPayment = (rows: LostRow[]): Map<string, number> =>
  new Map(rows.map(({ payment, lost }) => [payment, lost]));

const lostOfRazorpay = ({ disputes }: Razorpay): LostRow[] =>
  disputes.aggregate(`SELECT field(payment_id) AS payment, sum(field(amount_deducted)) AS lost FROM $ GROUP BY 1`);

const lostOfPaypal = ({ disputes }: PayPal): LostRow[] =>
  disputes.aggregate(
    `SELECT field(captureId) AS payment, sum(field(minor)) AS lost FROM $
     WHERE field(outcome) = 'RESOLVED_BUYER_FAVOUR' GROUP BY 1`,
  );

interface RefundRow {
  payment: string;
  reference: string | null;
  amount: number;
}

const paymentOf = ({ payment }: RefundRow): string => payment;

const refundsOfRazorpay = ({ refunds }: Razorpay): RefundRow[] =>
  refunds.aggregate(
    `SELECT field(payment_id) AS payment, field(receipt) AS reference, field(amount) AS amount FROM $
     WHERE field(status) <> 'failed'`,
  );

const refundsOfPaypal = ({ refunds }: PayPal): RefundRow[] =>
  refunds.aggregate(
    `SELECT field(captureId) AS payment, field(customId) AS reference, field(minor) AS amount FROM $
     WHERE field(status) IN ('COMPLETED', 'PENDING')`,
  );

function sums(rows: Row[], lost: { currency: string; lost: number }[]): Record<string, Sums> {
  return Object.fromEntries(
    rows.map(({ currency, payments, captured, refunded }) => [
      currency,
      {
        payments,
        captured,
        refunded,
        lostInDisputes: lost.find((row) => row.currency === currency)?.lost ?? 0,
      },
    ]),
  );
}
