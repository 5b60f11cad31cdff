import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf, cartOrder, catalog, content } from '@shop/contracts';
import { startTestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { extractText, getDocumentProxy } from 'unpdf';
import { ABROAD, HOME, orderOf, type Shopper, startShop, type TestShop } from '../../test/service-harness.ts';
import { AppModule } from '../app.module.ts';
import type { Order } from '../orders/order.schema.ts';
import { migrations } from '../migrations/index.ts';
import { variables } from '../variables.ts';
import type { IssuedDocument } from './invoice.schema.ts';
import { InvoicesRepository } from './invoices.repository.ts';
import { InvoicesService, type SellingBrand } from './invoices.service.ts';

// Real: cart-order on MongoDB, RabbitMQ and Redis, and the PDFs. Catalog and content are stubs.
let shop: TestShop;
let brand: content.Brand;

beforeAll(async () => {
  shop = await startShop();
  brand = shop.content.brand;
});
afterAll(() => shop?.close());

/** A paid order of two pieces at 1,000.01 and one at 333.33. */
async function ordered(fields: object = {}) {
  const shopper = await shop.shopper();
  await shopper.add(shop.catalog.add({ price: 1_000.01, stock: 5 }), 2);
  await shopper.add(shop.catalog.add({ price: 333.33, stock: 5 }), 1, { sizeOptions: '12' });
  const checkout = await shopper.freeze({ hallmarking: true, ...fields });
  const captured = await shop.capture(checkout);
  return { shopper, captured, order: await orderOf(shop, shopper, checkout._id) };
}

const numbered = (shopper: Shopper, id: string): Promise<cartOrder.Order> =>
  eventually(
    async () => {
      const { body } = await shop.getOrder(id, shopper.headers);
      return body.order.invoice !== undefined && body.order;
    },
    { what: 'the invoice number' },
  );

async function pdf(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${shop.service.url}/api/v1${path}`, { headers });
  if (answer.status !== 200) throw new Error(await answer.text());
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  const { text } = await extractText(document, { mergePages: true });
  const { info } = await document.getMetadata();
  const drawnAt = (info as { CreationDate: string }).CreationDate;
  return {
    headers: answer.headers,
    drawnAt,
    text: text.replaceAll(/\s+/g, ' '),
    size: [Math.round(width), Math.round(height)],
  };
}

async function invoiceOf(fields: object = {}) {
  const { shopper, order } = await ordered(fields);
  const { invoice } = await numbered(shopper, order._id);
  return { order, number: invoice!.number, ...(await pdf(`/order/${order._id}/invoice`, shopper.headers)) };
}

describe('the invoice of an order', () => {
  it('comes soon after it, with CGST and SGST in the state of the shop, and adds up', async () => {
    const { number, text, headers, size } = await invoiceOf({ shippingInfo: { ...HOME, name: 'आशा Rao' } });
    expect(number).toMatch(/^INV\/\d\d-\d\d\/\d{6}$/);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/pdf',
      `inline; filename="${number.replaceAll('/', '-')}.pdf"`,
    ]);
    expect(size).toEqual([595, 842]);
    for (const said of [
      'Tax invoice',
      number,
      'Aranya Fine Jewellery Private Limited',
      'GSTIN 08AAKCA1042R1Z5',
      'HSN 7113, size 12',
      'Rajasthan (08), India GSTIN 08AAKCA1042R1Z5',
      'Jaipur, Rajasthan (08) 302001',
      'Place of supply Rajasthan (08)',
      // Items 2,333.35, GST 70.00: 60.00 and 10.00 by line.
      '₹2,000.02 ₹30.00 ₹30.00 ₹2,060.02',
      '₹333.33 ₹5.00 ₹5.00 ₹343.33',
      // Hallmarking contains its tax, at the rate of the goods.
      'Hallmarking',
      '₹96.12 ₹1.44 ₹1.44 ₹99.00',
      'Taxable value ₹2,429.47',
      'CGST 1.5% ₹36.44',
      'SGST 1.5% ₹36.44',
      'Total ₹2,502.35',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('IGST');
  });

  describe('of pieces whose particulars are known', () => {
    const stones = [{ type: 'Natural Diamond', count: 14, carat: 0.18 }];
    const GOLD = { purity: '18K · 750', weight: 3.26, netWeight: 3.2, stones, isHallmarked: true };
    const VERIFY =
      'The weight and purity of hallmarked pieces can be verified at any BIS-recognised assaying and hallmarking centre';

    async function billed(pieces: [particulars: catalog.PieceParticulars, quantity: number, choices?: object][]) {
      const shopper = await shop.shopper();
      for (const [particulars, quantity, choices] of pieces) {
        await shopper.add(shop.catalog.add({ price: 1_000, stock: 5, particulars }), quantity, choices);
      }
      const checkout = await shopper.freeze({ hallmarking: true });
      await shop.capture(checkout);
      const order = await orderOf(shop, shopper, checkout._id);
      await numbered(shopper, order._id);
      const invoice = () => pdf(`/order/${order._id}/invoice`, shopper.headers);
      return { order, invoice, text: (await invoice()).text };
    }

    it('says weight, purity, stones and hallmark as they were when it was bought, and where they can be verified', async () => {
      const { text, order, invoice } = await billed([
        [GOLD, 2],
        [{ ...GOLD, purity: '22K · 916' }, 1, { costomization: 'yes' }],
      ]);
      expect(order.items.map(({ particulars }) => particulars)).toEqual([GOLD, { ...GOLD, purity: '22K · 916' }]);
      for (const said of [
        'Each: 18K · 750, Net weight 3.20 g, 14 × Natural Diamond 0.18 ct, Hallmarked',
        '22K · 916, Net weight about 3.20 g, 14 × Natural Diamond 0.18 ct, Hallmarked',
        `${VERIFY}.`,
      ]) {
        expect(text).toContain(said);
      }
      expect(text).not.toContain('Hallmarking');
      for (const { productId } of order.items) shop.catalog.product(productId).particulars = { isHallmarked: false };
      expect((await invoice()).text).toBe(text);
    });

    it('calls no weight net that is not, names the assaying centre of the seller, and charges for what has no hallmark', async () => {
      const { seller } = brand;
      shop.content.brand = { ...brand, seller: { ...seller!, assayingCentre: 'Jaipur Assay' } };
      const { text } = await billed([
        [GOLD, 1],
        [{ purity: 'Silver 925', weight: 4.48, isHallmarked: false }, 1],
      ]);
      shop.content.brand = brand;
      expect(text).toContain('Silver 925, Weight 4.48 g ');
      expect(text).toContain('Hallmarking');
      expect(text).toContain(`${VERIFY}, for example Jaipur Assay.`);
    });

    it('says nothing of verifying where nothing is hallmarked', async () => {
      const { text } = await invoiceOf();
      expect(text).not.toContain('BIS');
    });
  });

  it('is the same file whenever it is drawn: it is dated as it was issued', async () => {
    const { order, number, drawnAt } = await invoiceOf();
    const issued = await shop.service.connection
      .collection<{ _id: string; issuedAt: Date }>('invoices')
      .findOne({ _id: number });
    expect(issued).toMatchObject({ orderId: order._id });
    expect(drawnAt).toBe(`D:${issued!.issuedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`);
  });

  it('shows IGST to another state', async () => {
    const { text } = await invoiceOf({ shippingInfo: { ...HOME, state: 'Kerala', pincode: '682001' } });
    expect(text).toContain('₹96.12 ₹2.88 ₹99.00');
    expect(text).toContain('IGST 3% ₹72.88');
    expect(text).toContain('Place of supply Kerala (32)');
    expect(text).not.toMatch(/CGST|SGST/);
  });

  it('shows IGST for an export, in the currency that was paid and in rupees', async () => {
    const { text } = await invoiceOf({ currency: 'USD', shippingInfo: ABROAD });
    expect(text).toContain('Outside India (Germany)');
    expect(text).toContain('Supply meant for export on payment of integrated tax.');
    expect(text).toMatch(/IGST 3% \$0\.86/);
    expect(text).toContain('Value in rupees ₹2,502.35');
  });

  it('says of an export who pays duties, as the buyer read it, and not of what stays in India', async () => {
    const staff = await shop.staff();
    const note = 'Duties of your country are not included. The courier charges them to you.';
    await shop.send('PUT', '/admin/charges', { dutiesNote: note }, staff);
    const { shopper, order } = await ordered({ shippingInfo: ABROAD });
    const athome = await invoiceOf();
    await shop.send('PUT', '/admin/charges', { dutiesNote: 'We pay duties.' }, staff);
    await numbered(shopper, order._id);
    expect((await pdf(`/order/${order._id}/invoice`, shopper.headers)).text).toContain(
      `Supply meant for export on payment of integrated tax. ${note} Made by computer`,
    );
    expect(athome.text).not.toContain(note);
  });

  it('shows no tax for an export while exports are zero-rated', async () => {
    const staff = await shop.staff();
    await shop.send('PUT', '/admin/charges', { zeroRatedExports: true }, staff);
    const { text } = await invoiceOf({ shippingInfo: ABROAD });
    await shop.send('PUT', '/admin/charges', { zeroRatedExports: false }, staff);
    expect(text).not.toMatch(/GST \d/);
    expect(text).toContain('without payment of integrated tax');
  });

  it('names a business that buys with its GSTIN, and the place of delivery by itself', async () => {
    const business = { name: 'Rao Boutique LLP', gstin: ' 27aapfu0939f1zv' };
    const { text, order } = await invoiceOf({ business });
    expect(order.business).toEqual({ name: 'Rao Boutique LLP', gstin: '27AAPFU0939F1ZV' });
    expect(text).toContain('Billed to Rao Boutique LLP GSTIN 27AAPFU0939F1ZV 12 MG Road Jaipur');
    expect(text).toContain('Delivered to Asha Rao 12 MG Road Jaipur');
    expect(text).toContain('Place of supply Rajasthan (08)');
  });

  it('splits the price of wrapping into its value and its GST, as it does with the other charges', async () => {
    const { text, order } = await invoiceOf({ gift: { wrap: true } });
    expect([order.charges.giftWrap, order.totalAmount]).toEqual([150, 2_652.35]);
    expect(text).toContain('₹145.63 ₹2.19 ₹2.18 ₹150.00');
    expect(text).toContain('Total ₹2,652.35');
  });

  it("is the buyer's and staff's alone", async () => {
    const { shopper, order } = await ordered();
    await numbered(shopper, order._id);
    const path = `/order/${order._id}/invoice`;
    expect((await shop.send('GET', path, undefined, (await shop.shopper()).headers)).status).toBe(404);
    expect((await shop.send('GET', path)).status).toBe(401);
    expect((await pdf(path, await shop.staff())).text).toContain('Tax invoice');
  });

  it('waits for who sells to be written down, and keeps what was true when it was numbered', async () => {
    const { seller, ...unsigned } = brand;
    shop.content.brand = unsigned;
    const { shopper, order } = await ordered();
    const path = `/order/${order._id}/invoice`;
    const early = await shop.send('GET', path, undefined, shopper.headers);
    expect([early.status, early.body.code]).toEqual([409, 'invoice.not-ready']);
    shop.content.brand = brand;
    await numbered(shopper, order._id);
    shop.content.brand = { ...brand, seller: { ...seller!, name: 'Somebody Else' } };
    expect((await pdf(path, shopper.headers)).text).toContain('Aranya Fine Jewellery Private Limited');
    shop.content.brand = brand;
  });
});

describe('a credit note', () => {
  async function invoiced() {
    const { shopper, order, captured } = await ordered();
    await numbered(shopper, order._id);
    const path = (refundId: string) => `/order/${order._id}/credit-note/${refundId}`;
    return {
      shopper,
      path,
      completed: async (amount: number) => {
        const refundId = crypto.randomUUID();
        await shop.refundResult('completed', captured, { refundId, amount });
        return refundId;
      },
      failed: (refundId: string, amount: number) => shop.refundResult('failed', captured, { refundId, amount }, 2),
      isNumbered: async (refunds: number) => {
        const orders = shop.service.connection.collection<Order>('orders');
        return (await orders.countDocuments({ _id: order._id, refunds: { $size: refunds }, numbersDue: false })) === 1;
      },
      /** Waits until every refund has its credit note. */
      refunds: (count: number) =>
        eventually(
          async () => {
            const { refunds } = await numbered(shopper, order._id);
            return refunds.length === count && refunds.every(({ creditNote }) => creditNote) && refunds;
          },
          { what: 'the credit notes' },
        ),
      partsOf: async (refundIds: string[]) => {
        const notes = await shop.service.connection
          .collection<IssuedDocument>('invoices')
          .find({ orderId: order._id, refundId: { $in: refundIds } })
          .toArray();
        const sum = (part: 'subtotal' | 'gst' | 'charges') => notes.reduce((all, { parts }) => all + parts[part], 0);
        return [sum('subtotal'), sum('gst'), sum('charges')];
      },
    };
  }
  const TOTAL = 2_502_35;
  // Before GST, GST, charges before GST.
  const PARTS = [2_333_35, 72_88, 96_12];

  it('is written once the money is back, has a series of its own, and together they equal the invoice', async () => {
    const { shopper, completed, refunds, path, partsOf } = await invoiced();
    const refundIds = [await completed(500_00), await completed(TOTAL - 500_00)];
    expect((await refunds(2)).map(({ creditNote }) => creditNote!.number)).toEqual([
      expect.stringMatching(/^CN\/\d\d-\d\d\/000001$/),
      expect.stringMatching(/^CN\/\d\d-\d\d\/000002$/),
    ]);
    const { text } = await pdf(path(refundIds[0]!), shopper.headers);
    expect(text).toContain('Credit note');
    expect(text).toContain('Credited ₹500.00');
    expect(await partsOf(refundIds)).toEqual(PARTS);
  });

  it('is cancelled when the provider takes the refund back, and the next one says the same of pieces, tax and charges', async () => {
    const { shopper, completed, failed, refunds, path, partsOf } = await invoiced();
    const first = await completed(TOTAL);
    await refunds(1);
    await failed(first, TOTAL);
    await eventually(async () => (await refunds(1))[0]!.state === 'failed', { what: 'the failure' });
    const second = await completed(TOTAL);
    await refunds(2);
    expect((await pdf(path(first), shopper.headers)).text).toContain('Cancelled');
    expect((await pdf(path(second), shopper.headers)).text).not.toContain('Cancelled');
    expect(await partsOf([second])).toEqual(PARTS);
  });

  it('waits while more went back than was paid: of an earlier one nobody has told yet that it failed', async () => {
    const { completed, failed, refunds, partsOf, isNumbered } = await invoiced();
    const first = await completed(TOTAL);
    await refunds(1);
    const second = await completed(TOTAL);
    await eventually(() => isNumbered(2), { what: 'the second refund being processed' });
    expect(await partsOf([second])).toEqual([0, 0, 0]);
    await failed(first, TOTAL);
    await refunds(2);
    expect(await partsOf([second])).toEqual(PARTS);
  });

  it("is the buyer's and staff's alone", async () => {
    const { completed, refunds, path } = await invoiced();
    const refundId = await completed(500_00);
    await refunds(1);
    expect((await shop.send('GET', path(refundId), undefined, (await shop.shopper()).headers)).status).toBe(404);
    expect((await shop.send('GET', path(refundId))).status).toBe(401);
    expect((await pdf(path(refundId), await shop.staff())).text).toContain('Credit note');
  });
});

describe('the numbers', () => {
  it('have no gap and are given once, by jobs side by side of which some die in the middle', async () => {
    const { shopper, order } = await ordered();
    await numbered(shopper, order._id);
    const { connection, environment } = shop.service;
    const orders = connection.collection<Order>('orders');
    const documents = connection.collection<IssuedDocument>('invoices');
    const before = await documents.countDocuments({ kind: 'invoice' });
    const instances = [
      shop.service,
      await startTestService({ name: 'cart-order', module: AppModule, variables, environment: { ...environment } }),
    ];
    const jobs = instances.map(({ app }) => app.get(InvoicesService, { strict: false }));
    // Every third insert, of whichever instance, fails after the counter was incremented and before the commit.
    let inserts = 0;
    const failing = instances.map(({ app }) => {
      const repository = app.get(InvoicesRepository, { strict: false });
      const insert = repository.insert.bind(repository);
      return jest.spyOn(repository, 'insert').mockImplementation(async (document, session) => {
        await insert(document, session);
        inserts += 1;
        if (inserts % 3 === 0) throw new Error('killed');
      });
    });
    const template = (await orders.findOne({ _id: order._id }))!;
    const copies = Array.from({ length: 15 }, () => {
      const _id = crypto.randomBytes(12).toString('hex');
      const { invoice: _, ...fields } = template;
      const paid = { ...template.payment, paymentId: _id, providerPaymentId: _id };
      return { ...fields, _id, payment: paid, numbersDue: true };
    });
    await orders.insertMany(copies);
    await Promise.allSettled(
      copies.flatMap(({ _id }) => jobs.map((job) => job.number(_id, shop.content.brand as SellingBrand))),
    );
    // The job of either instance retries the failed ones.
    await eventually(async () => expect(await orders.countDocuments({ numbersDue: true })).toBe(0));
    const sequences = (await documents.find({ kind: 'invoice' }).toArray()).map(({ sequence }) => sequence);
    expect(sequences.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: before + copies.length }, (_, index) => index + 1),
    );
    const given = await orders.distinct('invoice.number', { _id: { $in: copies.map(({ _id }) => _id) } });
    expect(given).toHaveLength(copies.length);
    for (const spy of failing) spy.mockRestore();
    await instances[1]!.stop();
    await instances[1]!.identity.stop();
  });

  it('begin anew with the financial year', async () => {
    const april = Date.UTC(new Date().getUTCFullYear() + 2, 3, 2);
    shop.service.clock.setOffset(april - Date.now());
    const { shopper, order } = await ordered();
    const { invoice } = await numbered(shopper, order._id);
    expect(invoice!.number).toMatch(/\/000001$/);
    shop.service.clock.setOffset(0);
  });
});

describe('an order from before there were invoices', () => {
  it('gets its number once the database is migrated', async () => {
    const { shopper, order } = await ordered();
    await numbered(shopper, order._id);
    const orders = shop.service.connection.collection<Order>('orders');
    const { invoice: _, numbersDue: __, ...old } = (await orders.findOne({ _id: order._id }))!;
    const _id = crypto.randomBytes(12).toString('hex');
    const payment = { ...old.payment, paymentId: _id, providerPaymentId: _id };
    await orders.insertOne({ ...old, _id, payment } as Order);
    const later = await startTestService({
      name: 'cart-order',
      module: AppModule,
      variables,
      migrations,
      environment: { ...shop.service.environment },
    });
    try {
      expect((await numbered(shopper, _id)).invoice!.number).toMatch(/^INV\//);
    } finally {
      await later.stop();
      await later.identity.stop();
    }
  });
});

describe('the packing slip of an order', () => {
  it('has pieces, recipient and the message of the giver, and no price', async () => {
    const { order } = await ordered({ gift: { wrap: true, message: 'Happy birthday, Amma!\nYour children' } });
    const { text, headers } = await pdf(`/admin/order/${order._id}/packing-slip`, await shop.staff());
    expect(headers.get('content-type')).toBe('application/pdf');
    for (const said of [
      'Packing slip',
      'For Asha Rao 12 MG Road',
      'Wrapped as a gift',
      'Happy birthday, Amma! Your children',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toContain('Size: 12');
    expect(text).not.toMatch(/₹|\d\.\d\d|GST/);
  });

  it('of a parcel has its pieces alone, and says which one it is', async () => {
    const { order } = await ordered();
    const staff = await shop.staff();
    const path = `/admin/order/${order._id}`;
    const sent = await shop.send<AnswerOf<typeof cartOrder.getOrder>>(
      'POST',
      `${path}/shipments`,
      { courier: 'Swift', trackingNumber: 'SW-7', lines: [0] },
      {
        ...staff,
        'idempotency-key': `parcel-of-${order._id}`,
      },
    );
    expect(sent.status).toBe(200);
    const { shipments } = sent.body.order;
    const { text } = await pdf(`${path}/packing-slip?parcel=${shipments![0]!._id}`, staff);
    expect(text).toContain('Parcel 1, Swift SW-7');
    expect(text).not.toContain('Size: 12');
    const other = await shop.send('GET', `${path}/packing-slip?parcel=${crypto.randomUUID()}`, undefined, staff);
    expect([other.status, other.body]).toMatchObject([404, { code: 'shipment.not-found' }]);
  });

  it('is for staff alone', async () => {
    const { order, shopper } = await ordered();
    const path = `/admin/order/${order._id}/packing-slip`;
    expect((await shop.send('GET', path, undefined, shopper.headers)).status).toBe(403);
    expect((await pdf(path, await shop.staff())).text).not.toContain('message');
  });
});
