import { cartOrder, payment } from '@shop/contracts/browser';
import { ApiError, call, emit, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { clearBuyNow } from '../../../components/buy-now.ts';
import { type Checkout, checkoutQuery, paymentQuery } from '../api.ts';
import { clearUnfinished, unfinishedOf } from '../unfinished.ts';
import { openRazorpay, type RazorpayAnswer } from './razorpay.ts';

const POLL_MS = 3_000;
/** The service waits some seconds for the order itself. */
const ORDER_TIMEOUT_MS = 15_000;
/** Capturing calls PayPal, which may be slow. */
const CAPTURE_TIMEOUT_MS = 25_000;
/** After this time without an outcome another payment is offered; duplicates are refunded automatically. */
const OUTCOME_TIMEOUT_MS = 60_000;

const beginningOnce = createIntent();

/**
 * Phase of a frozen checkout:
 * - `payable`: it can be paid or retried
 * - `busy`: the buyer is paying
 * - `confirming`: the payment may have succeeded; the shop is finding out
 * - `over`, `refused`: it ended without an order
 */
export type Phase = 'payable' | 'busy' | 'confirming' | 'over' | 'refused';

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
  const isDone = useRef(false);

  const checkout = useQuery({ ...checkoutQuery(id), refetchInterval: ({ state }) => pollOf(state.data?.checkout) });
  const { data: paid, refetch: refetchPayment } = useQuery({
    ...paymentQuery(id),
    refetchInterval: () => pollOf(checkout.data),
  });
  const state = checkout.data?.state;
  const currency = checkout.data?.currency;
  const refresh = () => void Promise.all([checkout.refetch(), refetchPayment()]);

  useEffect(() => {
    if (!isOutcomeUnknown) return;
    const timer = setTimeout(() => setOutcomeUnknown(false), OUTCOME_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isOutcomeUnknown]);

  // Restored from the back-forward cache after PayPal.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setBusy(false);
      refresh();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refresh` always invalidates the same queries
  }, []);

  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const finish = (orderId: string) => {
    if (isDone.current) return;
    isDone.current = true;
    clearUnfinished(id);
    if (from !== '/checkout') clearBuyNow();
    emit('checkout:cart-changed', {});
    // Not for visitors who return to an old address.
    if (isOwn || isBusy) toast.success(currency === 'INR' ? 'Payment verified 🎉' : 'Payment successful 🎉');
    void navigate(`/user/order/${orderId}`, { replace: true });
  };
  const orderId = checkout.data?.orderId;
  useEffect(() => {
    if (orderId) finish(orderId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when there is an order
  }, [orderId]);

  /** The payment is captured: its order follows automatically. If it takes longer, polling continues. */
  const goToOrder = async (paymentId: string) => {
    try {
      const { order } = await call(cartOrder.awaitOrder, {
        body: { paymentInfo: { id: paymentId } },
        timeoutMs: ORDER_TIMEOUT_MS,
      });
      finish(order._id);
    } catch {
      setOutcomeUnknown(true);
    }
  };

  /** Either a refusal with a message, or an unknown outcome. */
  const fail = (error: unknown, fallback: string) => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      toast.error(messageOf(error, fallback));
      if (error.code === 'payment.declined') setDeclined('');
    } else {
      toast.error(fallback);
      setOutcomeUnknown(true);
    }
  };

  const verify = async (answer: RazorpayAnswer) => {
    try {
      const verified = await call(payment.verifyRazorpayPayment, { body: answer });
      if (verified.state === 'captured') await goToOrder(verified.paymentId);
      else if (verified.state === 'open') setOutcomeUnknown(true);
      else toast.error('Payment verification failed');
    } catch (error) {
      fail(error, 'Payment verification failed');
    }
  };

  const payByRazorpay = async ({ totals, expiresAt }: Checkout): Promise<void> => {
    const body = { checkoutId: id, amount: totals.total };
    const started = await beginningOnce({ provider: 'razorpay', ...body }, (idempotencyKey) =>
      call(payment.createRazorpayOrder, { body, idempotencyKey }),
    );
    const outcome = await openRazorpay(started, expiresAt, leaving.current.signal);
    if (outcome.paid) return verify(outcome.paid);
    if (leaving.current.signal.aborted) return;
    if (outcome.declined === undefined) toast.info('Payment not completed');
    setDeclined(outcome.declined);
  };

  const payByPaypal = async ({ totals, currency: code }: Checkout) => {
    const body = { checkoutId: id, amount: totals.total, currency: code };
    const { approveUrl } = await beginningOnce({ provider: 'paypal', ...body }, (idempotencyKey) =>
      call(payment.createPaypalOrder, { body, idempotencyKey }),
    );
    window.location.assign(approveUrl);
  };

  const pay = async (frozen: Checkout) => {
    setBusy(true);
    setDeclined(undefined);
    try {
      // Stays busy during the redirect to PayPal.
      if (frozen.currency !== 'INR') return await payByPaypal(frozen);
      await payByRazorpay(frozen);
    } catch (error) {
      toast.error(messageOf(error, 'Unable to start payment'));
    }
    setBusy(false);
    refresh();
  };

  /** The buyer approved at PayPal and returned. */
  const capture = async (paypalOrderId: string) => {
    setBusy(true);
    try {
      const { status, id: captureId } = await call(payment.capturePaypalOrder, {
        body: { orderID: paypalOrderId },
        timeoutMs: CAPTURE_TIMEOUT_MS,
      });
      if (status === 'COMPLETED' && captureId) await goToOrder(captureId);
      else {
        toast.error('Payment not completed');
        setOutcomeUnknown(true);
      }
    } catch (error) {
      fail(error, 'PayPal payment failed');
    }
    setBusy(false);
    refresh();
  };

  /** Releases the hold, to edit or leave the checkout. */
  const giveUp = async () => {
    try {
      await call(cartOrder.cancelCheckout, { params: { checkoutId: id } });
    } catch (error) {
      toast.error(messageOf(error));
      return refresh();
    }
    leave();
  };
  const leave = () => {
    clearUnfinished(id);
    emit('checkout:cart-changed', {});
    void navigate(from, { replace: true });
  };

  const isPaid = paid?.state === 'captured';
  const isClosed = checkout.data?.paidAs !== undefined;
  useEffect(() => {
    if (isClosed) clearUnfinished(id);
  }, [isClosed, id]);
  const phase: Phase = isClosed
    ? 'over'
    : state === 'refused'
      ? 'refused'
      : isPaid || state === 'capturing' || state === 'retaking' || state === 'reserving' || state === 'ordered'
        ? 'confirming'
        : isBusy
          ? 'busy'
          : isOutcomeUnknown && paid?.state !== 'failed'
            ? 'confirming'
            : state === 'frozen'
              ? 'payable'
              : 'over';

  return {
    checkout: checkout.data,
    error: checkout.data ? null : checkout.error,
    phase,
    /** The bank's message; empty if it gave none. */
    declined: declined ?? (paid?.state === 'failed' ? '' : undefined),
    pay,
    capture,
    giveUp,
    leave,
    refresh,
  };
}

const FINAL: readonly Checkout['state'][] = ['ordered', 'refused'];

/** Polls until it is decided; an expired one may still be paid by a payment in progress. */
const pollOf = (checkout: Checkout | undefined): number | false =>
  checkout && (FINAL.includes(checkout.state) || checkout.paidAs !== undefined) ? false : POLL_MS;
