import { dialog, drawer, FROZEN_LINE, staff, type Screen } from './screen.ts';

// Bank transfers, as their buyers and as staff see them.

const TRANSFER = {
  ...{ reference: 'RJ7K2M9Q', checkoutId: 'f'.repeat(24), state: 'waiting', amount: 2_060, paymentId: 'p' },
  ...{ startedAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-23T10:00:00.000Z' },
  ...{ userId: 'e'.repeat(24), buyer: 'Asha Rao' },
};

const TRANSFER_RETURN = {
  ...{ _id: 'r', state: 'open', amount: 2_000, reason: 'wrong-amount', reference: 'RJ7K2M9Q' },
  ...{ text: 'NEFT ASHA RAO', bankReference: null, checkoutId: 'f'.repeat(24), userId: 'e'.repeat(24) },
  ...{ buyer: 'Asha Rao', requestedAt: '2026-11-21T10:00:00.000Z', settledAt: null },
};

const TRANSFERRED = 'f'.repeat(24);

/** A checkout that is paid by bank transfer: one body answers for the checkout, its payment and the transfer. */
function transferScreen(state: 'waiting' | 'arrived' | 'refused'): Screen {
  const totals = { subtotal: 51_300, gst: 1_539, shipping: 0, engraving: 0, hallmarking: 99, specialRequest: 0 };
  const total = 52_938;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  return {
    who: 'shopper',
    at: `/checkout?checkout=${TRANSFERRED}`,
    api: {
      path: /\/(checkout|payment\/checkout|payment\/bank-transfer)\/f+$/,
      answer: {
        status: 200,
        body: {
          checkout: {
            _id: TRANSFERRED,
            state: state === 'refused' ? 'expired' : 'capturing',
            ...{ currency: 'INR', symbol: '₹', rate: null, gstRate: 0.03, showPrices: 'with-tax', courier: null },
            ...{ totals: { ...totals, total }, lines: [FROZEN_LINE], specialRequest: null },
            ...{ orderId: null, expiresAt: inDays(0) },
            shippingInfo: {
              ...{ name: 'Asha Rao', phone: '+919876543210', street: '12 Rose Lane', city: 'Pune' },
              ...{ state: 'Maharashtra', pincode: '411001', country: 'India' },
            },
          },
          payment: {
            provider: 'bank-transfer',
            state: { waiting: 'open', arrived: 'captured', refused: 'failed' }[state],
            paymentId: null,
          },
          transfer: {
            ...{ reference: 'AR7K2M9QXD', checkoutId: TRANSFERRED, state, amount: total },
            ...{ startedAt: inDays(0), expiresAt: inDays(3) },
            account: {
              ...{ holder: 'Aranya Jewels Private Limited', bank: 'HDFC Bank, Koregaon Park, Pune' },
              ...{ number: '50100123456789', ifsc: 'HDFC0001234' },
            },
          },
        },
      },
    },
  };
}

export const BANK_TRANSFER_SCREENS: Record<string, Screen> = {
  'checkout-transfer': transferScreen('waiting'),
  'checkout-transfer-giving-up': {
    ...transferScreen('waiting'),
    async open(page) {
      await page.getByRole('button', { name: 'I have changed my mind' }).click();
      await dialog(page);
    },
  },
  'checkout-transfer-arrived': transferScreen('arrived'),
  'checkout-transfer-refused': transferScreen('refused'),
  'admin-transfers': {
    ...staff('payments/transfers'),
    api: {
      path: /\/bank-transfer\/transfers/,
      answer: { status: 200, body: { transfers: [TRANSFER], totalCount: 1 } },
    },
  },
  'admin-transfers-arrived': drawer('payments/transfers?show=arrived', /^Record money/),
  'admin-transfers-statement': staff('payments/transfers?show=statement'),
  'admin-transfers-returns': {
    ...staff('payments/transfers?show=returns'),
    api: {
      path: /\/bank-transfer\/returns/,
      answer: { status: 200, body: { returns: [TRANSFER_RETURN], totalCount: 1 } },
    },
  },
  'admin-transfers-account': staff('payments/transfers?show=account'),
};
