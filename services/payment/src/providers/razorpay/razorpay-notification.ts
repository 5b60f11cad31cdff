import { z } from 'zod';
import { disputeOf } from './razorpay-dispute.ts';
import type { WebhookNotification } from '../provider.ts';

const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional();

const entityOf = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.looseObject(shape) }).optional();

/** The fields read. */
const event = z.object({
  event: z.string(),
  /** In seconds. */
  created_at: z.number().default(0),
  payload: z.object({
    payment: entityOf({
      id: z.string(),
      order_id: z.string().nullish(),
      amount: z.coerce.number().int(),
      currency: z.string(),
      notes,
    }),
    refund: entityOf({
      id: z.string(),
      payment_id: z.string(),
      amount: z.coerce.number().int(),
      currency: z.string(),
      status: z.string().nullish(),
      notes,
    }),
    dispute: entityOf({
      id: z.string(),
      payment_id: z.string(),
      amount: z.coerce.number().int(),
      currency: z.string(),
      status: z.string(),
    }),
  }),
});

const ABOUT_ORDERS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);
const REFUND_STATES = { pending: 'pending', processed: 'completed', failed: 'failed' } as const;

/** @throws ZodError if it is not an event of Razorpay */
export function parseRazorpayNotification(body: unknown): WebhookNotification {
  const { event: name, created_at: createdAt, payload } = event.parse(body);
  const payment = payload.payment?.entity;
  const refund = payload.refund?.entity;
  const dispute = payload.dispute?.entity;
  if (dispute) return { about: 'dispute', ...disputeOf(dispute) };
  if (refund && name.startsWith('refund.')) {
    const state = REFUND_STATES[refund.status as keyof typeof REFUND_STATES] ?? 'pending';
    return {
      about: 'refund',
      refund: { id: refund.id, state },
      refundId: noteOf(refund.notes, 'refundId'),
      providerPaymentId: refund.payment_id,
      amount: refund.amount,
      currency: refund.currency,
    };
  }
  if (!payment || !ABOUT_ORDERS.has(name)) return { about: 'nothing' };
  return {
    about: 'order',
    providerOrderId: payment.order_id ?? undefined,
    paymentId: noteOf(payment.notes, 'paymentId'),
    approvedAt: name === 'payment.authorized' ? new Date(createdAt * 1_000) : undefined,
    providerPaymentId: payment.id,
    amount: payment.amount,
    currency: payment.currency,
  };
}

/** Razorpay sends empty notes as a list. */
function noteOf(all: z.infer<typeof notes>, name: string): string | undefined {
  const note = Array.isArray(all) ? undefined : all?.[name];
  return typeof note === 'string' ? note : undefined;
}
