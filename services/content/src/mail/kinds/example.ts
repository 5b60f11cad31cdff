/** What the examples of several kinds share. */
export const EXAMPLE = {
  orderId: '6b01c5734d9f13a5da2d662a',
  userId: '6b01c5734d9f13a5da2d0001',
  money: { amount: 2_060_00, currency: 'INR' },
  recipient: 'Asha Mehta',
  dutiesNote:
    'Duties and taxes of the country of delivery are not included. The courier charges them to the receiver when the parcel arrives.',
} as const;
