import crypto from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Buyer } from '../../tools/prove/buyer.ts';
import { allProducts, withoutSizes } from '../../tools/prove/staff-products.ts';
import { Visitor } from '../../tools/prove/visitor.ts';
import { shopUnderTest } from '../shop-under-test.ts';

// The shop of the journeys, through its edge; the providers are the sandbox.
const target = () => {
  const { url, mailbox } = shopUnderTest();
  return { url, origin: url, mailbox, sandbox: mailbox.replace(/\/mailbox$/, '') };
};

let piece: { _id: string; stock: number };
let asha: Buyer;
let eve: Buyer;
let buyers = 0;
const newBuyer = () =>
  new Buyer(target(), { name: `Tester ${++buyers} ${process.pid} ${crypto.randomInt(1e9)}` }).register();

beforeAll(async () => {
  const staff = new Visitor(target());
  await staff.signIn(shopUnderTest().admin.email, shopUnderTest().admin.password);
  piece = withoutSizes(await allProducts(staff)).find(({ stock }) => stock > 3)!;
  [asha, eve] = await Promise.all([newBuyer(), newBuyer()]);
  expect((await asha.checkOut({ productId: piece._id, quantity: 1 })).status).toBe(201);
});

const WRONG_SIGNATURE = { status: 400, code: 'payment.wrong-signature' };

describe('what a stranger sends', () => {
  it.each([0, -1, 1.5, 1e9, '1', null])('the quantity %p is refused, and nothing is held', async (quantity) => {
    const line = { productId: piece._id, quantity: quantity as number };
    expect(await eve.add(line)).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await eve.checkOut(line)).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await eve.cart()).toEqual([]);
    expect(eve.checkoutId).toBeUndefined();
  });

  it('a price, of the piece or of an option, is not read: the server quotes', async () => {
    const buyer = await newBuyer();
    const asked = await buyer.visitor.post('/product/calculate-price', { productId: piece._id });
    const added = await buyer.visitor.create('/cart', {
      productId: piece._id,
      quantity: 1,
      price: 1,
      finalPrice: 1,
      customizationPrice: -5000,
      customizations: { engraving: { value: 'For ever', price: -5000 } },
    });
    expect(added).toMatchObject({ status: 201, body: { cartItem: { finalPrice: asked.body.finalPrice } } });
    const frozen = await buyer.checkOut();
    expect(frozen.body.checkout.totalsInRupees.subtotal).toBe(asked.body.finalPrice);
    await buyer.giveUp();
  });

  it('an amount that is not the frozen total is a 409, and no payment is begun', async () => {
    for (const amount of [0.01, 1, 999_999]) {
      expect(await asha.begin({ amount })).toMatchObject({ status: 409, code: 'payment.amount-mismatch' });
    }
    const { body } = await asha.visitor.ask(`/payment/checkout/${asha.checkoutId}`);
    expect(body).toEqual({ payment: null });
  });

  it("somebody else's checkout is a 404: to see, to give up, to pay", async () => {
    eve.checkoutId = asha.checkoutId;
    expect(await eve.visitor.ask(`/checkout/${asha.checkoutId}`)).toMatchObject({ status: 404 });
    expect(await eve.giveUp()).toMatchObject({ status: 404 });
    expect(await eve.begin()).toMatchObject({ status: 404, code: 'checkout.not-found' });
    expect((await eve.visitor.ask(`/payment/checkout/${asha.checkoutId}`)).body).toEqual({ payment: null });
    eve.checkoutId = undefined;
    expect(await asha.checkoutState()).toBe('frozen');
  });

  it('a tampered signature, payment id or order id of the provider pays nothing', async () => {
    expect((await asha.begin()).status).toBe(201);
    await asha.pay();
    const { proof } = asha.attempts[0]!;
    const { razorpay_signature: signature } = proof!;
    const flipped = signature!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const tampered = [
      { ...proof, razorpay_signature: flipped },
      { ...proof, razorpay_signature: 'not hexadecimal' },
      { ...proof, razorpay_payment_id: 'pay_00000000000000' },
    ];
    for (const body of tampered) {
      const answer = await asha.visitor.post('/payment/verify', body);
      expect(answer).toMatchObject(WRONG_SIGNATURE);
      expect(answer.body.message).toBe('Payment verification failed');
    }
    const otherOrder = { ...proof, razorpay_order_id: 'order_00000000000000' };
    expect(await asha.visitor.post('/payment/verify', otherOrder)).toMatchObject({ status: 404 });
    // Even a genuine proof is refused from another user.
    expect(await eve.visitor.post('/payment/verify', proof!)).toMatchObject({ status: 404, code: 'payment.not-found' });
  });

  it("somebody else's payment and order are a 404", async () => {
    const paid = await asha.return();
    expect(paid.status).toBe(200);
    const order = await asha.orderOf(paid.body.paymentId);
    expect(order.status).toBe(200);
    expect(await eve.orderOf(paid.body.paymentId)).toMatchObject({ status: 404, code: 'order.not-found' });
    const id: string = order.body.order._id;
    expect(await eve.visitor.ask(`/order/${id}`)).toMatchObject({ status: 404 });
    expect(await eve.visitor.post(`/order/${id}/cancel`, {})).toMatchObject({ status: 404 });
    const moved = await eve.visitor.ask(`/admin/order/status/${id}`, { method: 'PUT', body: { status: 'Delivered' } });
    const refunded = await eve.visitor.create(`/admin/order/${id}/refund`, { amount: 1, note: 'mine' });
    expect([moved.status, refunded.status]).toEqual([403, 403]);
    expect(await eve.orders()).toEqual([]);
    expect((await asha.orders()).map(({ status }) => status)).toEqual(['Processing']);
  });

  it('a webhook without a signature, or with a wrong one, changes nothing', async () => {
    const event = { event: 'payment.captured', payload: {} };
    for (const provider of ['razorpay', 'paypal']) {
      expect(await eve.visitor.post(`/payment/webhooks/${provider}`, event)).toMatchObject(WRONG_SIGNATURE);
    }
  });
});
