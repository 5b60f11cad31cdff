import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { cartOrder } from '@shop/contracts';
import { toasts } from '@shop/mfe-kit';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, cartOf, line, Refused, startGateway, visit } from '../../testing/checkout-harness.tsx';
import { CartDrawer } from './cart-drawer.tsx';

// Real drawer, queries and API client; the stub stores the cart like the service.
const CART = 'GET /cart';
let cart: cartOrder.CartItem[];
let answers: Answers;
let gateway: ReturnType<typeof startGateway>;

beforeEach(() => {
  cart = [line(1, { finalPrice: 1_000 }), line(2, { finalPrice: 250.5 })];
  answers = { [CART]: () => cartOf(...cart) };
  gateway = startGateway(answers);
});
afterEach(() => {
  cleanup();
  toasts.set([]);
});

const itemOf = (name: string) => within(screen.getByRole('link', { name }).closest('li')!);
const press = (name: string, within_: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(within_.getByRole('button', { name }));
/** The service sets a quantity and reprices the line. */
const setQuantity = (n: number) => (body: unknown) => {
  const { quantity } = body as { quantity: number };
  cart = cart.map((item) => (item._id === line(n)._id ? line(n, { finalPrice: item.finalPrice, quantity }) : item));
  return { cartItem: cart[0], count: 1 };
};
const put = (n: number) => `PUT /cart/${line(n)._id}`;

describe('the cart drawer', () => {
  it('shows every line with what was chosen, its price, and the subtotal', async () => {
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    const first = itemOf('Ring 1');
    expect(first.getByText('₹1,000.00')).toBeTruthy();
    expect(first.getByText('Yellow Gold')).toBeTruthy();
    expect(first.getByText('Ring size').nextSibling?.textContent).toBe('12');
    expect(first.queryByText('Made to order')).toBeNull();
    expect(screen.getByText('₹1,250.50')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout');
  });

  it('shows prices in the chosen currency, every piece rounded as it will be charged', async () => {
    cart = [line(1, { finalPrice: 100.4, quantity: 3 })];
    const dollars = { country: 'US', code: 'USD', rate: { perRupee: 0.01, at: '2026-01-01T00:00:00Z' } } as const;
    visit(<CartDrawer />, { currency: dollars });
    // 3 × $1.00, not $3.01.
    expect(await screen.findAllByText('$3.00')).toHaveLength(2);
  });

  it('shows prices with their GST, each line with its share, and the law’s words', async () => {
    cart = [line(1, { finalPrice: 16.5, lineMrp: 16.99 }), line(2, { finalPrice: 10.1, quantity: 3, lineMrp: 31.21 })];
    answers[CART] = () => ({ ...cartOf(...cart), mrp: 48.2 });
    visit(<CartDrawer />);
    expect(await screen.findByText('₹16.99')).toBeTruthy();
    expect([screen.getByText('₹31.21'), screen.getByText('₹48.20')]).toHaveLength(2);
    expect(screen.getByText('MRP Inclusive of all taxes. Shipping is worked out at the checkout.')).toBeTruthy();
  });

  it('shows them in another currency as the checkout does: prices and GST converted, the GST spread', async () => {
    cart = [line(1, { finalPrice: 100.4, quantity: 3 }), line(2, { finalPrice: 100 })];
    // GST of 3 % on 401.20.
    answers[CART] = () => ({ ...cartOf(...cart), mrp: 413.24 });
    const rate = { perRupee: 0.01, at: '2026-01-01T00:00:00Z' };
    visit(<CartDrawer />, { currency: { country: 'US', code: 'USD', rate } });
    // 3.00 and 1.00, with 0.09 and 0.03 of 0.12.
    expect(await screen.findByText('$3.09')).toBeTruthy();
    expect([screen.getByText('$1.03'), screen.getByText('$4.12')]).toHaveLength(2);
  });

  it.each([
    ['before-tax', 'GST of 3 % is added at checkout'],
    ['zero-rated', 'Taxes and duties of your country are not included'],
  ] as const)('shows prices %s, and says so', async (prices, note) => {
    cart = [line(1, { finalPrice: 100, lineMrp: 103 })];
    answers[CART] = () => ({ ...cartOf(...cart), mrp: 103 });
    visit(<CartDrawer />, { currency: { country: 'IN', code: 'INR', rate: null, tax: { prices, gstRate: 0.03 } } });
    expect(await screen.findAllByText('₹100.00')).toHaveLength(2);
    expect(screen.getByText(note, { exact: false })).toBeTruthy();
  });

  it('takes no more of a line than one customer can have, and says when an old one has more', async () => {
    cart = [line(1, { quantity: 2, stock: 9 }), line(2, { quantity: 4, stock: 9 })];
    answers[CART] = () => ({ ...cartOf(...cart), maxPieces: 3 });
    visit(<CartDrawer />);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'One more' })).toHaveLength(2));
    const more = screen.getAllByRole<HTMLButtonElement>('button', { name: 'One more' });
    expect(more.map(({ disabled }) => disabled)).toEqual([false, true]);
    expect(screen.getByText('At most 3 for one customer')).toBeTruthy();
  });

  it('changes the number at once, sends the last of several presses, and takes the sums from the server', async () => {
    answers[put(1)] = setQuantity(1);
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    for (let n = 0; n < 3; n++) {
      press('One more', itemOf('Ring 1'));
      await waitFor(() => expect(itemOf('Ring 1').getByRole('status').textContent).toBe(String(n + 2)));
    }
    expect(await screen.findByText('₹4,250.50')).toBeTruthy();
    const quantities = gateway.of(put(1)).map(({ body }) => (body as { quantity: number }).quantity);
    expect(quantities.at(-1)).toBe(4);
    expect(screen.getByText('₹4,000.00')).toBeTruthy();
  });

  it('never goes below one, nor above what there is', async () => {
    cart = [line(1, { stock: 1 })];
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    const buttons = ['One less', 'One more'].map(
      (name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
    );
    expect(buttons).toEqual([true, true]);
  });

  it('goes back to what is true when a change is refused, and says why', async () => {
    answers[put(1)] = new Refused(409, 'cart.insufficient-stock', 'There are not enough pieces left');
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    press('One more', itemOf('Ring 1'));
    await waitFor(() => expect(toasts.get()[0]?.message).toBe('There are not enough pieces left'));
    await waitFor(() => expect(itemOf('Ring 1').getByRole('status').textContent).toBe('1'));
  });

  it('removes a line, and puts it back as it was', async () => {
    const [first] = cart;
    answers[`DELETE /cart/${first!._id}`] = () => {
      cart = cart.slice(1);
      return { id: first!._id, count: 1 };
    };
    answers['POST /cart'] = () => {
      cart = [...cart, first!];
      return { cartItem: first, count: 2 };
    };
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    press('Remove Ring 1');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ring 1' })).toBeNull());
    await screen.findByText('Ring 1 was removed.');
    press('Undo');
    await screen.findByRole('link', { name: 'Ring 1' });
    const { productId, quantity, customizations } = first!;
    expect(gateway.of('POST /cart')[0]!.body).toMatchObject({ productId, quantity, customizations });
  });

  it('is empty as soon as its last line is removed, without waiting for the answer, and offers to undo it', async () => {
    const [only] = cart;
    cart = [only!];
    let answer = (_: unknown) => {};
    answers[`DELETE /cart/${only!._id}`] = () => new Promise((resolve) => (answer = resolve));
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    press('Remove Ring 1');
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(screen.queryByText('Checkout')).toBeNull();
    cart = [];
    answer({ id: only!._id, count: 0 });
    await waitFor(() => expect(gateway.of(CART).length).toBeGreaterThan(1));
    expect(screen.getByText('Your cart is empty')).toBeTruthy();
  });

  it('marks what cannot be returned', async () => {
    const engraved = { costomization: 'no', engraving: 'Asha' } as const;
    cart = [line(1, { customized: true }), line(2, { customizations: engraved }), line(3)];
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    const marks = [1, 2, 3].map((n) => itemOf(`Ring ${n}`).queryByText(/cannot be returned$/)?.textContent);
    expect(marks).toEqual(['Made to order: cannot be returned', 'Engraved: cannot be returned', undefined]);
  });

  it('shows a line again that could not be removed', async () => {
    answers[`DELETE /cart/${cart[0]!._id}`] = new Refused(503, 'service.unavailable', '');
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    press('Remove Ring 1');
    await waitFor(() => expect(toasts.get()[0]?.message).toBe('Failed to remove item'));
    await screen.findByRole('link', { name: 'Ring 1' });
  });

  it('marks what is short or gone, and leads to no checkout with it', async () => {
    cart = [line(1, { quantity: 4, stock: 2, availability: 'short' }), line(2, { stock: 0, availability: 'gone' })];
    visit(<CartDrawer />);
    expect(await screen.findByText('Only 2 left')).toBeTruthy();
    expect(itemOf('Ring 2').getByText('Not available any more')).toBeTruthy();
    expect(itemOf('Ring 2').queryByRole('button', { name: 'One more' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
  });

  it('asks before it empties the cart', async () => {
    answers['DELETE /clear'] = () => {
      cart = [];
      return { count: 0 };
    };
    visit(<CartDrawer />);
    await screen.findByRole('link', { name: 'Ring 1' });
    press('Empty the cart');
    expect(gateway.of('DELETE /clear')).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Keep it');
    press('Keep it');
    expect(document.activeElement?.textContent).toBe('Empty the cart');
    press('Empty the cart');
    press('Yes, empty it');
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Your cart');
  });

  it('says that it is empty, and where to go', async () => {
    cart = [];
    visit(<CartDrawer />);
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe('/shop');
  });

  it('says that it could not be fetched, and tries again', async () => {
    answers[CART] = new Refused(503, 'service.unavailable', '');
    visit(<CartDrawer />);
    await screen.findByText('Failed to fetch cart');
    answers[CART] = () => cartOf(...cart);
    press('Try again');
    await screen.findByRole('link', { name: 'Ring 1' });
  });
});
