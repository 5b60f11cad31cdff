import { startSandbox, type TestSandbox } from '@shop/test-kit';

/** What Razorpay's dialog returns to the browser after a payment. */
export interface Proof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface SentWebhook {
  id: string;
  event: string;
  state: string;
  body: string;
  headers: Record<string, string>;
}

/** The providers' sandbox, with shortcuts for payments. */
export interface PaymentSandbox extends TestSandbox {
  /** Injects a failure; see the sandbox's README. */
  fail(
    failure: { provider: 'razorpay' | 'paypal'; call?: string; kind: string } & Record<string, unknown>,
  ): Promise<void>;
  /** Pays in Razorpay's dialog. */
  pay(orderId: string, more?: object): Promise<Proof>;
  /** Approves an order at PayPal. */
  approve(orderId: string, funding?: 'balance' | 'declined' | 'echeck'): Promise<void>;
  webhooks(subject: string): Promise<SentWebhook[]>;
  /** Advances its clock; events that fall due are delivered. */
  advance(byMs: number): Promise<void>;
}

/** Webhooks are sent to `<webhooksTo>/razorpay` and `<webhooksTo>/paypal`. */
export async function startPaymentSandbox(webhooksTo: string): Promise<PaymentSandbox> {
  const sandbox = await startSandbox({
    SHOP_URL: 'https://shop.example',
    RAZORPAY_WEBHOOK_URL: `${webhooksTo}/razorpay`,
    PAYPAL_WEBHOOK_URL: `${webhooksTo}/paypal`,
  });
  const { control } = sandbox;
  return {
    ...sandbox,
    fail: (failure) => control('POST', '/failures', { ...failure }),
    pay: (orderId, more = {}) => control('POST', '/razorpay/pay', { order_id: orderId, ...more }),
    approve: (orderId, funding = 'balance') => control('POST', '/paypal/approve', { order_id: orderId, funding }),
    webhooks: async (subject) =>
      (await control<{ webhooks: SentWebhook[] }>('GET', `/webhooks?subject=${subject}`)).webhooks,
    advance: (advanceMs) => control('POST', '/time', { advanceMs }),
  };
}
