import { cartOrder, payment } from '@shop/contracts/browser';
import { ApiError, call, emit, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { forgetBuyNow } from '../../../components/buy-now.ts';
import { type Checkout, checkoutQuery, paymentQuery } from '../api.ts';
import { forgetUnfinished, unfinishedOf } from '../unfinished.ts';
import { openRazorpay, type RazorpayAnswer } from './razorpay.ts';

const POLL_MS = 3_000;
/** The service waits some seconds for the order itself. */
const ORDER_TIMEOUT_MS = 15_000;
/** Capturing asks PayPal, which may dawdle. */
const CAPTURE_TIMEOUT_MS = 25_000;
/** After so long without an answer paying again is offered; whatever was paid twice goes back by itself. */
const UNSURE_MS = 60_000;

const beginningOnce = createIntent();

/**
 * Where a frozen checkout is:
 * - `payable`: it can be paid, perhaps once more
 * - `busy`: the buyer is paying
 * - `confirming`: the money may be here; the shop finds out
 * - `over`, `refused`: it ended without an order
 */
export type Phase = 'payable' | 'busy' | 'confirming' | 'over' | 'refused';

/**
 * Pays a frozen checkout and follows it to its order. The server knows where it is, whatever this browser saw: so a reload,
 * a closed browser or a lost answer change nothing.
 */
export function usePaying(id: string, userId: string) {
  const navigate = useNavigate();
  const [unfinished] = useState(() => unfinishedOf(userId));
  const isOwn = unfinished?.id === id;
  const from = (isOwn && unfinished.from) || '/checkout';
  const [isBusy, setBusy] = useState(false);
  /** An answer got lost: the shop is asked before anything else is offered. */
  const [isUnsure, setUnsure] = useState(false);
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
    if (!isUnsure) return;
    const timer = setTimeout(() => setUnsure(false), UNSURE_MS);
    return () => clearTimeout(timer);
  }, [isUnsure]);

  // Kept by the browser while the buyer was at PayPal, and shown again by Back.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setBusy(false);
      refresh();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `refresh` asks the same queries all the time
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
    forgetUnfinished(id);
    if (from !== '/checkout') forgetBuyNow();
    emit('checkout:cart-changed', {});
    // Not for somebody who came back to an old address.
    if (isOwn || isBusy) toast.success(currency === 'INR' ? 'Payment verified 🎉' : 'Payment successful 🎉');
    void navigate(`/user/order/${orderId}`, { replace: true });
  };
  const orderId = checkout.data?.orderId;
  useEffect(() => {
    if (orderId) finish(orderId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when there is an order
  }, [orderId]);

  /** The payment is captured: its order is made by itself. When it takes longer, asking goes on. */
  const leadToOrder = async (paymentId: string) => {
    try {
      const { order } = await call(cartOrder.awaitOrder, {
        body: { paymentInfo: { id: paymentId } },
        timeoutMs: ORDER_TIMEOUT_MS,
      });
      finish(order._id);
    } catch {
      setUnsure(true);
    }
  };

  /** The shop refused, and said why; or nobody knows what became of it. */
  const fail = (error: unknown, fallback: string) => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      toast.error(messageOf(error, fallback));
      if (error.code === 'payment.declined') setDeclined('');
    } else {
      toast.error(fallback);
      setUnsure(true);
    }
  };

  const verify = async (answer: RazorpayAnswer) => {
    try {
      const verified = await call(payment.verifyRazorpayPayment, { body: answer });
      if (verified.state === 'captured') await leadToOrder(verified.paymentId);
      else if (verified.state === 'open') setUnsure(true);
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
      // On the way to PayPal nothing else is to be pressed.
      if (frozen.currency !== 'INR') return await payByPaypal(frozen);
      await payByRazorpay(frozen);
    } catch (error) {
      toast.error(messageOf(error, 'Unable to start payment'));
    }
    setBusy(false);
    refresh();
  };

  /** The buyer approved at PayPal and is back. */
  const capture = async (paypalOrderId: string) => {
    setBusy(true);
    try {
      const { status, id: captureId } = await call(payment.capturePaypalOrder, {
        body: { orderID: paypalOrderId },
        timeoutMs: CAPTURE_TIMEOUT_MS,
      });
      if (status === 'COMPLETED' && captureId) await leadToOrder(captureId);
      else {
        toast.error('Payment not completed');
        setUnsure(true);
      }
    } catch (error) {
      fail(error, 'PayPal payment failed');
    }
    setBusy(false);
    refresh();
  };

  /** Gives the pieces back, to change something or to leave it. */
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
    forgetUnfinished(id);
    emit('checkout:cart-changed', {});
    void navigate(from, { replace: true });
  };

  const isPaid = paid?.state === 'captured';
  const phase: Phase =
    state === 'refused'
      ? 'refused'
      : isPaid || state === 'capturing' || state === 'retaking' || state === 'reserving' || state === 'ordered'
        ? 'confirming'
        : isBusy
          ? 'busy'
          : isUnsure && paid?.state !== 'failed'
            ? 'confirming'
            : state === 'frozen'
              ? 'payable'
              : 'over';

  return {
    checkout: checkout.data,
    error: checkout.data ? null : checkout.error,
    phase,
    /** What the bank said; empty when it said no more than no. */
    declined: declined ?? (paid?.state === 'failed' ? '' : undefined),
    pay,
    capture,
    giveUp,
    leave,
    refresh,
  };
}

const FINAL: readonly Checkout['state'][] = ['ordered', 'refused'];

/** Until it is decided; an expired one may still be paid by what is under way. */
const pollOf = (checkout: Checkout | undefined): number | false =>
  checkout && FINAL.includes(checkout.state) ? false : POLL_MS;
