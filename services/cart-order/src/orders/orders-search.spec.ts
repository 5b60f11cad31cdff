import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, cartOrder } from '@shop/contracts';
import { startShop, type TestShop } from '../../test/service-harness.ts';
import { oneOf, orderNumbered, randomFrom, searchFor } from '../../test/orders-corpus.ts';
import type { Order } from './order.schema.ts';
import { searchWordsOf } from './search-words.ts';

const SIZE = 1_200;
const SEARCHES = 150;

let shop: TestShop;
let staff: Awaited<ReturnType<TestShop['staff']>>;
const orders = Array.from({ length: SIZE }, (_, index) => orderNumbered(index));

beforeAll(async () => {
  shop = await startShop();
  staff = await shop.staff();
  await shop.service.connection
    .collection<Order>('orders')
    .insertMany(orders.map((order) => ({ ...order, words: searchWordsOf(order) })));
});
afterAll(() => shop?.close());

const search = async (query: Record<string, string>) =>
  (
    await shop.send<AnswerOf<typeof cartOrder.listOrders>>(
      'GET',
      `/admin/orders?${new URLSearchParams(query)}`,
      undefined,
      staff,
    )
  ).body;

/** What a search means, without an index: every word begins a word of the order, or is four digits in a row of its numbers. */
function isMeant({ _id, shippingInfo, lines, payment, invoice }: Order, q: string): boolean {
  const text = [shippingInfo.name, shippingInfo.city, ...lines.map(({ product }) => product.name)].join(' ');
  const groups = lines.map(({ product }) => product.productGroup.toLowerCase());
  const words = [
    ...text.toLowerCase().split(' '),
    ...groups.flatMap((group) => [group.replace('-', ''), ...group.split('-')]),
  ];
  const digits = shippingInfo.phone.replaceAll(/\D/g, '');
  const numbers = (word: string) =>
    word.length >= 4 &&
    ((/^\d+$/.test(word) && digits.includes(word)) || [_id, _id.slice(-6)].some((id) => id.startsWith(word)));
  const asked = /^[+\d\s()-]+$/.test(q) ? [q] : q.split(' ');
  return (
    asked
      .map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
      .every((word) => words.some((one) => one.startsWith(word)) || numbers(word)) ||
    q === payment.providerPaymentId ||
    q === invoice?.number
  );
}

it(`finds what is meant by ${SEARCHES} searches among ${SIZE} orders, newest first, with the status asked for`, async () => {
  const random = randomFrom(7);
  for (let time = 0; time < SEARCHES; time += 1) {
    const q = searchFor(oneOf(orders, random), random);
    const status = random() < 0.3 ? oneOf(['Processing', 'Delivered', 'Cancelled'] as const, random) : undefined;
    const page = random() < 0.2 ? 2 : 1;
    const {
      orders: found,
      totalCount,
      isMore,
    } = await search({ q, page: String(page), limit: '20', ...(status && { status }) });
    // The corpus is in this order already.
    const meant = orders.filter((order) => isMeant(order, q) && (!status || order.status === status));
    const shown = meant.slice((page - 1) * 20, page * 20).map(({ _id }) => _id);
    expect({ q, status, ids: found.map(({ _id }) => _id) }).toEqual({ q, status, ids: shown });
    expect({ q, status, totalCount, isMore }).toEqual({
      ...{ q, status, totalCount: Math.min(meant.length, 1_000) },
      isMore: meant.length > 1_000 ? true : undefined,
    });
  }
});

it('counts a thousand at most, and says that there are more', async () => {
  const { totalCount, isMore } = await search({ q: 'ar' });
  expect([totalCount, isMore]).toEqual([1_000, true]);
});
