// Orders as a shop has them after some years, for what searches them: the same for the same numbers.
import type { Order } from '../src/orders/order.schema.ts';

export const FIRST_NAMES =
  'Asha Aarav Aditi Ananya Arjun Bhavna Chitra Deepa Dev Divya Farah Gauri Hari Imran Isha Jaya Kabir Karan Kavya Kiran Lakshmi Leela Manish Meera Mohan Naina Neha Nikhil Nisha Noor Omar Pooja Pranav Priya Rahul Raj Ravi Rekha Riya Rohan Sana Sanjay Sara Shreya Sunita Tara Uma Varun Vikram Zara'.split(
    ' ',
  );
export const LAST_NAMES =
  'Agarwal Bhat Bose Chopra Das Desai Dutta Fernandes Ghosh Gupta Iyer Jain Jadhav Kapoor Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Nair Naidu Pandey Patel Pillai Rao Reddy Roy Saxena Shah Sharma Shetty Singh Sinha Srinivasan Thakur Thomas Varma Yadav'.split(
    ' ',
  );
/** The first ones have most buyers. */
export const CITIES =
  'Mumbai Delhi Bengaluru Hyderabad Chennai Kolkata Pune Ahmedabad Jaipur Surat Lucknow Kanpur Nagpur Indore Thane Bhopal Visakhapatnam Patna Vadodara Ghaziabad Ludhiana Agra Nashik Rajkot Varanasi Srinagar Amritsar Ranchi Coimbatore Vijayawada Jodhpur Madurai Raipur Kota Guwahati Chandigarh Thiruvananthapuram Mysuru Kozhikode Kochi'.split(
    ' ',
  );
const STYLES = 'Meera Noor Tara Asmi Kiara Lotus Halo Solitaire Vine Peacock Temple Infinity Leaf Moon'.split(' ');
const KINDS = ['Ring', 'Ring', 'Ring', 'Earrings', 'Earrings', 'Pendant', 'Necklace', 'Bracelet', 'Bangle'];

/** Numbers from 0 to 1 that follow from a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

const MINUTE_MS = 60_000;
const NEWEST = Date.parse('2026-11-20T10:00:00.000Z');

/** `index` 0 is the newest. */
export function orderNumbered(index: number): Order {
  const random = randomFrom(index + 1);
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  const pieces = Array.from({ length: random() < 0.7 ? 1 : 2 }, () => {
    const style = Math.floor(random() * STYLES.length);
    const kind = Math.floor(random() * KINDS.length);
    return { name: `${STYLES[style]} ${KINDS[kind]}`, productGroup: `AR-${1_000 + style * KINDS.length + kind}` };
  });
  const createdAt = new Date(NEWEST - index * 30 * MINUTE_MS);
  const phone = `+91 ${oneOf(['98', '99', '90', '70', '88'], random)}${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
  return {
    _id: hex(24),
    userId: hex(24),
    status: index < 500 ? oneOf(['Processing', 'Shipped'], random) : random() < 0.04 ? 'Cancelled' : 'Delivered',
    statusMessage: 'Your order was delivered',
    createdAt,
    holdId: hex(32),
    lines: pieces.map((piece) => ({
      ...{ productId: hex(24), detailsRef: hex(24), detailsModel: 'RingDetails', quantity: 1, customized: false },
      ...{ unitAmount: 1_250_000, baseAmount: 1_250_000, unitPaise: 1_250_000, basePaise: 1_250_000 },
      product: {
        ...{ _id: hex(24), ...piece, category: { main: 'ring' } },
        images: Array.from({ length: 4 }, () => `/api/v1/images/${hex(32)}.webp`),
      },
      customizations: { costomization: 'no', metalTone: 'Rose gold', metalPurity: { value: '18 KT', price: 0 } },
    })),
    currency: 'INR',
    gstRate: 0.03,
    courier: null,
    paise: { subtotal: 1_250_000, gst: 37_500, total: 1_287_500 },
    amounts: {
      subtotal: 1_250_000,
      gst: 37_500,
      shipping: 0,
      engraving: 0,
      hallmarking: 0,
      specialRequest: 0,
      total: 1_287_500,
    },
    shippingInfo: {
      name: `${oneOf(FIRST_NAMES, random)} ${oneOf(LAST_NAMES, random)}`,
      // Half of all in the first tenth of the cities.
      city: CITIES[Math.floor(random() ** 3 * CITIES.length)]!,
      ...{ phone, street: `${Math.floor(random() * 200)} MG Road, near the old market`, state: 'Maharashtra' },
      ...{ pincode: '400001', country: 'India', countryCode: 'IN' },
    },
    specialRequest: null,
    payment: {
      paymentId: hex(32),
      provider: 'razorpay',
      providerPaymentId: `pay_${hex(14)}`,
      amount: 1_287_500,
      capturedAt: createdAt,
    },
    refunds: [],
    invoice: { number: `INV/26-27/${String(index).padStart(6, '0')}`, issuedAt: createdAt },
    numbersDue: false,
  } as unknown as Order;
}

/** What staff type of an order: whole words, beginnings, two of them, numbers. */
export function searchFor(order: Order, random: () => number): string {
  const { shippingInfo, lines, payment, invoice, _id } = order;
  const words = [
    ...shippingInfo.name.split(' '),
    shippingInfo.city,
    ...lines.flatMap(({ product: { name, productGroup } }) => [...name.split(' '), productGroup]),
  ];
  const word = () => oneOf(words, random);
  const beginning = () => word().slice(0, 1 + Math.floor(random() * 7));
  const digits = shippingInfo.phone.replaceAll(/\D/g, '');
  return oneOf(
    [
      word,
      beginning,
      beginning,
      () => `${word()} ${word()}`,
      () => `${beginning()} ${word()}`,
      () => `${beginning()} ${beginning()} ${beginning()}`,
      () => shippingInfo.name,
      () => digits.slice(-4 - Math.floor(random() * 7)),
      () => `#${_id.slice(-6).toUpperCase()}`,
      () => payment.providerPaymentId,
      () => invoice!.number,
      () => shippingInfo.phone,
    ],
    random,
  )();
}
