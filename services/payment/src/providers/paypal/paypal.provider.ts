import { Inject, Injectable } from '@nestjs/common';
import {
  CaptureStatus,
  CheckoutPaymentIntent,
  type Order,
  OrderStatus,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk';
import { CONFIG } from '@shop/service-kit';
import type { PayPalConfig } from './variables.ts';
import {
  type CaptureOutcome,
  type CaptureRequest,
  type ListedRefund,
  type OrderOfPayment,
  type OrderRequest,
  type Provider,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type RefundRequest,
  type ProviderStatus,
  type WebhookNotification,
} from '../provider.ts';
import { PayPalClient } from './paypal-client.ts';
import { disputeOf, paypalDispute } from './paypal-dispute.ts';
import { smallestUnitOf, valueOf } from './paypal-money.rules.ts';
import { parsePaypalNotification } from './paypal-notification.ts';

const FULL_RESPONSE = 'return=representation';
const MAX_TEXT_LENGTH = 127;
const PAGE_SIZE = 50;

/** The buyer has not approved, or reversed the approval. */
const NOT_APPROVED = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);

/** PayPal through its SDK, for every currency except rupees, which it does not support. */
@Injectable()
export class PayPalProvider implements Provider {
  readonly name = 'paypal';
  readonly #shopUrl: string;

  constructor(
    private readonly paypal: PayPalClient,
    @Inject(CONFIG) config: PayPalConfig,
  ) {
    this.#shopUrl = config.SHOP_URL.replace(/\/$/, '');
  }

  async createOrder(order: OrderRequest): Promise<ProviderOrder> {
    const create = () =>
      this.paypal.call('order.create', () =>
        // Same id and same body: PayPal answers a retry with the first order.
        this.paypal.orders.createOrder({
          paypalRequestId: order._id,
          prefer: FULL_RESPONSE,
          body: this.#bodyOf(order),
        }),
      );
    let created: Order;
    try {
      created = await create();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      created = await create();
    }
    const { id, links } = created;
    const approveUrl = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
    if (!id || !approveUrl) throw new ProviderUnavailable('PayPal: an order without an approval link');
    return { providerOrderId: id, approveUrl };
  }

  /** PayPal cannot search orders; without its approval link an order cannot be paid anyway. */
  async findOrder(): Promise<undefined> {
    return undefined;
  }

  /** An order known from a webhook before PayPal's response has no approval link: its buyer has approved already. */
  isPayable({ approveUrl }: ProviderOrder): boolean {
    return approveUrl !== undefined;
  }

  async fetchStatus(providerOrderId: string): Promise<ProviderStatus> {
    try {
      return statusOf(
        await this.paypal.call('order.fetch', () => this.paypal.orders.getOrder({ id: providerOrderId })),
      );
    } catch (error) {
      // Unapproved orders expire after some hours.
      if (error instanceof ProviderRefused) return { state: 'unpaid', failure: error.reason };
      throw error;
    }
  }

  async orderOf(providerPaymentId: string): Promise<OrderOfPayment | undefined> {
    try {
      const { supplementaryData, customId: attemptId } = await this.paypal.call('capture.fetch', () =>
        this.paypal.payments.getCapturedPayment({ captureId: providerPaymentId }),
      );
      const providerOrderId = supplementaryData?.relatedIds?.orderId;
      return providerOrderId ? { providerOrderId, attemptId } : undefined;
    } catch (error) {
      if (error instanceof ProviderRefused) return undefined;
      throw error;
    }
  }

  async capture({ providerOrderId, requestId }: CaptureRequest): Promise<CaptureOutcome> {
    try {
      const order = await this.paypal.call('order.capture', () =>
        this.paypal.orders.captureOrder({ id: providerOrderId, paypalRequestId: requestId, prefer: FULL_RESPONSE }),
      );
      return statusOf(order);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      if (error.reason === 'ORDER_ALREADY_CAPTURED') return this.fetchStatus(providerOrderId);
      if (NOT_APPROVED.has(error.reason)) return { state: 'unpaid', failure: error.reason };
      return { state: 'declined', failure: error.reason };
    }
  }

  async refund({ refundId, providerPaymentId, amount, currency }: RefundRequest): Promise<ProviderRefund> {
    const refund = await this.paypal.call('capture.refund', () =>
      this.paypal.payments.refundCapturedPayment({
        captureId: providerPaymentId,
        paypalRequestId: refundId,
        prefer: FULL_RESPONSE,
        body: { amount: { currencyCode: currency, value: valueOf(amount, currency) }, customId: refundId },
      }),
    );
    return refundOf(refund);
  }

  async fetchRefund(providerRefundId: string): Promise<ProviderRefund> {
    return refundOf(
      await this.paypal.call('refund.fetch', () => this.paypal.payments.getRefund({ refundId: providerRefundId })),
    );
  }

  async refundsOf({
    providerOrderId,
    providerPaymentId,
  }: {
    providerOrderId: string;
    providerPaymentId: string;
  }): Promise<ListedRefund[]> {
    const { purchaseUnits } = await this.paypal.call('order.fetch', () =>
      this.paypal.orders.getOrder({ id: providerOrderId }),
    );
    const all = purchaseUnits?.flatMap(({ payments }) => payments?.refunds ?? []) ?? [];
    return all.flatMap((refund) => {
      const { amount, customId, links } = refund;
      const isOfPayment = links?.some(({ rel, href }) => rel === 'up' && href.endsWith(`/${providerPaymentId}`));
      if (!amount || !isOfPayment) return [];
      const { value, currencyCode: currency } = amount;
      return [{ ...refundOf(refund), refundId: customId, amount: smallestUnitOf(value, currency), currency }];
    });
  }

  /** The SDK lacks disputes. The list has neither payment nor outcome: each dispute is fetched. */
  async disputes(changedAfter: Date): Promise<ProviderDispute[]> {
    const all: ProviderDispute[] = [];
    for (let page = 1; ; page += 1) {
      const params = { update_time_after: changedAfter.toISOString(), page_size: PAGE_SIZE, page };
      const { items = [], links = [] } = await this.paypal.get<ListedDisputes>('dispute.list', DISPUTES, params);
      for (const { dispute_id: id } of items) {
        const found = await this.paypal.get<unknown>('dispute.fetch', `${DISPUTES}/${encodeURIComponent(id)}`);
        const dispute = disputeOf(paypalDispute.parse(found));
        if (dispute) all.push(dispute);
      }
      if (!links.some(({ rel }) => rel === 'next')) return all;
    }
  }

  parseNotification(body: unknown): WebhookNotification {
    return parsePaypalNotification(body);
  }

  #bodyOf({ _id, checkoutId, amount, currency, breakdown, description, shopName }: OrderRequest) {
    const money = (part: number) => ({ currencyCode: currency, value: valueOf(part, currency) });
    const checkoutUrl = `${this.#shopUrl}/checkout?checkout=${checkoutId}`;
    return {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [
        {
          referenceId: checkoutId,
          customId: _id,
          // PayPal refuses a second payment with the same invoice id.
          invoiceId: _id,
          description: description.slice(0, MAX_TEXT_LENGTH),
          amount: {
            ...money(amount),
            breakdown: {
              itemTotal: money(breakdown.items),
              taxTotal: money(breakdown.gst),
              shipping: money(breakdown.shipping),
              handling: money(breakdown.extras),
            },
          },
        },
      ],
      paymentSource: {
        paypal: {
          experienceContext: {
            brandName: shopName.slice(0, MAX_TEXT_LENGTH),
            // The checkout has the address, and the price includes shipping to it.
            shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
            userAction: PaypalExperienceUserAction.PayNow,
            returnUrl: `${checkoutUrl}&paypal=return`,
            cancelUrl: `${checkoutUrl}&paypal=cancel`,
          },
        },
      },
    };
  }
}

const DISPUTES = '/v1/customer/disputes';
interface ListedDisputes {
  items?: { dispute_id: string }[];
  links?: { rel: string }[];
}

function statusOf({ status, purchaseUnits }: Order): ProviderStatus {
  const captures = purchaseUnits?.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
  const payments = captures.map(({ id, status: state, amount }) => ({
    state,
    payment: {
      id: id ?? '',
      amount: amount ? smallestUnitOf(amount.value, amount.currencyCode) : 0,
      currency: amount?.currencyCode ?? '',
    },
  }));
  const [first, ...more] = payments.filter(({ state }) => PAID.has(state)).map(({ payment }) => payment);
  if (first) return { state: 'captured', payment: first, more };
  const pending = payments.find(({ state }) => state === CaptureStatus.Pending);
  if (pending) return { state: 'pending', paymentId: pending.payment.id };
  if (payments.length > 0) return { state: 'denied', failure: payments[0]!.state ?? 'DECLINED' };
  if (status === OrderStatus.Approved) return { state: 'approved' };
  return { state: 'unpaid' };
}

/** A refunded capture counts as captured. */
const PAID = new Set<CaptureStatus | undefined>([
  CaptureStatus.Completed,
  CaptureStatus.PartiallyRefunded,
  CaptureStatus.Refunded,
]);

function refundOf({ id, status }: Refund): ProviderRefund {
  if (!id) throw new ProviderUnavailable('PayPal: a refund without an id');
  const states: Partial<Record<RefundStatus, ProviderRefund['state']>> = {
    [RefundStatus.Completed]: 'completed',
    [RefundStatus.Failed]: 'failed',
    [RefundStatus.Cancelled]: 'failed',
  };
  return { id, state: (status && states[status]) ?? 'pending' };
}
