import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cartOrder, identity } from '@shop/contracts';
import { emit, Route, Routes, toasts } from '@shop/mfe-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { cartQuery } from '../../api/cart.ts';
import { storeBuyNow } from '../../components/buy-now.ts';
import {
  type Answers,
  ASHA,
  cartOf,
  here,
  line,
  Refused,
  startGateway,
  visit,
} from '../../testing/checkout-harness.tsx';
import { addressesQuery } from './api.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { storeUnfinished } from './unfinished.ts';

// Real page, queries and API client; only the gateway is stubbed.
const ADDRESS = {
  ...fixtureOf(identity.savedAddress),
  _id: 'home',
  isDefault: true,
  name: 'Asha Rao',
  country: 'India',
};
const ABROAD = { ...ADDRESS, _id: 'abroad', isDefault: false, name: 'Lena Vogel', country: 'Germany' };
const ID = 'c'.repeat(24);

type Body = {
  hallmarking?: boolean;
  specialRequest?: boolean;
  giftWrap?: boolean;
  country: string;
  courier?: string;
  currency: string;
};
const QUOTE = 'POST /checkout/quote';
const FREEZE = 'POST /checkout';

/** Like the service: a ring for 1,000 plus the chosen extras. */
function quoteOf({ hallmarking, specialRequest, giftWrap, country }: Body, price = 1_000) {
  const totals = {
    subtotal: price,
    gst: price * 0.03,
    shipping: country === 'Germany' ? 400 : 0,
    engraving: 0,
    hallmarking: hallmarking ? 99 : 0,
    specialRequest: specialRequest ? 499 : 0,
    giftWrap: giftWrap ? 150 : 0,
    total: 0,
  };
  totals.total = Object.values(totals).reduce((sum, one) => sum + one, 0);
  const { cartItemId, product, productId, customizations } = line(1);
  const bought = { cartItemId, product, productId, customizations, quantity: 1, customized: false };
  return {
    lines: [{ ...bought, unitPrice: price, linePrice: price, mrp: price * 1.03, lineMrp: price * 1.03, stock: 5 }],
    ...{ currency: 'INR', symbol: '₹', rate: null, gstRate: 0.03, showPrices: 'with-tax', courier: null },
    couriers:
      country === 'Germany'
        ? [
            { courier: 'Calm', charge: 400 },
            { courier: 'Swift', charge: 900 },
          ]
        : [],
    extras: { hallmarking: 99, specialRequest: 499, giftWrap: 150 },
    ...{ totals, totalsInRupees: totals },
  };
}

let answers: Answers;
let gateway: ReturnType<typeof startGateway>;
let price: number;
let bought: object;
let addresses: unknown[];

beforeEach(() => {
  price = 1_000;
  bought = {};
  addresses = [ADDRESS, ABROAD];
  answers = {
    'GET /me': () => ({ user: { addresses } }),
    [QUOTE]: (body: Body) => {
      const quote = quoteOf(body, price);
      return { quote: { ...quote, lines: quote.lines.map((one) => ({ ...one, ...bought })) } };
    },
    [FREEZE]: (body: Body) => ({
      checkout: fixtureOf(cartOrder.checkout, {
        ...(quoteOf({ ...body, specialRequest: 'specialRequest' in body, country: 'India' }, price) as object),
        _id: ID,
        ...{ state: 'frozen', orderId: null, paidAs: undefined },
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
      }),
    }),
    [`GET /payment/checkout/${ID}`]: { payment: null },
    'GET /payment/methods': { methods: [{ provider: 'razorpay', currencies: ['INR'] }] },
    'GET /pages/shipping-policy': { page: { blocks: [{ kind: 'paragraph', text: 'Worldwide.' }] } },
    'GET /pages/refund-return': { page: { blocks: [{ kind: 'paragraph', text: 'Within 30 days.' }] } },
    // The dialog is covered by paying.spec.tsx.
    'POST /payment/create-order': new Refused(503, 'payment.provider-unavailable', 'Unable to start payment'),
  };
  answers[`GET /checkout/${ID}`] = answers[FREEZE];
  gateway = startGateway(answers);
});
afterEach(() => {
  cleanup();
  toasts.set([]);
  sessionStorage.clear();
  localStorage.clear();
});

/** A page that the buyer leaves and comes back to. */
function Leaving({ children }: { children: ReactNode }) {
  const [isAway, setAway] = useState(false);
  return (
    <>
      <button onClick={() => setAway(!isAway)}>{isAway ? 'Come back' : 'Leave'}</button>
      {!isAway && children}
    </>
  );
}

const open = (at = '/checkout') =>
  visit(
    <Routes>
      <Route path="/checkout" element={<CheckoutPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at },
  );
const pay = (label: string | RegExp) => screen.findByRole('button', { name: label });
const sum = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent;

const sentToFreeze = () => gateway.sent.filter(({ call }) => call === FREEZE).map(({ body }) => body as object);

describe('a present', () => {
  it('costs its wrapping, counts the characters of its message, and is sent with the checkout', async () => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByLabelText(/^This is a present/));
    fireEvent.click(screen.getByLabelText(/^Gift wrap ₹150.00/));
    fireEvent.change(screen.getByLabelText('Message (optional)'), { target: { value: 'For you ' } });
    expect(screen.getByText(/^8 of 250 characters/)).toBeTruthy();
    const button = await pay('Pay ₹1,180.00');
    expect(sum('Gift wrap')).toBe('₹150.00');
    fireEvent.click(button);
    await waitFor(() => expect(sentToFreeze()).toMatchObject([{ gift: { wrap: true, message: 'For you' } }]));
  });
});

describe('a business', () => {
  const asBusiness = async (name: string, gstin: string) => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByLabelText(/^I buy for a business/));
    fireEvent.change(screen.getByLabelText('Name of the business'), { target: { value: name } });
    fireEvent.change(screen.getByLabelText('GSTIN'), { target: { value: gstin } });
    fireEvent.click(await pay('Pay ₹1,030.00'));
  };

  it('is sent with its GSTIN in capitals', async () => {
    await asBusiness(' Rao LLP ', '27aapfu 0939f1zv');
    await waitFor(() =>
      expect(sentToFreeze()).toMatchObject([{ business: { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' } }]),
    );
  });

  it('learns at the field that its GSTIN was mistyped, before anything is frozen', async () => {
    await asBusiness('Rao LLP', '27AAPFU0939F1ZW');
    expect(await screen.findByText(/its last character does not fit/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('GSTIN'));
    expect(sentToFreeze()).toEqual([]);
  });

  it('is not asked for where parcels go abroad', async () => {
    addresses = [{ ...ABROAD, isDefault: true }];
    open();
    await pay('Pay ₹1,430.00');
    expect(screen.queryByLabelText(/^I buy for a business/)).toBeNull();
  });
});

describe('a PAN', () => {
  const asked = () => {
    answers[QUOTE] = (body: Body) => ({ quote: { ...quoteOf(body, price), panNeeded: { above: 200_000 } } });
  };
  const pan = () => screen.getByLabelText<HTMLInputElement>('PAN');
  const write = (value: string) => fireEvent.change(pan(), { target: { value } });
  const payAgain = async () => fireEvent.click(await pay('Pay ₹1,030.00'));

  it('is not asked for where the quote does not want it', async () => {
    open();
    await payAgain();
    await waitFor(() => expect(sentToFreeze()).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Tax details' })).toBeNull();
    expect(sentToFreeze()[0]).not.toHaveProperty('pan');
  });

  it('is asked for with the reason, checked at its field, and sent in capitals', async () => {
    asked();
    open();
    await payAgain();
    expect(screen.getByText(/^Required by law for purchases above ₹2,00,000 a day/)).toBeTruthy();
    expect(await screen.findByText('PAN is required. If you have none, say so below')).toBeTruthy();
    expect(document.activeElement).toBe(pan());
    expect([pan().autocomplete, pan().getAttribute('spellcheck')]).toEqual(['off', 'false']);
    write('ABCDE1234F');
    await payAgain();
    expect(await screen.findByText('This is not a PAN: one looks like ABCPE1234F')).toBeTruthy();
    expect(sentToFreeze()).toEqual([]);
    write('abcpe 1234f');
    await payAgain();
    await waitFor(() => expect(sentToFreeze()).toMatchObject([{ pan: 'ABCPE1234F' }]));
  });

  it('is never in the storage of the browser', async () => {
    asked();
    open();
    await pay('Pay ₹1,030.00');
    write('ABCPE1234F');
    await payAgain();
    await waitFor(() => expect(sentToFreeze()).toHaveLength(1));
    await waitFor(() => expect(localStorage.length).toBeGreaterThan(0));
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('ABCPE1234F');
  });

  it('need not be named by who has none and will sign the form', async () => {
    asked();
    open();
    await pay('Pay ₹1,030.00');
    write('ABCPE1234F');
    fireEvent.click(screen.getByLabelText('I have no PAN'));
    expect(screen.queryByLabelText('PAN')).toBeNull();
    expect(screen.getByText(/^You then sign Form 97/)).toBeTruthy();
    await payAgain();
    await waitFor(() => expect(sentToFreeze()).toMatchObject([{ noPan: true }]));
    expect(sentToFreeze()[0]).not.toHaveProperty('pan');
  });

  it('is not asked of a business, whose GSTIN has it', async () => {
    asked();
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByLabelText(/^I buy for a business/));
    expect(screen.queryByLabelText('PAN')).toBeNull();
  });

  it('is asked for when the service wants it after all, with what it says at the field', async () => {
    const message = 'PAN is required: your purchases of today are above ₹2,00,000';
    answers[FREEZE] = () => {
      asked();
      return new Refused(422, 'checkout.pan-needed', 'Your PAN is needed for this purchase', undefined, {
        pan: message,
      });
    };
    open();
    await payAgain();
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(pan()));
  });
});

describe('an address that was saved', () => {
  const LIST = 'GET /me';
  const changed = { user: { addresses: [{ ...ADDRESS, street: '7 New Road' }, ABROAD] } };
  /** The next list waits until it is given. */
  const hold = () => {
    const held = Promise.withResolvers<unknown>();
    answers[LIST] = () => held.promise;
    return held.resolve;
  };
  const saved = async (addressId: string) => {
    act(() => emit('account:address-saved', { addressId }));
    await waitFor(() => expect(gateway.of(LIST)).toHaveLength(2));
  };
  const cannotPay = () => {
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: /Asha Rao/ })).toBeNull();
  };
  const frozen = async () => {
    fireEvent.click(await pay(/^Pay/));
    await waitFor(() => expect(sentToFreeze()).toHaveLength(1));
    return (sentToFreeze()[0] as { shippingInfo: object }).shippingInfo;
  };

  it('is where the parcel goes: nothing is paid before the checkout has it', async () => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByRole('button', { name: 'Edit the address of Asha Rao' }));
    const give = hold();
    await saved('home');
    cannotPay();
    give(changed);
    expect(await frozen()).toMatchObject({ street: '7 New Road' });
  });

  it('is chosen, and its country quoted, when it is a new one', async () => {
    const added = { ...ABROAD, _id: 'new', name: 'Mia Roth' };
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByRole('button', { name: 'Add a new address' }));
    const give = hold();
    await saved('new');
    cannotPay();
    give({ user: { addresses: [ADDRESS, added] } });
    await pay('Pay ₹1,430.00');
    expect(await frozen()).toMatchObject({ name: 'Mia Roth', country: 'Germany' });
  });

  it('is asked for again when it could not be fetched, in place of what was there before', async () => {
    open();
    await pay('Pay ₹1,030.00');
    answers[LIST] = new Refused(503, 'service.unavailable', 'Away');
    await saved('home');
    await screen.findByText('Your addresses could not be fetched.');
    cannotPay();
    answers[LIST] = changed;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await frozen()).toMatchObject({ street: '7 New Road' });
  });

  it('has no form any more, in which the first would be saved twice', async () => {
    addresses = [];
    const { container } = open();
    const form = () => container.querySelector('[data-part="account/address-form"]');
    await waitFor(() => expect(form()).toBeTruthy());
    const give = hold();
    await saved('home');
    expect(form()).toBeNull();
    give(changed);
    await pay('Pay ₹1,030.00');
    expect(form()).toBeNull();
  });

  it('on another page is known when the buyer comes back', async () => {
    const { queryClient } = visit(
      <Leaving>
        <CheckoutPage />
      </Leaving>,
      { at: '/checkout' },
    );
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByText('Leave'));
    await waitFor(() => expect(queryClient.getQueryData(addressesQuery.queryKey)).toBeUndefined());
    const give = hold();
    fireEvent.click(screen.getByText('Come back'));
    await waitFor(() => expect(gateway.of(LIST)).toHaveLength(2));
    cannotPay();
    give(changed);
    expect(await frozen()).toMatchObject({ street: '7 New Road' });
  });
});

describe('the checkout', () => {
  it('marks the cart as stale when it was changed: no cart button is there to hear of it', async () => {
    const { queryClient } = open();
    await pay('Pay ₹1,030.00');
    queryClient.setQueryData(cartQuery.queryKey, cartOf(line(1)));
    emit('checkout:cart-changed', {});
    await waitFor(() => expect(queryClient.getQueryState(cartQuery.queryKey)?.isInvalidated).toBe(true));
  });

  it('says next to Pay which pieces cannot be returned, and why', async () => {
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.queryByText(/cannot be returned/)).toBeNull();
    cleanup();
    bought = { customizations: { costomization: 'no', engraving: 'Asha' } };
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.getByRole('note').textContent).toBe('Engraved: Ring 1 cannot be returned.');
    cleanup();
    bought = { customized: true };
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.getByRole('note').textContent).toMatch(
      /^Made to order: Ring 1 cannot be returned.*30 % of the price/,
    );
  });

  it('lists the pieces and says what the server makes of them', async () => {
    open();
    expect(await pay('Pay ₹1,030.00')).toBeTruthy();
    expect(screen.getByText('Ring 1')).toBeTruthy();
    expect(screen.getByText('12')).toBeTruthy();
    expect(screen.getByText('MRP Inclusive of all taxes')).toBeTruthy();
    expect([sum('Subtotal (before GST)'), sum('GST (3 %)'), sum('Shipping'), sum('Total')]).toEqual([
      '₹1,000.00',
      '₹30.00',
      'Free',
      '₹1,030.00',
    ]);
    expect(screen.queryByText('Engraving', { selector: 'dt' })).toBeNull();
    expect(await screen.findByText('Within 30 days.')).toBeTruthy();
  });

  it.each([
    ['before-tax', 0.03, '₹1,000.00', 'GST of 3 % is added at checkout', true],
    ['zero-rated', 0, '₹1,000.00', 'Taxes and duties of your country are not included', false],
    ['with-tax', 0.03, '₹1,030.00', 'MRP Inclusive of all taxes', true],
  ])('shows the pieces %s, and says so', async (showPrices, gstRate, shown, note, hasGst) => {
    answers[QUOTE] = (body: Body) => ({ quote: { ...quoteOf(body), showPrices, gstRate } });
    open();
    await pay('Pay ₹1,030.00');
    const pieces = within(screen.getByRole('region', { name: 'Your pieces' }));
    expect(pieces.getByText(shown, { exact: false, selector: 'p' }).textContent).toBe(`1 × ${shown}`);
    expect(pieces.getByText(note)).toBeTruthy();
    expect(screen.queryByText(/^GST \(/) !== null).toBe(hasGst);
  });

  it('asks the server again for every extra', async () => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByLabelText(/Hallmarking/));
    await pay('Pay ₹1,129.00');
    expect(sum('Hallmarking')).toBe('₹99.00');
    fireEvent.click(screen.getByLabelText(/Special request/));
    await pay('Pay ₹1,628.00');
    expect(screen.getByPlaceholderText('Write your request…')).toBeTruthy();
  });

  it('offers hallmarking for the pieces that have none, and not where all of them have it', async () => {
    let isHallmarked = false;
    answers[QUOTE] = (body: Body) => {
      const quote = quoteOf(body);
      const lines = quote.lines.map((one) => ({ ...one, particulars: { isHallmarked } }));
      return { quote: { ...quote, lines, offersHallmarking: !isHallmarked } };
    };
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.getByLabelText(/Hallmarking/).closest('label')!.textContent).toBe(
      'Hallmarking ₹99.00 The BIS hallmark for what has none yet: Ring 1',
    );
    isHallmarked = true;
    act(() => emit('checkout:cart-changed', {}));
    await waitFor(() => expect(screen.queryByLabelText(/Hallmarking/)).toBeNull());
    expect(screen.getByLabelText(/Special request/)).toBeTruthy();
  });

  it('sends the parcel where the buyer says, by the courier that the buyer picks', async () => {
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.queryByText('Courier')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /Lena Vogel/ }));
    await pay('Pay ₹1,430.00');
    fireEvent.click(screen.getByRole('radio', { name: /Swift/ }));
    await waitFor(() => expect(gateway.of(QUOTE).at(-1)!.body).toMatchObject({ country: 'Germany', courier: 'Swift' }));
    fireEvent.click(screen.getByRole('radio', { name: /Asha Rao/ }));
    await waitFor(() => expect(gateway.of(QUOTE).at(-1)!.body).not.toHaveProperty('courier'));
  });

  it('says by Pay who pays duties and by the pieces what is included, where the parcel goes abroad', async () => {
    const note = 'The courier charges duties to the receiver.';
    answers[QUOTE] = (body: Body) => ({
      quote: { ...quoteOf(body), ...(body.country !== 'India' && { dutiesNote: note }) },
    });
    open();
    await pay('Pay ₹1,030.00');
    expect(screen.queryByText(note)).toBeNull();
    expect(screen.getByText('MRP Inclusive of all taxes')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /Lena Vogel/ }));
    await pay('Pay ₹1,430.00');
    const summary = within(screen.getByRole('complementary', { name: 'Summary' }));
    expect(summary.getByText(note).compareDocumentPosition(summary.getByRole('button', { name: /^Pay/ }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByText('GST is included, taxes and duties of your country are not')).toBeTruthy();
  });

  it('has no pay button while the address is not whole', async () => {
    addresses = [{ ...ADDRESS, phone: '  ' }];
    open();
    await screen.findByText('Please complete your shipping address above to proceed with checkout.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('has no pay button while another address is written', async () => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByRole('button', { name: 'Add a new address' }));
    await screen.findByText('Please save or cancel the address before you pay.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    act(() => emit('account:address-form-closed', {}));
    await pay('Pay ₹1,030.00');
  });

  it('keeps the focus at the addresses between their list and the form', async () => {
    open();
    await pay('Pay ₹1,030.00');
    const inFocus = () => document.activeElement?.textContent;
    for (const [name, end] of [
      ['Add a new address', () => emit('account:address-form-closed', {})],
      ['Edit the address of Asha Rao', () => emit('account:address-saved', { addressId: 'home' })],
    ] as const) {
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
      expect(inFocus()).toBe('Shipping address');
      act(() => (document.activeElement as HTMLElement).blur());
      act(end);
      await screen.findByRole('button', { name });
      expect(inFocus()).toBe('Shipping address');
    }
  });

  it('goes to the shop when there is nothing to buy', async () => {
    answers[QUOTE] = new Refused(409, 'checkout.empty', 'Your cart is empty');
    open();
    await waitFor(() => expect(here()).toBe('/shop'));
  });

  it('goes to the shop when nothing is bought now, or another user bought it', async () => {
    storeBuyNow('somebody else', { productId: 'a'.repeat(24), quantity: 1 });
    open('/checkout?buynow=true');
    await waitFor(() => expect(here()).toBe('/shop'));
    expect(gateway.of(QUOTE)).toEqual([]);
  });

  it('buys now what was kept for it, and not the cart', async () => {
    const buyNow = { productId: 'a'.repeat(24), quantity: 2 };
    storeBuyNow(ASHA._id, buyNow);
    open('/checkout?buynow=true');
    fireEvent.click(await pay(/^Pay/));
    await waitFor(() => expect(gateway.of(FREEZE)).toMatchObject([{ body: { buyNow } }]));
    expect(gateway.of(QUOTE)[0]!.body).toMatchObject({ buyNow });
  });

  it('shows what became dearer and goes on with the new prices', async () => {
    open();
    const button = await pay('Pay ₹1,030.00');
    const message = 'The price of Ring 1 is now ₹1300';
    const changes = [{ productId: line(1).productId, name: 'Ring 1', what: 'price', was: 1_000, now: 1_300, message }];
    const freeze = answers[FREEZE];
    answers[FREEZE] = new Refused(409, 'checkout.changed', message, { changes });
    price = 1_300;
    fireEvent.click(button);
    await screen.findByText(message);
    answers[FREEZE] = freeze;
    fireEvent.click(await pay('Pay ₹1,339.00'));
    await waitFor(() => expect(here()).toBe(`/checkout?checkout=${ID}`));
    expect(gateway.of(FREEZE).map(({ body }) => (body as { expectedSubtotal: number }).expectedSubtotal)).toEqual([
      1_000, 1_300,
    ]);
  });

  it('lets the buyer take what is left when a piece ran short', async () => {
    open();
    const { cartItemId, productId } = line(1);
    const message = 'Only 1 of Ring 1 left';
    const changes = [{ cartItemId, productId, name: 'Ring 1', what: 'stock', was: 2, now: 1, message }];
    answers[FREEZE] = new Refused(409, 'checkout.changed', message, { changes });
    answers[`PUT /cart/${cartItemId}`] = { cartItem: line(1), count: 1 };
    fireEvent.click(await pay(/^Pay/));
    fireEvent.click(await screen.findByRole('button', { name: 'Take 1' }));
    await waitFor(() => expect(gateway.of(`PUT /cart/${cartItemId}`)).toMatchObject([{ body: { quantity: 1 } }]));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('lets the buyer take what is left of a product over its lines, with one press', async () => {
    open();
    const message = 'Only 3 of Ring 1 left';
    const [one, other, last] = ['1', '2', '3'].map((digit) => digit.repeat(24));
    const changes = [
      [one, 2, 2],
      [other, 2, 1],
      [last, 1, 0],
    ].map(([cartItemId, was, now]) => ({
      ...{ cartItemId, was, now, message },
      ...{ productId: line(1).productId, name: 'Ring 1', what: 'stock' },
    }));
    answers[FREEZE] = new Refused(409, 'checkout.changed', 'Something changed', { changes });
    answers[`PUT /cart/${other}`] = { cartItem: line(1), count: 3 };
    answers[`DELETE /cart/${last}`] = { id: last, count: 3 };
    fireEvent.click(await pay(/^Pay/));
    expect(await screen.findAllByText(message)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Take 3' }));
    await waitFor(() => expect(gateway.of(`DELETE /cart/${last}`)).toHaveLength(1));
    expect(gateway.of(`PUT /cart/${other}`)).toMatchObject([{ body: { quantity: 1 } }]);
    expect(gateway.of(`PUT /cart/${one}`)).toEqual([]);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('lets the buyer take as many as one customer can have', async () => {
    open();
    const { cartItemId, productId } = line(1);
    const message = 'At most 5 of Ring 1 for one customer';
    const changes = [{ cartItemId, productId, name: 'Ring 1', what: 'stock', was: 8, now: 5, message }];
    answers[FREEZE] = new Refused(409, 'cart.too-many', message, { productId, limit: 5, changes });
    fireEvent.click(await pay(/^Pay/));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Take 5' })).toBeTruthy();
  });

  describe('while another payment of the same pieces is under way', () => {
    const OTHER = 'd'.repeat(24);
    let other: cartOrder.Checkout;
    beforeEach(() => {
      other = fixtureOf(cartOrder.checkout, { _id: OTHER, state: 'capturing', orderId: null, paidAs: undefined });
      answers[`GET /checkout/${OTHER}`] = () => ({ checkout: other });
      answers[FREEZE] = new Refused(409, 'checkout.busy', 'Under way', { checkoutId: OTHER });
    });
    const notice = () => screen.findByRole('alert');

    it('says so with a way to it, and lets the buyer pay when it came to nothing', async () => {
      open();
      fireEvent.click(await pay(/^Pay/));
      expect((await notice()).textContent).toContain('A payment of yours for these pieces is under way');
      expect(screen.getByRole('link', { name: 'See that payment' }).getAttribute('href')).toBe(
        `/checkout?checkout=${OTHER}`,
      );
      other = { ...other, state: 'frozen' };
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      expect(await pay('Pay ₹1,030.00')).toBeTruthy();
    });

    it('leads to it when it became the order', async () => {
      open();
      fireEvent.click(await pay(/^Pay/));
      await notice();
      other = { ...other, state: 'ordered', orderId: OTHER };
      await waitFor(() => expect(here()).toMatch(new RegExp(OTHER)));
    });
  });

  it('leads to the payment of an earlier checkout that is being decided', async () => {
    const earlier = 'd'.repeat(24);
    const checkout = fixtureOf(cartOrder.checkout, {
      _id: earlier,
      state: 'capturing',
      orderId: null,
      paidAs: undefined,
    });
    answers[`GET /checkout/${earlier}`] = { checkout };
    answers[`GET /payment/checkout/${earlier}`] = { payment: { provider: 'razorpay', state: 'open', paymentId: null } };
    storeUnfinished({ id: earlier, userId: ASHA._id, from: '/checkout' });
    open();
    await waitFor(() => expect(here()).toBe(`/checkout?checkout=${earlier}`));
  });

  it('freezes what was seen: address, extras, request, currency and subtotal', async () => {
    open();
    await pay('Pay ₹1,030.00');
    fireEvent.click(screen.getByLabelText(/Special request/));
    const button = await pay('Pay ₹1,529.00');
    fireEvent.click(button);
    await screen.findByText('Please write your request');
    fireEvent.change(screen.getByPlaceholderText('Write your request…'), { target: { value: ' A red box ' } });
    fireEvent.click(button);
    await waitFor(() => expect(here()).toBe(`/checkout?checkout=${ID}`));
    const { _id: _, isDefault: __, ...shippingInfo } = ADDRESS;
    expect(gateway.of(FREEZE)).toMatchObject([
      {
        body: {
          ...{ shippingInfo, currency: 'INR', hallmarking: false, expectedSubtotal: 1_000 },
          specialRequest: { note: 'A red box' },
        },
      },
    ]);
    await waitFor(() => expect(gateway.of('POST /payment/create-order')).toHaveLength(1));
  });

  it('freezes and pays at once by the way that was chosen', async () => {
    const create = 'POST /payment/paypal/create-order';
    answers['GET /payment/methods'] = {
      methods: ['razorpay', 'paypal'].map((provider) => ({ provider, currencies: ['INR'] })),
    };
    answers[create] = new Refused(503, 'payment.provider-unavailable', 'Unable to start payment');
    open();
    fireEvent.click(await screen.findByLabelText('PayPal'));
    fireEvent.click(await pay('Pay ₹1,030.00'));
    await waitFor(() => expect(gateway.of(create)).toMatchObject([{ body: { checkoutId: ID, amount: 1_030 } }]));
    expect(gateway.of('POST /payment/create-order')).toEqual([]);
  });

  it('begins no payment when the frozen total is another than the one on the button', async () => {
    open();
    const button = await pay('Pay ₹1,030.00');
    price = 1_500;
    fireEvent.click(button);
    expect(await pay('Pay ₹1,545.00')).toBeTruthy();
    expect(toasts.get().at(-1)?.message).toBe('The total has changed. Please have another look before you pay');
    expect(gateway.of('POST /payment/create-order')).toEqual([]);
  });
});
