import { cartOrder, type ProviderName } from '@shop/contracts/browser';
import { ApiError, call, emit, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clearBuyNow } from '../../../components/buy-now.ts';
import { type Checkout, otherCheckoutOf } from '../api.ts';
import { clearUnfinished, unfinishedOf } from '../unfinished.ts';
import { phaseOf } from './phase.rules.ts';
import type { Outcome } from './providers/adapter.ts';
import { adapterOf } from './providers/index.ts';
import { useFrozen, useRestored } from './use-frozen.ts';
import { useWaysToPay } from './ways-to-pay.ts';

/** The service waits some seconds for the order itself. */
const ORDER_TIMEOUT_MS = 15_000;
/** After this time without an outcome another payment is offered; duplicates are refunded automatically. */
const OUTCOME_TIMEOUT_MS = 60_000;

export type PayingState = ReturnType<typeof usePaying>;

/**
 * Pays a frozen checkout and follows it to its order. The server is the source of truth, so a reload, a closed browser
 * or a lost response changes nothing.
 */
export function usePaying(id: string, userId: string) {
  const navigate = useNavigate();
  const [unfinished] = useState(() => unfinishedOf(userId));
  const isOwn = unfinished?.id === id;
  const from = (isOwn && unfinished.from) || '/checkout';
  const [isBusy, setBusy] = useState(false);
  /** A response was lost: the server is queried before another payment is offered. */
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(false);
  const [declined, setDeclined] = useState<string>();
  const [paidBy, setPaidBy] = useState<ProviderName>();
  /** Another payment of this buyer, which has to be decided first. */
  const [inTheWay, setInTheWay] = useState<{ message: string; checkoutId: string }>();
  const isDone = useRef(false);

  const { checkout, error, payment, isPaymentLoading, refresh } = useFrozen(id);
  const ways = useWaysToPay(userId, checkout?.currency);

  useEffect(() => {
    if (!isOutcomeUnknown) return;
    const timer = setTimeout(() => setOutcomeUnknown(false), OUTCOME_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isOutcomeUnknown]);

  useRestored(() => {
    setBusy(false);
    void refresh();
  });

  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const finish = (orderId: string, provider = paidBy ?? payment?.provider) => {
    if (isDone.current) return;
    isDone.current = true;
    clearUnfinished(id);
    if (from !== '/checkout') clearBuyNow();
    emit('checkout:cart-changed', {});
    // Not for visitors who return to an old address.
    if (isOwn || isBusy) toast.success((provider && adapterOf(provider)?.thanks) ?? 'Payment successful 🎉');
    void navigate(`/user/order/${orderId}`, { replace: true });
  };
  const onOrdered = useEffectEvent(finish);
  const orderId = checkout?.orderId;
  useEffect(() => {
    if (orderId) onOrdered(orderId);
  }, [orderId]);

  /** The payment is captured: its order follows automatically. If it takes longer, polling continues. */
  const goToOrder = async (provider: ProviderName, paymentId: string) => {
    try {
      const { order } = await call(cartOrder.awaitOrder, {
        body: { paymentInfo: { id: paymentId } },
        timeoutMs: ORDER_TIMEOUT_MS,
      });
      finish(order._id, provider);
    } catch {
      setOutcomeUnknown(true);
    }
  };

  /** Follows a payment that the buyer makes, or has made, by a provider. */
  const follow = async (provider: ProviderName, pays: () => Promise<Outcome>) => {
    setBusy(true);
    setDeclined(undefined);
    setInTheWay(undefined);
    setPaidBy(provider);
    try {
      const outcome = await pays();
      // Stays busy until the provider's pages are there.
      if (outcome.state === 'redirected') return;
      if (outcome.state === 'captured') await goToOrder(provider, outcome.paymentId);
      else if (outcome.state === 'unknown') setOutcomeUnknown(true);
      else if (outcome.state === 'unpaid') setDeclined(outcome.declined);
      else await refresh();
    } catch (error) {
      const message = messageOf(error, 'Unable to start payment');
      const other = otherCheckoutOf(error);
      if (other && other !== id) setInTheWay({ message, checkoutId: other });
      else toast.error(message);
      if (error instanceof ApiError && error.code === 'payment.method-off') ways.reload();
    }
    setBusy(false);
    void refresh();
  };

  const pay = async (frozen: Checkout) => {
    const adapter = ways.chosen && adapterOf(ways.chosen);
    if (adapter) await follow(ways.chosen!, () => adapter.pay(frozen, leaving.current.signal));
  };

  /** The buyer is back from the pages of a provider, with what it added to the address. */
  const comeBack = async (provider: ProviderName, search: URLSearchParams) => {
    const { onReturn } = adapterOf(provider)!;
    if (onReturn) await follow(provider, () => onReturn(search));
  };

  /** Releases the hold, to edit or leave the checkout. */
  const giveUp = async () => {
    try {
      await call(cartOrder.cancelCheckout, { params: { checkoutId: id } });
    } catch (error) {
      toast.error(messageOf(error));
      return void refresh();
    }
    leave();
  };
  const leave = () => {
    clearUnfinished(id);
    emit('checkout:cart-changed', {});
    void navigate(from, { replace: true });
  };

  const isClosed = checkout?.paidAs !== undefined;
  useEffect(() => {
    if (isClosed) clearUnfinished(id);
  }, [isClosed, id]);

  return {
    checkout,
    error,
    phase: phaseOf({ checkout, payment, isBusy, isOutcomeUnknown }),
    /** The bank's message; empty if it gave none. */
    declined: declined ?? (payment?.state === 'failed' ? '' : undefined),
    inTheWay,
    ways,
    /** The last payment of this checkout. */
    payment,
    isPaymentLoading,
    /** By whom the buyer pays on this page. */
    paidBy,
    pay,
    comeBack,
    giveUp,
    leave,
    refresh,
  };
}
