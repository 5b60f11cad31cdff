import { payment } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { otherCheckoutOf } from '../../../api.ts';
import type { PayingAdapter } from '../adapter.ts';
import { FailedTransfer } from './failed-transfer.tsx';
import { OpenTransfer } from './open-transfer.tsx';

const startingOnce = createIntent();

export const bankTransfer: PayingAdapter = {
  thanks: 'Your transfer has arrived 🎉',

  async pay({ _id, totals }) {
    const body = { checkoutId: _id, amount: totals.total };
    try {
      await startingOnce(body, (idempotencyKey) => call(payment.startBankTransfer, { body, idempotencyKey }));
    } catch (error) {
      // It was started before, and the answer was lost.
      if (otherCheckoutOf(error) !== _id) throw error;
    }
    return { state: 'awaited' };
  },

  Awaiting: OpenTransfer,
  Failed: FailedTransfer,
};
