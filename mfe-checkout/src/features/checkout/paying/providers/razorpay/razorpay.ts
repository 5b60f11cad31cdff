import { payment } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { type Outcome, outcomeOf, type PayingAdapter } from '../adapter.ts';
import { openRazorpay, type RazorpayAnswer } from './razorpay-dialog.ts';

const startingOnce = createIntent();

export const razorpay: PayingAdapter = {
  thanks: 'Payment verified 🎉',

  async pay({ _id, totals, expiresAt }, leaving) {
    const body = { checkoutId: _id, amount: totals.total };
    const started = await startingOnce(body, (idempotencyKey) =>
      call(payment.createRazorpayOrder, { body, idempotencyKey }),
    );
    const outcome = await openRazorpay(started, expiresAt, leaving);
    if (outcome.paid) return verify(outcome.paid);
    if (!leaving.aborted && outcome.declined === undefined) toast.info('Payment not completed');
    return { state: 'unpaid', declined: outcome.declined };
  },
};

async function verify(answer: RazorpayAnswer): Promise<Outcome> {
  const failed = 'Payment verification failed';
  try {
    const { state, paymentId } = await call(payment.verifyRazorpayPayment, { body: answer });
    if (state === 'captured') return { state, paymentId };
    if (state === 'open') return { state: 'unknown' };
    toast.error(failed);
    return { state: 'unpaid' };
  } catch (error) {
    return outcomeOf(error, failed);
  }
}
