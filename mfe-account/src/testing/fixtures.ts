import type { AnswerOf, cartOrder, identity } from '@shop/contracts/browser';

type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
type Account = NonNullable<AnswerOf<typeof identity.me>['user']>;

export const HOME = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: 'India',
};
export const WORK = { ...HOME, street: '4 Residency Road', city: 'Bengaluru', state: 'Karnataka', pincode: '560025' };

/** An account with these addresses, the first of them the default. */
export const accountWith = (...addresses: (typeof HOME)[]): Account => ({
  _id: 'u1',
  name: 'Asha Rao',
  email: 'asha@example.com',
  role: 'user',
  addresses: addresses.map((address, i) => ({ ...address, _id: `a${i + 1}`, isDefault: i === 0 })),
  createdAt: '2026-01-01T00:00:00.000Z',
});

export const ORDER_ID = '65f0c0ffee00000000abc123';
const HOUR = 3_600_000;

export const anItem = (changes: Partial<Order['items'][number]> = {}): Order['items'][number] => ({
  productId: '0cf895f4aea815e79447e5cd',
  detailsRef: '0cf895f4aea815e79447e5ce',
  detailsModel: 'RingDetails',
  product: {
    _id: '0cf895f4aea815e79447e5cd',
    name: 'Meera Solitaire Ring',
    images: ['/api/v1/images/demo/ring.svg'],
    category: { main: 'ring' },
    productGroup: 'AR-1001',
  },
  quantity: 1,
  customizations: {
    costomization: 'no',
    metalTone: 'Yellow Gold',
    metalPurity: { value: '18K', price: 4000 },
    sizeOptions: { value: '12', price: 0 },
  },
  customized: false,
  finalPrice: 32_950,
  basePrice: 28_950,
  customizationPrice: 4_000,
  linePrice: 32_950,
  ...changes,
});

/** An order placed an hour ago. */
export const anOrder = (changes: Partial<Order> = {}): Order => ({
  _id: ORDER_ID,
  userId: 'u1',
  status: 'Processing',
  statusMessage: 'We have your order and are preparing it',
  createdAt: new Date(Date.now() - HOUR).toISOString(),
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  cancellableUntil: new Date(Date.now() + 23 * HOUR).toISOString(),
  currency: 'INR',
  symbol: '₹',
  items: [anItem()],
  subtotal: 32_950,
  gstRate: 0.03,
  charges: { gst: 988.5, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
  totalAmount: 33_938.5,
  specialRequest: null,
  courier: null,
  shippingInfo: HOME,
  paymentInfo: { id: 'pay_Q1', provider: 'razorpay', status: 'captured' },
  refunds: [],
  refundableAmount: 33_938.5,
  cancelRefund: 33_938.5,
  ...changes,
});
