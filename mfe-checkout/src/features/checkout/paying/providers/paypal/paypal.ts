import { payment } from '@shop/contracts/browser';
import { call, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { type Outcome, outcomeOf, type PayingAdapter } from '../adapter.ts';

/** Capturing calls PayPal, which may be slow. */
const CAPTURE_TIMEOUT_MS = 25_000;

const startingOnce = createIntent();

export const paypal: PayingAdapter = {
  async pay({ _id, totals, currency }) {
    const body = { checkoutId: _id, amount: totals.total, currency };
    const { approveUrl } = await startingOnce(body, (idempotencyKey) =>
      call(payment.createPaypalOrder, { body, idempotencyKey }),
    );
    window.location.assign(approveUrl);
    return { state: 'redirected' };
  },

  async onReturn(search) {
    const token = search.get('token');
    if (search.get('paypal') === 'return' && token) return capture(token);
    toast.error('Payment not completed');
    return { state: 'unpaid' };
  },
};

/** The buyer approved it. */
async function capture(orderID: string): Promise<Outcome> {
  try {
    const { status, id } = await call(payment.capturePaypalOrder, { body: { orderID }, timeoutMs: CAPTURE_TIMEOUT_MS });
    if (status === 'COMPLETED' && id) return { state: 'captured', paymentId: id };
    toast.error('Payment not completed');
    return { state: 'unknown' };
  } catch (error) {
    return outcomeOf(error, 'PayPal payment failed');
  }
}
