import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, identity, payment, type Permission } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Types } from 'mongoose';
import type { Browser } from '../../test/browser.ts';
import { type IdentityHarness, startIdentity } from '../../test/identity-harness.ts';
import type { Notice } from './notice.schema.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentity({ ERASURE_WAIT: '1ms', ERASURE_SWEEP: '50ms', NOTICE_MAIL_SWEEP: '50ms' });
});
afterAll(() => harness?.close());

type List = { notices: identity.Notice[]; unread: number };
type Choices = { choices: identity.NoticeChoice[] };

const anId = () => new Types.ObjectId().toHexString();
const list = async (browser: Browser) => (await browser.send('GET', '/admin/notices')).body as List;
const texts = async (browser: Browser) => (await list(browser)).notices.map(({ text }) => text);
const told = (browser: Browser, ...expected: string[]) =>
  eventually(async () => expect(await texts(browser)).toEqual(expected), { what: expected.join(', ') });
const choose = (browser: Browser, kind: string, ways: { page?: boolean; mail?: boolean }) =>
  browser.put('/admin/notices/choices', { choices: [{ kind, page: true, ...ways }] });
const mailedTo = async (userId: string) =>
  (await publishedEvents(harness.service, identity.noticesMailed))
    .filter(({ key }) => key === userId)
    .map(({ data }) => data);
/** What each mail said that was asked for so far. */
const mailsSay = (userId: string, ...expected: string[][]) =>
  eventually(
    async () =>
      expect((await mailedTo(userId)).map(({ notices }) => notices.map(({ text }) => text))).toEqual(expected),
    { what: `${expected.length} mails` },
  );
const nothingWaits = (userId: string) =>
  eventually(async () => (await stored().countDocuments({ userId, mail: { $exists: true } })) === 0);
const seeing = (...permissions: Permission[]) => harness.staff({ permissions: ['views.use', ...permissions] });
const stored = () => harness.service.connection.collection<Notice>('notices');

function order(orderId = anId(), id?: string) {
  const line = { productId: anId(), quantity: 1 };
  const data = {
    orderId,
    userId: anId(),
    holdId: crypto.randomUUID(),
    lines: [line],
    total: 1_234_500,
    currency: 'INR',
  };
  return harness.service.deliverEvent(cartOrder.orderCreated, orderId, data, id === undefined ? {} : { id });
}
const dispute = (
  disputeId: string,
  checkoutId: string,
  status: string,
  version: number,
  amount: number | null = 50_000,
) =>
  harness.service.deliverEvent(
    payment.disputeChanged,
    disputeId,
    {
      ...{ paymentId: anId(), provider: 'razorpay', checkoutId, userId: anId(), disputeId, status, amount },
      ...{ currency: 'INR', at: new Date().toISOString() },
    },
    { version },
  );
const low = (productId: string, stock: number, version: number) =>
  harness.service.deliverEvent(
    catalog.stockRanLow,
    productId,
    { productId, productGroup: 'AR-1042', name: 'Meera Ring', stock, lowStockAt: 2 },
    { version },
  );

describe('notices for the staff', () => {
  it('tell of orders, disputes and a low stock whom their role shows them, and others nothing', async () => {
    const all = await seeing('orders.read', 'payments.read', 'products.read');
    const [catalogue, none] = [await seeing('products.read'), await seeing('mails.read')];
    const orderId = 'a'.repeat(18) + 'abc123';
    await order(orderId);
    await told(all.browser, 'New order #ABC123: ₹12,345.00');
    await dispute('disp_1', orderId, 'open', 1);
    await told(all.browser, 'New dispute: ₹500.00 for #ABC123', 'New order #ABC123: ₹12,345.00');
    const productId = anId();
    await low(productId, 1, 1);
    await told(catalogue.browser, 'Meera Ring (AR-1042): 1 piece left');
    const { notices, unread } = await list(all.browser);
    expect(unread).toBe(3);
    expect(notices.map(({ kind, recordId, isRead }) => [kind, recordId, isRead])).toEqual([
      ['low-stock', productId, false],
      ['dispute', orderId, false],
      ['order', orderId, false],
    ]);
    expect(await list(none.browser)).toEqual({ notices: [], unread: 0 });
  });

  it('are for the staff only, and those of a kind that a role does not show any more are not listed', async () => {
    const shopper = await harness.accountWithoutPassword();
    expect((await shopper.browser.send('GET', '/admin/notices')).status).toBe(403);
    const desk = await harness.staff({ staffRole: 'order-desk' });
    await order();
    await eventually(async () => (await list(desk.browser)).unread === 1);
    const other = await seeing('mails.read');
    await stored().updateMany({ userId: desk.id }, { $set: { userId: other.id } });
    expect(await list(other.browser)).toEqual({ notices: [], unread: 0 });
  });

  it('come once however often their event is delivered, also after they were read', async () => {
    const { browser } = await seeing('orders.read');
    const [orderId, id] = [anId(), crypto.randomUUID()];
    await order(orderId, id);
    await eventually(async () => (await list(browser)).unread === 1);
    await browser.put('/admin/notices/read', { until: (await list(browser)).notices[0]!.at });
    await order(orderId, id);
    // Another event with the same version, as of an inbox that forgot the first.
    await order(orderId);
    await order();
    await eventually(async () => (await list(browser)).unread === 1);
    expect((await list(browser)).notices.map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  it('take the place of the one before about the same thing, and a late one changes nothing', async () => {
    const { browser } = await seeing('payments.read', 'products.read');
    const checkoutId = 'a'.repeat(18) + 'def456';
    await dispute('disp_2', checkoutId, 'open', 1, null);
    await told(browser, 'New dispute: the payment for #DEF456');
    await browser.put('/admin/notices/read', { until: (await list(browser)).notices[0]!.at });
    await dispute('disp_2', checkoutId, 'lost', 3);
    await told(browser, 'A dispute is lost: ₹500.00 for #DEF456');
    expect((await list(browser)).unread).toBe(1);
    await dispute('disp_2', checkoutId, 'under-review', 2);
    const productId = anId();
    await low(productId, 0, 4);
    await told(browser, 'Meera Ring (AR-1042): none left', 'A dispute is lost: ₹500.00 for #DEF456');
    await low(productId, 2, 9);
    await told(browser, 'Meera Ring (AR-1042): 2 pieces left', 'A dispute is lost: ₹500.00 for #DEF456');
  });

  it('are marked as read one by one or all, but none that came since, and tabs of their reader hear of it', async () => {
    const { id, browser } = await seeing('orders.read');
    const other = await seeing('orders.read');
    await order();
    await eventually(async () => (await list(browser)).unread === 1);
    await order();
    await eventually(async () => (await list(browser)).unread === 2);
    const [newer, older] = (await list(browser)).notices;
    const one = await browser.put('/admin/notices/read', { ids: [newer!._id], until: newer!.at });
    expect((one.body as List).notices.map(({ isRead }) => isRead)).toEqual([true, false]);
    const tooOld = new Date(Date.parse(older!.at) - 1).toISOString();
    const none = await browser.put('/admin/notices/read', { until: tooOld });
    expect((none.body as List).unread).toBe(1);
    const all = await browser.put('/admin/notices/read', { until: newer!.at });
    expect((all.body as List).unread).toBe(0);
    expect((await list(other.browser)).unread).toBe(2);
    const others = await other.browser.put('/admin/notices/read', { ids: [older!._id], until: newer!.at });
    expect((others.body as List).unread).toBe(2);
    const heard = (await publishedEvents(harness.service, identity.noticesChanged)).filter(({ key }) => key === id);
    expect(heard.map(({ data }) => data.userIds)).toEqual([[id], [id]]);
  });

  it('are switched off and on by kind, for oneself alone', async () => {
    const [one, other] = [await seeing('orders.read', 'products.read'), await seeing('orders.read')];
    const { body } = await one.browser.send('GET', '/admin/notices/choices');
    expect((body as Choices).choices).toMatchObject([
      { kind: 'order', page: true, mail: false },
      { kind: 'low-stock', page: true, mail: false },
    ]);
    const saved = await choose(one.browser, 'order', { page: false });
    expect((saved.body as Choices).choices).toMatchObject([
      { kind: 'order', page: false },
      { kind: 'low-stock', page: true },
    ]);
    await order();
    await eventually(async () => (await list(other.browser)).unread === 1);
    await low(anId(), 2, 1);
    await told(one.browser, 'Meera Ring (AR-1042): 2 pieces left');
    await choose(one.browser, 'low-stock', { page: false });
    expect(await list(one.browser)).toEqual({ notices: [], unread: 0 });
    await choose(one.browser, 'low-stock', { page: true });
    expect((await list(one.browser)).unread).toBe(1);
    const wrong = await choose(one.browser, 'gossip', { page: true });
    expect([wrong.status, Object.keys((wrong.body as { errors: object }).errors)]).toEqual([400, ['choices.0.kind']]);
  });

  it('are mailed to who chose so, beside the page or in place of it, and a late one is not', async () => {
    const [both, mail, page] = [
      await seeing('payments.read'),
      await seeing('payments.read'),
      await seeing('payments.read'),
    ];
    await choose(both.browser, 'dispute', { mail: true });
    await choose(mail.browser, 'dispute', { page: false, mail: true });
    // A version from before mails names the page alone.
    const kept = await choose(mail.browser, 'dispute', { page: false });
    expect((kept.body as Choices).choices).toEqual([{ kind: 'dispute', page: false, mail: true }]);
    const checkoutId = 'a'.repeat(18) + '9f9f9f';
    await dispute('disp_mailed', checkoutId, 'won', 2);
    const text = 'A dispute is won: ₹500.00 for #9F9F9F';
    await mailsSay(both.id, [text]);
    await mailsSay(mail.id, [text]);
    expect(await mailedTo(mail.id)).toEqual([
      {
        userId: mail.id,
        notices: [{ kind: 'dispute', recordId: checkoutId, text }],
        counts: [{ kind: 'dispute', count: 1 }],
      },
    ]);
    await told(page.browser, text);
    expect([(await list(both.browser)).unread, (await list(mail.browser)).unread]).toEqual([1, 0]);
    await dispute('disp_mailed', checkoutId, 'open', 1);
    await dispute('disp_after', checkoutId, 'open', 1);
    await eventually(async () => (await list(page.browser)).unread === 2);
    harness.service.clock.advance(15 * 60_000);
    await mailsSay(both.id, [text], ['New dispute: ₹500.00 for #9F9F9F']);
    expect(await mailedTo(page.id)).toEqual([]);
  });

  it('come as one mail where several follow within a quarter of an hour, without what was read by then', async () => {
    const { id, browser } = await seeing('orders.read', 'products.read');
    await choose(browser, 'order', { mail: true });
    await choose(browser, 'low-stock', { mail: true });
    await order('a'.repeat(18) + '000001');
    await mailsSay(id, ['New order #000001: ₹12,345.00']);
    for (let at = 2; at <= 24; at += 1) await order('a'.repeat(18) + String(at).padStart(6, '0'));
    await low(anId(), 1, 1);
    await eventually(async () => (await list(browser)).unread === 25);
    const newest = (await list(browser)).notices[1]!;
    await browser.put('/admin/notices/read', { ids: [newest._id], until: newest.at });
    harness.service.clock.advance(14 * 60_000);
    expect(await mailedTo(id)).toHaveLength(1);
    harness.service.clock.advance(60_000);
    await eventually(async () => expect(await mailedTo(id)).toHaveLength(2));
    const [, second] = await mailedTo(id);
    expect(second!.counts).toEqual([
      { kind: 'order', count: 22 },
      { kind: 'low-stock', count: 1 },
    ]);
    expect(second!.notices).toHaveLength(20);
    expect(second!.notices[0]!.text).toBe('Meera Ring (AR-1042): 1 piece left');
    expect(second!.notices.map(({ text }) => text)).not.toContain(newest.text);
    await nothingWaits(id);
  });

  it('are not mailed to who may not see them any more, does not want them, or has left', async () => {
    const people = [await seeing('orders.read'), await seeing('orders.read'), await seeing('orders.read')] as const;
    for (const { browser } of people) await choose(browser, 'order', { mail: true });
    await order();
    for (const { id } of people) await eventually(async () => expect(await mailedTo(id)).toHaveLength(1));
    await order();
    for (const { browser } of people) await eventually(async () => (await list(browser)).unread === 2);
    const [demoted, unwilling, gone] = people;
    const owner = await harness.staff();
    const packing = await harness.staff({ permissions: ['views.use'] });
    const { body } = await owner.browser.send('GET', `/admin/people`);
    const role = (body as { people: { _id: string; role: { id: string } }[] }).people.find(
      ({ _id }) => _id === packing.id,
    )!.role.id;
    expect((await owner.browser.put(`/admin/people/${demoted.id}/role`, { role })).status).toBe(200);
    await choose(unwilling.browser, 'order', { mail: false });
    expect((await owner.browser.put(`/admin/people/${gone.id}/role`, { role: null })).status).toBe(200);
    harness.service.clock.advance(15 * 60_000);
    for (const { id } of people) await nothingWaits(id);
    for (const { id } of people) expect(await mailedTo(id)).toHaveLength(1);
  });

  it('are not shown after thirty days, and MongoDB removes them', async () => {
    const { id, browser } = await seeing('orders.read');
    await order();
    await eventually(async () => (await list(browser)).unread === 1);
    const [notice] = await stored().find({ userId: id }).toArray();
    expect(notice!.keepUntil.getTime() - notice!.at.getTime()).toBe(30 * 86_400_000);
    const at = new Date(notice!.at.getTime() - 31 * 86_400_000);
    await stored().updateOne({ _id: notice!._id }, { $set: { at } });
    expect(await list(browser)).toEqual({ notices: [], unread: 0 });
    const indexes = await stored().indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { keepUntil: 1 }, expireAfterSeconds: 0 }));
  });

  it('go with the account', async () => {
    const { id, browser } = await seeing('orders.read');
    await order();
    await eventually(async () => (await list(browser)).unread === 1);
    const owner = await harness.staff();
    expect((await owner.browser.send('DELETE', `/admin/user/${id}`)).status).toBe(200);
    await eventually(async () => (await stored().countDocuments({ userId: id })) === 0);
  });
});
