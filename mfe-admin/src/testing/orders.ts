import type { Order } from '../api/orders.ts';

/** An order of 2,060 rupees, Processing. */
export const anOrder = (changes: Partial<Order> = {}): Order => ({
  _id: '6b01c5734d9f13a5da2d662a',
  userId: 'b'.repeat(24),
  status: 'Processing',
  statusMessage: 'We have your order and are preparing it',
  createdAt: '2026-11-20T10:00:00.000Z',
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  cancellableUntil: '2026-11-21T10:00:00.000Z',
  currency: 'INR',
  symbol: '₹',
  items: [
    {
      productId: 'c'.repeat(24),
      detailsRef: 'd'.repeat(24),
      detailsModel: 'RingDetails',
      product: {
        _id: 'c'.repeat(24),
        name: 'Meera Ring',
        images: [],
        category: { main: 'ring' },
        productGroup: 'AR-1001',
      },
      quantity: 2,
      customizations: {},
      customized: false,
      finalPrice: 1_000,
      basePrice: 1_000,
      customizationPrice: 0,
      linePrice: 2_000,
    },
  ],
  subtotal: 2_000,
  gstRate: 0.03,
  charges: { gst: 60, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
  totalAmount: 2_060,
  specialRequest: null,
  courier: null,
  shippingInfo: {
    name: 'Asha Rao',
    phone: '+91 98765 43210',
    street: '12 MG Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302001',
    country: 'India',
  },
  paymentInfo: { id: 'pay_1', provider: 'razorpay', status: 'captured' },
  refunds: [],
  refundableAmount: 2_060,
  cancelRefund: 2_060,
  ...changes,
});

/** A parcel with the first line. */
export const aShipment = (): NonNullable<Order['shipments']>[number] => ({
  ...{ _id: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', courier: 'Swift', trackingNumber: '7' },
  ...{ trackingUrl: 'https://swift.example/7', lines: [0], shippedAt: '2026-11-21T10:00:00.000Z' },
});
