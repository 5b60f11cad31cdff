import { z } from 'zod';
import { smallestUnitOf } from '../providers/paypal/paypal-money.ts';
import type { DisputeStatus, Notice } from './notice.ts';

const money = z.object({ currency_code: z.string(), value: z.string() });

/** As far as it is read: what `resource` holds goes by the event. */
const event = z.object({
  event_type: z.string(),
  resource: z.looseObject({
    id: z.string().optional(),
    status: z.string().optional(),
    custom_id: z.string().optional(),
    amount: money.optional(),
    supplementary_data: z
      .looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })
      .optional(),
    purchase_units: z.array(z.looseObject({ custom_id: z.string().optional(), amount: money.optional() })).optional(),
    links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).optional(),
    dispute_id: z.string().optional(),
    dispute_amount: money.optional(),
    dispute_outcome: z.looseObject({ outcome_code: z.string().optional() }).optional(),
    disputed_transactions: z.array(z.looseObject({ seller_transaction_id: z.string().optional() })).optional(),
  }),
});
type Resource = z.infer<typeof event>['resource'];

const OUTCOMES: Record<string, DisputeStatus> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  DENIED: 'won',
};
const REFUND_STATES = { COMPLETED: 'completed', FAILED: 'failed', CANCELLED: 'failed', PENDING: 'pending' } as const;

/** @throws ZodError when it is none of PayPal's events */
export function paypalNotice(body: unknown): Notice {
  const { event_type: name, resource } = event.parse(body);
  if (name.startsWith('CUSTOMER.DISPUTE.')) return disputeOf(resource);
  if (name === 'PAYMENT.CAPTURE.REVERSED') {
    // PayPal took the money back: after a dispute, or by its own decision.
    const { id = '' } = resource;
    const providerPaymentId = captureIn(resource) ?? id;
    const sum = amountOf(resource.amount);
    return { about: 'dispute', disputeId: id, status: 'REVERSED', standing: undefined, providerPaymentId, ...sum };
  }
  if (name === 'PAYMENT.CAPTURE.REFUNDED' || name.startsWith('PAYMENT.REFUND.')) return refundOf(resource);
  if (name.startsWith('PAYMENT.CAPTURE.')) {
    return {
      about: 'order',
      providerOrderId: resource.supplementary_data?.related_ids?.order_id,
      paymentId: resource.custom_id,
      approved: false,
      providerPaymentId: resource.id,
      ...amountOf(resource.amount),
    };
  }
  if (name === 'CHECKOUT.ORDER.APPROVED' || name === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    const [unit] = resource.purchase_units ?? [];
    return {
      about: 'order',
      providerOrderId: resource.id,
      paymentId: unit?.custom_id,
      approved: name === 'CHECKOUT.ORDER.APPROVED',
      providerPaymentId: undefined,
      ...amountOf(unit?.amount),
    };
  }
  return { about: 'nothing' };
}

/** What a refund or a reversal is of is named in a link only: …/v2/payments/captures/{id}. */
const captureIn = ({ links }: Resource): string | undefined =>
  links
    ?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
    ?.href.split('/')
    .at(-1);

function refundOf(resource: Resource): Notice {
  const { id, status, custom_id: refundId, amount } = resource;
  const captureId = captureIn(resource);
  const sum = amountOf(amount);
  if (!id || !captureId || sum.amount === null) return { about: 'nothing' };
  const state = REFUND_STATES[status as keyof typeof REFUND_STATES] ?? 'pending';
  return {
    about: 'refund',
    refund: { id, state },
    refundId,
    providerPaymentId: captureId,
    amount: sum.amount,
    currency: sum.currency,
  };
}

function disputeOf(resource: Resource): Notice {
  const { dispute_id: disputeId, status = 'OPEN', dispute_outcome: outcome, disputed_transactions: about } = resource;
  if (!disputeId) return { about: 'nothing' };
  const code = outcome?.outcome_code;
  return {
    about: 'dispute',
    disputeId,
    status: code ?? status,
    standing: code === undefined ? standingOf(status) : (OUTCOMES[code] ?? 'closed'),
    providerPaymentId: about?.[0]?.seller_transaction_id,
    ...amountOf(resource.dispute_amount),
  };
}

function standingOf(status: string): DisputeStatus {
  if (status === 'RESOLVED') return 'closed';
  return status === 'UNDER_REVIEW' ? 'under-review' : 'open';
}

function amountOf(sum: z.infer<typeof money> | undefined) {
  if (!sum) return { amount: null, currency: null };
  return { amount: smallestUnitOf(sum.value, sum.currency_code), currency: sum.currency_code };
}
