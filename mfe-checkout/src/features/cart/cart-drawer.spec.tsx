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
    press('Yes, empty it');
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
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
