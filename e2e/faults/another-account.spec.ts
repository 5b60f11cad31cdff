import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callsOf, SERVICES } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { Buyer } from '../../tools/prove/buyer.ts';
import { Bank } from '../../tools/prove/purchases-bank.ts';
import { allProducts, setStock } from '../../tools/prove/staff-products.ts';
import { type Reply, type RequestOptions, Visitor } from '../../tools/prove/visitor.ts';
import { newPerson } from '../federation/accounts.ts';
import { shopUnderTest } from '../shop-under-test.ts';

// The whole shop through its edge. One shopper has a record of each kind, another one asks for it by its id.

/** Nothing of it must be chosen. */
const STUDS = 'AR-1105';
const PERSON = { name: 'Uma Rao', phone: '+919829012345', street: '14 Bapu Bazaar', city: 'Jaipur' };
const ADDRESS = { ...PERSON, state: 'Rajasthan', pincode: '302003', country: 'India' };

interface Owned {
  product: string;
  address: string;
  session: string;
  download: string;
  line: string;
  saved: string;
  /** Awaits its bank transfer. */
  checkout: string;
  paypalOrder: string;
  razorpayProof: Record<string, string>;
  payment: string;
  order: string;
  cancelled: string;
  refund: string;
}

type Ask = { path: string } & Pick<RequestOptions, 'method' | 'body' | 'key'>;

const put = (path: string, body?: object): Ask => ({ path, method: 'PUT', body });
const remove = (path: string): Ask => ({ path, method: 'DELETE' });
const create = (path: string, body: object): Ask => ({ path, method: 'POST', body, key: crypto.randomUUID() });
const post = (path: string, body?: object): Ask => ({ path, method: 'POST', body });

/** By the id of the call. */
const ASKED: Readonly<Record<string, (of: Owned) => Ask>> = {
  'identity.change-address': ({ address }) => put(`/me/addresses/${address}`, { address: ADDRESS }),
  'identity.remove-address': ({ address }) => remove(`/me/addresses/${address}`),
  'identity.end-session': ({ session }) => remove(`/auth/sessions/${session}`),
  'identity.fetch-download': ({ download }) => ({ path: `/me/download/${download}` }),
  'cart-order.change-quantity': ({ line }) => put(`/cart/${line}`, { quantity: 2 }),
  'cart-order.change-options': ({ line, product }) =>
    put(`/cart/${line}/options`, { productId: product, customizations: {} }),
  'cart-order.save-for-later': ({ line }) => put(`/cart/saved/${line}`),
  'cart-order.move-to-cart': ({ saved }) => post(`/cart/saved/${saved}/move`),
  'cart-order.remove-saved': ({ saved }) => remove(`/cart/saved/${saved}`),
  'cart-order.remove-from-cart': ({ line }) => remove(`/cart/${line}`),
  'cart-order.get-own-checkout': ({ checkout }) => ({ path: `/checkout/${checkout}` }),
  'cart-order.cancel-checkout': ({ checkout }) => remove(`/checkout/${checkout}`),
  'cart-order.get-order': ({ order }) => ({ path: `/order/${order}` }),
  'cart-order.get-invoice': ({ order }) => ({ path: `/order/${order}/invoice` }),
  'cart-order.get-credit-note': ({ cancelled, refund }) => ({ path: `/order/${cancelled}/credit-note/${refund}` }),
  'cart-order.cancel-order': ({ order }) => post(`/order/${order}/cancel`),
  'cart-order.withdraw-from-order': ({ order }) => create(`/order/${order}/withdrawal`, {}),
  'cart-order.await-order': ({ payment }) => post('/order/new', { paymentInfo: { id: payment } }),
  'payment.create-razorpay-order': ({ checkout }) => create('/payment/create-order', { checkoutId: checkout }),
  'payment.create-paypal-order': ({ checkout }) => create('/payment/paypal/create-order', { checkoutId: checkout }),
  'payment.start-bank-transfer': ({ checkout }) =>
    create('/payment/bank-transfer/create-order', { checkoutId: checkout }),
  'payment.get-bank-transfer': ({ checkout }) => ({ path: `/payment/bank-transfer/${checkout}` }),
  'payment.cancel-bank-transfer': ({ checkout }) => remove(`/payment/bank-transfer/${checkout}`),
  'payment.get-payment-of-checkout': ({ checkout }) => ({ path: `/payment/checkout/${checkout}` }),
  'payment.verify-razorpay-payment': ({ razorpayProof }) => post('/payment/verify', razorpayProof),
  'payment.capture-paypal-order': ({ paypalOrder }) => post('/payment/paypal/capture-order', { orderID: paypalOrder }),
};

/** The page of a payment asks before there is one. */
const NONE_YET = 'payment.get-payment-of-checkout';

/** What all may name. */
const PUBLIC = /^(product|kind|review)$/;

/** Calls of shoppers whose path, or whose error for a missing record, names one that belongs to somebody. */
const named = SERVICES.flatMap((service) => callsOf(service)).filter(({ access, path, errors = [] }) => {
  if (access !== 'user') return false;
  const records = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!.replace(/Id$/, ''));
  const missing = errors.filter((code) => code.endsWith('.not-found')).map((code) => code.replace('.not-found', ''));
  // Everybody has one authenticator at most, which no call names.
  return [...records, ...missing].some((record) => !PUBLIC.test(record) && record !== 'authenticator');
});

const { url, mailbox, admin } = shopUnderTest();
const addresses = { url, origin: new URL(url).origin, mailbox, sandbox: new URL(mailbox).origin };
const staff = new Visitor(addresses);
const ask = ({ visitor }: Buyer, { path, ...options }: Ask): Promise<Reply> => visitor.ask(path, options);
let owned: Owned;
let owner: Buyer;
let other: Buyer;

beforeAll(async () => {
  await staff.signIn(admin.email, admin.password);
  const bank = await Bank.open(staff);
  await bank.close();
  // Two are bought, and one waits for its transfer.
  const studs = (await allProducts(staff)).find(({ productGroup }) => productGroup === STUDS)!;
  await setStock(staff, studs, studs.stock + 3);
  owner = await new Buyer(addresses, { name: newPerson('Uma').email.split('@')[0]! }).register();
  other = await new Buyer(addresses, { name: newPerson('Gita').email.split('@')[0]! }).register();
  owned = await ownedBy(owner);
});
afterAll(async () => {
  await staff.ask('/admin/payments/methods/bank-transfer', { method: 'PUT', body: { isOn: false } });
});

/** One record of each kind. */
async function ownedBy(buyer: Buyer): Promise<Owned> {
  const { visitor, password } = buyer;
  const made = async (what: string, asked: Promise<Reply>) => {
    const { status, code, body } = await asked;
    if (status >= 400 || status === 0) throw new Error(`${what} answered ${status} ${code}`);
    return body;
  };
  const { product } = await made('the piece', visitor.ask(`/product/group/${STUDS}`));
  const line = { productId: product._id as string, quantity: 1 };
  const { user } = await made('the address', visitor.create('/me/addresses', { address: ADDRESS }));
  const { sessions } = await made('the sessions', visitor.ask('/auth/sessions'));
  await made('the download', visitor.post('/auth/account/download', { password }));
  const download = await eventually(
    async () => {
      const { body } = await visitor.ask('/me/download');
      if (body.download?.state !== 'ready') throw new Error(JSON.stringify(body));
      return body.download._id as string;
    },
    { what: 'the download' },
  );
  const bought = async () => {
    await made('the checkout', buyer.checkOut(line));
    await made('the payment', buyer.begin());
    await buyer.pay();
    const { paymentId } = await made('the proof', buyer.return());
    return { payment: paymentId as string, order: await buyer.awaitOrder(paymentId) };
  };
  const cancelled = await bought();
  await made('the cancellation', visitor.post(`/order/${cancelled.order}/cancel`, {}));
  const refund = await eventually(
    async () => {
      const { body } = await visitor.ask(`/order/${cancelled.order}`);
      const [first] = body.order.refunds;
      if (!first?.creditNote) throw new Error(JSON.stringify(body.order.refunds));
      return first.refundId as string;
    },
    { what: 'the refund' },
  );
  const kept = await bought();
  // It is numbered after the order.
  const hasInvoice = async () => (await visitor.ask(`/order/${kept.order}`)).body.order.invoice !== undefined;
  await eventually(hasInvoice, { what: 'the invoice' });
  const proof = buyer.attempts.at(-1)!.proof!;
  const abroad = buyer.otherTab('USD');
  await made('the checkout', abroad.checkOut(line));
  await made('the payment', abroad.begin());
  // The last one: no other checkout can begin while it awaits its transfer.
  await made('the checkout', buyer.checkOut(line));
  await made('the transfer', buyer.beginTransfer());
  const { cartItem: saved } = await made('the line', buyer.add(line));
  await made('the saved line', visitor.ask(`/cart/saved/${saved._id}`, { method: 'PUT' }));
  const { cartItem } = await made('the line', buyer.add(line));
  return {
    product: line.productId,
    address: user.addresses.at(-1)._id,
    session: sessions[0].id,
    download,
    line: cartItem._id,
    saved: saved._id,
    checkout: buyer.checkoutId!,
    paypalOrder: abroad.attempts.at(-1)!.providerOrder,
    razorpayProof: proof,
    payment: kept.payment,
    order: kept.order,
    cancelled: cancelled.order,
    refund,
  };
}

describe('a record of another account', () => {
  it('has a row for each call that names one', () => {
    expect(named.map(({ id }) => id).toSorted()).toEqual(Object.keys(ASKED).toSorted());
  });

  it.each(named.map(({ id }) => id))('is to %s as if it did not exist', async (id) => {
    const { status, code, body } = await ask(other, ASKED[id]!(owned));
    const isUnknown = id === NONE_YET ? body.payment === null : status === 404 && code.endsWith('not-found');

    expect({ isUnknown, status, code }).toEqual({ isUnknown: true, status, code });
  });

  it('is still there for its owner', async () => {
    const reads = [
      ...['/me', '/cart'].map((path) => ({ path })),
      ...[ASKED['cart-order.get-own-checkout'], ASKED['cart-order.get-invoice'], ASKED['cart-order.get-credit-note']],
      ...[ASKED['payment.get-bank-transfer'], ASKED['identity.fetch-download']],
    ].map((one) => (typeof one === 'function' ? one(owned) : one!));
    const statuses = await Promise.all(reads.map(async (one) => (await ask(owner, one)).status));

    expect(statuses).toEqual(reads.map(() => 200));
  });
});
