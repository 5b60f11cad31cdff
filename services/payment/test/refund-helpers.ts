import crypto from 'node:crypto';
import { cartOrder, type DataOf, payment } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import type { Refund } from '../src/refunds/refund.schema.ts';
import type { PaymentHarness } from './service-harness.ts';

export const PROVIDERS = ['razorpay', 'paypal'] as const;
type ProviderName = (typeof PROVIDERS)[number];
export type Paid = DataOf<typeof payment.paymentCaptured>;
type Requested = Partial<Pick<DataOf<typeof cartOrder.refundRequested>, 'refundId' | 'amount' | 'reason' | 'keep'>>;

/** What tests of refunds do with a payment service, as the buyer, as cart-order and in the provider's dashboard. */
export function refundHelpers(harness: PaymentHarness) {
  /** Makes a captured payment. */
  async function paid(provider: ProviderName): Promise<Paid> {
    const buyer = await harness.shopper();
    const { checkoutId, orderId } = provider === 'razorpay' ? await buyer.rupees() : await buyer.abroad();
    if (provider === 'razorpay') {
      await buyer.verify(await harness.sandbox.pay(orderId));
    } else {
      await harness.sandbox.approve(orderId);
      await buyer.capture(orderId);
    }
    const [captured] = await harness.published(payment.paymentCaptured, checkoutId);
    return captured!;
  }

  /** Requests a refund as cart-order, of the whole payment and by staff unless told otherwise. Returns its id. */
  async function request(of: Paid, more: Requested = {}): Promise<string> {
    const { paymentId, checkoutId, userId, amount, currency } = of;
    const { refundId = crypto.randomUUID() } = more;
    const wanted = { refundId, paymentId, checkoutId, userId, orderId: checkoutId, amount, currency };
    await harness.deliver(cartOrder.refundRequested, refundId, { ...wanted, reason: 'staff', ...more });
    return refundId;
  }

  /** Waits until a refund is in a state. */
  const becomes = (refundId: string, state: Refund['state']): Promise<Refund> =>
    eventually(
      async () => {
        const refund = await harness.refund(refundId);
        if (refund?.state !== state) throw new Error(`it is ${refund?.state ?? 'not known'}`);
        return refund;
      },
      { what: `the refund being ${state}` },
    );

  /** Refunds in the provider's dashboard. */
  const refundInDashboard = (of: Paid, amount: number) =>
    harness.sandbox.control('POST', `${pathOf(of)}/refund`, { amount: moneyOf(of, amount) });

  /** Amount that the provider refunded of a payment, in the smallest unit. */
  async function refundedAt({ provider, providerPaymentId }: Paid): Promise<number> {
    return (await harness.sandbox.captured(provider)).find(({ paymentId }) => paymentId === providerPaymentId)!
      .refunded;
  }

  /** Whether staff are asked about a refund of the payment that failed. */
  const isAsked = async ({ checkoutId }: Paid): Promise<boolean> =>
    (await harness.attention()).some((one) => one.reason === 'refund-failed' && one.checkoutId === checkoutId);

  return { paid, request, becomes, refundInDashboard, refundedAt, isAsked };
}

/** A payment in the sandbox's controls. */
export const pathOf = ({ provider, providerPaymentId }: Paid): string =>
  provider === 'razorpay' ? `/razorpay/payments/${providerPaymentId}` : `/paypal/captures/${providerPaymentId}`;

/** An amount as the provider's dashboard takes it. */
export const moneyOf = ({ provider, currency }: Paid, amount: number) =>
  provider === 'razorpay' ? amount : { currency_code: currency, value: (amount / 100).toFixed(2) };
