import type { AnswerOf, BodyOf, payment } from '@shop/contracts/browser';

export type RazorpayAnswer = BodyOf<typeof payment.verifyRazorpayPayment>;
type RazorpayOrder = AnswerOf<typeof payment.createRazorpayOrder>;

interface Failure {
  error?: { description?: string };
}

/** Global of Razorpay's script. */
interface Dialog {
  open(): void;
  close(): void;
  on(event: 'payment.failed', listener: (failure: Failure) => void): void;
}
declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => Dialog;
  }
}

/** Paid (not yet verified), or closed: with the bank's last message if it declined. */
type DialogOutcome = { paid: RazorpayAnswer } | { paid: null; declined: string | undefined };

/** The colour of the shop's buttons. */
const COLOUR = '#86611a';

/**
 * Opens Razorpay's dialog for a Razorpay order and waits for the outcome. It closes at `closesAt`, and when its page is
 * left.
 */
export async function openRazorpay(
  { order, dialog }: RazorpayOrder,
  closesAt: string,
  signal: AbortSignal,
): Promise<DialogOutcome> {
  await loadScript(dialog.script);
  const Razorpay = window.Razorpay;
  if (!Razorpay) throw new Error('The script did not define Razorpay');
  const { key, name, description, prefill } = dialog;
  return new Promise((resolve) => {
    let declined: string | undefined;
    const opened = new Razorpay({
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      ...{ name, description, prefill },
      theme: { color: COLOUR },
      timeout: Math.max(1, Math.floor((Date.parse(closesAt) - Date.now()) / 1000)),
      modal: { confirm_close: true, ondismiss: () => resolve({ paid: null, declined }) },
      handler: (paid: RazorpayAnswer) => resolve({ paid }),
    });
    // The dialog itself offers another card; this is for closing it after a failure.
    opened.on('payment.failed', ({ error }) => {
      declined = error?.description ?? '';
    });
    signal.addEventListener('abort', () => {
      opened.close();
      resolve({ paid: null, declined });
    });
    opened.open();
  });
}

let loading: Promise<void> | undefined;

/** Loaded only for payments. After a failure the next attempt loads it again. */
function loadScript(src: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The payment script could not be loaded'));
    });
    document.head.append(script);
  }).finally(() => {
    loading = undefined;
  });
  return loading;
}
