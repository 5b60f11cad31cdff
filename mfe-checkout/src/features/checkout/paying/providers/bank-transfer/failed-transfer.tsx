import { formatMoney } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import type { Checkout } from '../../../api.ts';
import { type Transfer, transferQuery } from './transfer-query.ts';

/** What became of a transfer that is no longer awaited. */
export function FailedTransfer({ checkout }: { checkout: Checkout }) {
  const { data: transfer } = useQuery(transferQuery(checkout._id));
  return <p>{transfer ? endOf(transfer, checkout) : LATE}</p>;
}

const LATE = 'Money that still comes becomes your order if the pieces are left, or goes back to your account.';

export function endOf({ state }: Transfer, { totals, currency }: Checkout): string {
  switch (state) {
    case 'refused':
      return `Another amount than ${formatMoney(totals.total, currency)} arrived. It goes back to the account that it came from; we have mailed you.`;
    case 'cancelled':
      return `You gave up the bank transfer. ${LATE}`;
    case 'expired':
      return `Your bank transfer did not arrive in time. ${LATE}`;
    case 'waiting':
    case 'arrived':
      return LATE;
  }
}
