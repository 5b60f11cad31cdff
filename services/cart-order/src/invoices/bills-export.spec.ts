import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identity, shopDayOf } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { parse } from 'csv-parse/sync';
import { HOME, orderOf, startShop, type TestShop } from '../../test/service-harness.ts';
import { BILL_HEADS } from './bill-rows.rules.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis. Catalog and content are stubs.
let shop: TestShop;
let staff: Record<string, string>;

beforeAll(async () => {
  shop = await startShop();
  staff = await shop.staff();
});
afterAll(() => shop?.close());

const today = () => shopDayOf(shop.service.clock.now());
const file = (headers: Record<string, string>, { from, to } = { from: today(), to: today() }) =>
  fetch(`${shop.service.url}/api/v1/admin/orders/bills?from=${from}&to=${to}`, { headers });
const rowsOf = async (answer: Response) =>
  parse(await answer.text(), { bom: true, columns: true }) as Record<(typeof BILL_HEADS)[number], string>[];

/** A paid order at 1,030.00 with its invoice, of which 500.00 came back. */
async function billed(name: string) {
  const shopper = await shop.shopper();
  await shopper.add(shop.catalog.add({ price: 1_000, stock: 5 }), 1);
  const checkout = await shopper.freeze({ shippingInfo: { ...HOME, name } });
  const captured = await shop.capture(checkout);
  const { _id } = await orderOf(shop, shopper, checkout._id);
  await shop.refundResult('completed', captured, { refundId: crypto.randomUUID(), amount: 500_00 });
  return eventually(
    async () => {
      const { order } = (await shop.getOrder(_id, shopper.headers)).body;
      const note = order.refunds[0]?.creditNote;
      return order.invoice !== undefined && note !== undefined && { number: order.invoice.number, note: note.number };
    },
    { what: 'invoice and credit note' },
  );
}

describe('the bills of a period', () => {
  it('are a file of invoices and credit notes with their lines, in the order in which they were issued', async () => {
    const first = await billed('=1+1 Rao');
    const second = await billed('Meera Shah');
    const answer = await file(staff);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'private, no-store',
    ]);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="bills-${today()}-to-${today()}.csv"`);
    const rows = await rowsOf(answer);
    expect(rows.map((row) => [row.Document, row['To invoice'], row['Total (rupees)']])).toEqual([
      [first.number, '', '1030.00'],
      [first.note, first.number, '-500.00'],
      [second.number, '', '1030.00'],
      [second.note, second.number, '-500.00'],
    ]);
    expect(rows[2]).toMatchObject({ Buyer: 'Meera Shah', 'Place of supply': 'Rajasthan', HSN: '7113' });
    expect(rows[0]!.Buyer).toMatch(/^'=1\+1 Rao$/);
  });

  it('are those of its days in India alone, and of none a file with its heads', async () => {
    const { number } = await billed('Asha Rao');
    expect((await rowsOf(await file(staff))).map((row) => row.Document)).toContain(number);
    const before = await file(staff, { from: '2020-04-01', to: '2021-03-31' });
    const bytes = Buffer.from(await before.arrayBuffer());
    // With a byte order mark: spreadsheets else take it for another encoding.
    expect(bytes.toString()).toBe(`\uFEFF${BILL_HEADS.join(',')}\r\n`);
  });

  it('of an order in dollars are its rupees to the paisa, though its money came back over several days', async () => {
    const shopper = await shop.shopper();
    await shopper.add(shop.catalog.add({ price: 2_000, stock: 5 }), 1);
    const checkout = await shopper.freeze({ currency: 'USD' });
    const captured = await shop.capture(checkout);
    const { _id, totalAmount } = await orderOf(shop, shopper, checkout._id);
    const credited: number[] = [];
    for (const count of [1, 2, 3]) {
      shop.service.clock.advance(24 * 3_600_000);
      const reader = await shop.staff();
      const third = Math.round(totalAmount * 100) / 3;
      await shop.refundResult('completed', captured, { refundId: crypto.randomUUID(), amount: third });
      const notes = async () =>
        (await shop.getOrder(_id, reader)).body.order.refunds.flatMap((one) => one.creditNote ?? []);
      await eventually(async () => (await notes()).length === count, { what: 'the credit note' });
      const rows = (await rowsOf(await file(reader))).filter(({ Kind }) => Kind === 'Credit note');
      credited.push(...rows.map((row) => Math.round(Number(row['Total (rupees)']) * 100)));
    }
    expect([credited.length, credited.reduce((sum, paise) => sum + paise, 0)]).toEqual([3, -2_060_00]);
  });

  it('are for staff, at most of a year, and leave an entry in the audit trail', async () => {
    const entries = async () =>
      (await publishedEvents(shop.service, identity.auditRecorded)).filter(
        ({ data }) => data.action === 'bills.exported' && data.subjectId === '2025-04-01 to 2026-03-31',
      );
    const year = { from: '2025-04-01', to: '2026-03-31' };
    expect((await file((await shop.shopper()).headers, year)).status).toBe(403);
    const tooLong = await file(staff, { from: '2025-03-31', to: '2026-04-01' });
    expect([tooLong.status, await tooLong.json()]).toEqual([
      400,
      expect.objectContaining({ errors: { to: 'At most 366 days' } }),
    ]);
    expect(await entries()).toHaveLength(0);
    expect((await file(staff, year)).status).toBe(200);
    expect(await entries()).toHaveLength(1);
  });
});
