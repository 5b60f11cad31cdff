import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Checkout, checkoutQuery, type Payment, paymentQuery } from '../api.ts';
import { isAwaited } from './providers/index.ts';

const POLL_MS = 3_000;
/** While the buyer has to do something outside the shop, which may take days. */
const AWAITED_POLL_MS = 15_000;

/** A frozen checkout and its last payment, as the server knows them; polled until they are decided. */
export function useFrozen(id: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state: { data } }) =>
      pollOf(queryClient.getQueryData(checkoutQuery(id).queryKey)?.checkout, data?.payment),
  });
  const checkout = useQuery({
    ...checkoutQuery(id),
    refetchInterval: ({ state: { data } }) => pollOf(data?.checkout, payment.data),
  });
  const refresh = () => Promise.all([checkout.refetch(), payment.refetch()]);
  return {
    checkout: checkout.data,
    error: checkout.data ? null : checkout.error,
    payment: payment.data,
    isPaymentLoading: payment.isPending,
    refresh,
  };
}

/** The page was restored from the back-forward cache, after a provider's pages. */
export function useRestored(onRestored: () => void): void {
  const restored = useEffectEvent(onRestored);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restored();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
}

const FINAL: readonly Checkout['state'][] = ['ordered', 'refused'];

/** Polls until it is decided; an expired one may still be paid by a payment in progress. */
function pollOf(checkout: Checkout | undefined, payment: Payment | undefined): number | false {
  if (checkout && (FINAL.includes(checkout.state) || checkout.paidAs !== undefined)) return false;
  return isAwaited(payment) ? AWAITED_POLL_MS : POLL_MS;
}
