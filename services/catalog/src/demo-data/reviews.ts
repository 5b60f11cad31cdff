import { pick, randomFrom } from '@shop/demo-data/random.ts';
import type { Person } from '@shop/service-kit';
import type { Product } from '../products/product.schema.ts';
import type { Purchase, Review } from '../reviews/review.schema.ts';
import { idOf } from './products.ts';

const NAMES = [
  ...['Ananya Iyer', 'Rohan Mehta', 'Priya Nair', 'Kabir Sethi', 'Sneha Kulkarni', 'Arjun Rao', 'Fatima Sheikh'],
  ...['Divya Menon', 'Harpreet Kaur', 'Vikram Joshi', 'Ishaan Bose', 'Meenakshi S.', 'Neha Agarwal', 'Tanya D’Souza'],
  ...['Rahul Verma', 'Shruti Pillai', 'Aditya Jain', 'Kavita Reddy', 'Emily Carter', 'Lakshmi V.', 'Samir Khan'],
  ...['Pooja Desai', 'Gaurav Bhatt', 'Ritika Chawla', 'Manoj Pandey', 'Sarah Thompson', 'Nikhil Gowda', 'Zara Ali'],
];

/** Authors of the reviews: accounts that cannot sign in. */
export const REVIEWERS: readonly Person[] = NAMES.map((name) => ({
  _id: String(idOf(`reviewer ${name}`)),
  name,
  version: 0,
}));

const OF_ANY: readonly [number, string][] = [
  [5, 'Better in the hand than in the pictures, and those were good. The finish is clean on the inside as well.'],
  [5, 'Bought for our anniversary. She has not taken it off since.'],
  [5, 'Arrived in two days, insured, in a lovely wooden box. The weight is exactly what the page says.'],
  [4, 'Very fine work. One star less because the courier came a day late without a call.'],
  [5, 'I took it to my own jeweller to have it checked: hallmark, weight and stones are all as described.'],
  [4, 'A little smaller than I had imagined. Measure first! The quality is beyond doubt.'],
  [5, 'Second piece from here. The same care as with the first one.'],
  [3, 'Pretty, but the clasp of the box was loose. The piece itself has no fault.'],
  [5, 'My mother, who trusts no shop, asked for the address of this one.'],
  [4, 'Light enough to wear all day. I would have liked the polish a little softer.'],
];

const OF_KIND: Record<string, readonly [number, string][]> = {
  ring: [
    [5, 'Said yes. The ring fits, too: the size guide was right to the half millimetre.'],
    [4, 'I chose one size up as the guide said for wide bands. Good advice.'],
    [5, 'Sits flat, does not turn, does not catch on anything. I wear it while cooking.'],
  ],
  bracelet: [
    [5, 'The clasp is strong and still easy to close with one hand.'],
    [4, 'Seven inches is exact. Take the next one if you like it loose.'],
  ],
  bangle: [
    [5, 'The sound of the two together is what I bought them for.'],
    [4, 'Measured over the knuckles as told; goes on with a little soap and stays.'],
  ],
  necklace: [
    [5, 'Falls exactly where it should. I get asked about it every time.'],
    [4, 'Beautiful. The chain could be two centimetres longer for my taste.'],
  ],
  pendant: [
    [5, 'Small, fine, and seen by everybody.'],
    [4, 'The chain is delicate, as described. I wear it on a thicker one.'],
  ],
  earring: [
    [5, 'Light on the ear even after a whole wedding.'],
    [5, 'They sit so well that I forget I wear them: nothing gets lost.'],
  ],
};

const ANSWER =
  'Thank you for telling us, and we are sorry. A new box is on its way to you, and we have spoken to those who pack them.';

/** Date of the newest review. */
const LAST_DAY = Date.UTC(2026, 10, 10, 9);
const DAY_MS = 86_400_000;

/**
 * Reviews of a product and the purchases of their authors. About a third of the products that are not featured have none.
 * @param writers users who reviewed another variant of the group; the new ones are added
 */
export function reviewsOf(product: Product, writers: Set<string>): { reviews: Review[]; purchases: Purchase[] } {
  const random = randomFrom(`reviews ${String(product._id)}`);
  // Featured products have more reviews.
  const count = Math.max(0, Math.floor(random() * 8) - 2) + (product.featured > 0 ? 4 : 0);
  const texts = [...(OF_KIND[product.category.main] ?? []), ...OF_ANY];
  const used = new Set<string>();
  const reviews: Review[] = [];
  const purchases: Purchase[] = [];
  for (let index = 0; index < count; index += 1) {
    const userId = pick(random, REVIEWERS)._id;
    const [rating, text] = pick(random, texts);
    if (writers.has(userId) || used.has(text)) continue;
    writers.add(userId);
    used.add(text);
    const age = Math.floor(random() * 150) * DAY_MS + Math.floor(random() * DAY_MS);
    const writtenAt = new Date(Math.max(LAST_DAY - age, product.createdAt.getTime() + DAY_MS));
    reviews.push({
      _id: idOf(`review ${String(product._id)} ${userId}`),
      productId: product._id,
      productGroup: product.productGroup,
      userId,
      rating,
      text,
      hidden: false,
      writtenAt,
      ...(rating <= 3 && { answer: { text: ANSWER, answeredAt: new Date(writtenAt.getTime() + DAY_MS) } }),
    });
    if (random() < 0.7) {
      purchases.push({ _id: `demo ${String(product._id)} ${userId}`, productIds: [product._id], userId });
    }
  }
  return { reviews, purchases };
}
