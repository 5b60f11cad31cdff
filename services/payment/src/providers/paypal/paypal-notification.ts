import { z } from 'zod';
import { disputeOf, paypalDispute } from './paypal-dispute.ts';
import { amountOf, money } from './paypal-money.rules.ts';
import type { WebhookNotification } from '../provider.ts';

/** The fields read. The shape of `resource` depends on the event. */
const event = z.object({
  event_type: z.string(),
  create_time: z.coerce.date().default(new Date(0)),
  resource: paypalDispute.extend({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    amount: money.optional(),
    supplementary_data: z
      .looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })
      .optional(),
    purchase_units: z.array(z.looseObject({ custom_id: z.string().optional(), amount: money.optional() })).optional(),
    links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).optional(),
  }),
});
type Resource = z.infer<typeof event>['resource'];

const REFUND_STATES = { COMPLETED: 'completed', FAILED: 'failed', CANCELLED: 'failed', PENDING: 'pending' } as const;

/** @throws ZodError if it is not an event of PayPal */
export function parsePaypalNotification(body: unknown): WebhookNotification {
  const { event_type: name, create_time: createdAt, resource } = event.parse(body);
  if (name.startsWith('CUSTOMER.DISPUTE.')) {
    const dispute = disputeOf(resource);
    return dispute ? { about: 'dispute', ...dispute } : { about: 'nothing' };
  }
  if (name === 'PAYMENT.CAPTURE.REVERSED') {
    // PayPal reversed the payment, after a dispute or by its own decision.
    const { id = '' } = resource;
    const providerPaymentId = captureIn(resource) ?? id;
    const sum = amountOf(resource.amount);
    return { about: 'dispute', disputeId: id, status: 'REVERSED', disputeStatus: undefined, providerPaymentId, ...sum };
  }
  if (name === 'PAYMENT.CAPTURE.REFUNDED' || name.startsWith('PAYMENT.REFUND.')) return refundOf(resource);
  if (name.startsWith('PAYMENT.CAPTURE.')) {
    return {
      about: 'order',
      providerOrderId: resource.supplementary_data?.related_ids?.order_id,
      paymentId: resource.custom_id,
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
      approvedAt: name === 'CHECKOUT.ORDER.APPROVED' ? createdAt : undefined,
      providerPaymentId: undefined,
      ...amountOf(unit?.amount),
    };
  }
  return { about: 'nothing' };
}

/** The capture of a refund or reversal is only in a link: …/v2/payments/captures/{id}. */
const captureIn = ({ links }: Resource): string | undefined =>
  links
    ?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
    ?.href.split('/')
    .at(-1);

function refundOf(resource: Resource): WebhookNotification {
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
