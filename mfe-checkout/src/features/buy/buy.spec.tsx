import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toasts } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { buyNowOf } from '../../components/buy-now.ts';
import { type Answers, ASHA, here, LOST, Refused, startGateway, visit } from '../../testing/checkout-harness.tsx';
import { Buy } from './buy.tsx';

// Real buttons, actions and API client; gateway, sign-in and scroll position are stubbed.
const PIECE = {
  productId: 'a'.repeat(24),
  detailsRef: 'b'.repeat(24),
  detailsModel: 'RingDetails' as const,
  price: 32_950,
  stock: 3,
  customizations: { metalTone: 'Yellow Gold', sizeOptions: '12' },
};
const ADD = 'POST /cart';

let answers: Answers;
let gateway: ReturnType<typeof startGateway>;
let events: string[];
/** Scrolls past the buttons, or back to them. */
let pass: (isScrolledPast: boolean) => void;
const note = (event: Event) => events.push(event.type);

beforeEach(() => {
  answers = { [ADD]: { cartItem: {}, count: 1 } };
  gateway = startGateway(answers);
  events = [];
  Object.assign(window, {
    IntersectionObserver: class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        pass = (isScrolledPast) => act(() => tell([{ isIntersecting: !isScrolledPast }]));
      }
      observe() {}
      disconnect() {}
    },
  });
  for (const name of ['checkout:cart-changed', 'checkout:choice-missing']) window.addEventListener(name, note);
});
afterEach(() => {
  cleanup();
  toasts.set([]);
  sessionStorage.clear();
  for (const name of ['checkout:cart-changed', 'checkout:choice-missing']) window.removeEventListener(name, note);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const expectToast = (message: string) => waitFor(() => expect(toasts.get().at(-1)?.message).toBe(message));

const isIdle = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Add to cart' }).getAttribute('aria-busy')).toBeNull());

describe('buying a piece', () => {
  it('adds as many as were chosen, says so, and lets the rest of the page know', async () => {
    visit(<Buy {...PIECE} />);
    press('One more');
    press('Add to cart');
    await expectToast('Added to cart!');
    const { price: _, stock: __, ...piece } = PIECE;
    expect(gateway.of(ADD)).toMatchObject([{ body: { ...piece, quantity: 2 } }]);
    expect(events).toEqual(['checkout:cart-changed']);
  });

  it('counts from one to what there is, and no further', () => {
    visit(<Buy {...PIECE} stock={2} />);
    const [less, more] = ['One less', 'One more'].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    );
    expect([less!.disabled, more!.disabled]).toEqual([true, false]);
    press('One more');
    expect([less!.disabled, more!.disabled]).toEqual([false, true]);
  });

  it('counts no further than one customer can have', async () => {
    answers['GET /charges'] = { data: { maxPieces: 2 } };
    visit(<Buy {...PIECE} />);
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One more' });
    fireEvent.focus(more);
    press('One more');
    await waitFor(() => expect(more.disabled).toBe(true));
    expect(screen.getByText('2', { selector: 'output' })).toBeTruthy();
  });

  it('takes no more than another variant has', async () => {
    function Variants() {
      const [stock, setStock] = useState(3);
      return (
        <>
          <Buy {...PIECE} stock={stock} />
          <button onClick={() => setStock(1)}>White Gold</button>
        </>
      );
    }
    visit(<Variants />);
    press('One more');
    press('White Gold');
    press('Add to cart');
    await expectToast('Added to cart!');
    expect(gateway.of(ADD)[0]!.body).toMatchObject({ quantity: 1 });
  });

  it('asks a guest to sign in, and then goes on by itself', async () => {
    visit(<Buy {...PIECE} />, { user: null, signsInAs: ASHA });
    press('Add to cart');
    await expectToast('Added to cart!');
    expect(toasts.get()[0]).toMatchObject({ kind: 'error', message: 'Please login' });
    expect(gateway.of(ADD)).toHaveLength(1);
  });

  it('does nothing for a guest who closes the sign-in panel', async () => {
    visit(<Buy {...PIECE} />, { user: null });
    press('Add to cart');
    await expectToast('Please login');
    await isIdle();
    expect(gateway.sent).toEqual([]);
  });

  it('says what is still to be chosen, and points at it', async () => {
    visit(<Buy {...PIECE} problem="Please select ring size" />);
    press('Buy Now');
    await expectToast('Please select ring size');
    expect(events).toEqual(['checkout:choice-missing']);
    expect([gateway.sent, here()]).toEqual([[], '/']);
  });

  it('offers nothing when there is nothing', () => {
    visit(<Buy {...PIECE} stock={0} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Out of stock' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy Now' }).disabled).toBe(true);
  });

  it('keeps what is bought now for its buyer alone, and leaves the cart as it is', async () => {
    visit(<Buy {...PIECE} />);
    press('Buy Now');
    await waitFor(() => expect(here()).toBe('/checkout?buynow=true'));
    expect(buyNowOf(ASHA._id)).toMatchObject({ productId: PIECE.productId, quantity: 1 });
    expect(buyNowOf('somebody else')).toBeUndefined();
    expect(gateway.sent).toEqual([]);
  });

  it('cannot add twice when the answer was lost: the next presses go with the key of the first', async () => {
    answers[ADD] = LOST;
    visit(<Buy {...PIECE} />);
    press('Add to cart');
    await waitFor(() => expect(toasts.get()).toHaveLength(1));
    // The outcome of the first request stays unknown.
    answers[ADD] = new Refused(429, 'request.too-many', 'Please wait a moment');
    await isIdle();
    press('Add to cart');
    await expectToast('Please wait a moment');
    answers[ADD] = { cartItem: {}, count: 1 };
    await isIdle();
    press('Add to cart');
    await expectToast('Added to cart!');
    await isIdle();
    press('Add to cart');
    await waitFor(() => expect(gateway.of(ADD)).toHaveLength(4));
    const [first, second, third, next] = gateway.of(ADD).map(({ key }) => key);
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  it('says so when the last piece went to somebody else', async () => {
    answers[ADD] = new Refused(409, 'cart.insufficient-stock', 'There are not enough pieces left', { stock: 0 });
    visit(<Buy {...PIECE} />);
    press('Add to cart');
    await expectToast('Out of stock');
  });
});

describe('the price and the button at the foot of a phone', () => {
  const foot = () => screen.queryByRole('group', { name: 'Buy this piece' });
  const button = (name: string) => within(foot()!).getByRole<HTMLButtonElement>('button', { name });

  it('come once somebody has scrolled past the buttons of the page, and go when they are back', () => {
    visit(<Buy {...PIECE} />);
    expect(foot()).toBeNull();
    pass(true);
    expect(within(foot()!).getByText('₹32,950.00')).toBeTruthy();
    expect(button('Add to cart').disabled).toBe(false);
    pass(false);
    expect(foot()).toBeNull();
  });

  it('add what the page would add, once, and both buttons say that it is under way', async () => {
    let answer = (_: unknown) => {};
    answers[ADD] = () => new Promise((resolve) => (answer = resolve));
    visit(<Buy {...PIECE} />);
    press('One more');
    pass(true);
    fireEvent.click(button('Add to cart'));
    for (const one of screen.getAllByRole('button', { name: 'Add to cart' })) {
      expect(one.getAttribute('aria-busy')).toBe('true');
      fireEvent.click(one);
    }
    await waitFor(() => expect(gateway.of(ADD)).toMatchObject([{ body: { quantity: 2 } }]));
    answer({ cartItem: {}, count: 2 });
    await expectToast('Added to cart!');
    await waitFor(() => expect(button('Add to cart').getAttribute('aria-busy')).toBeNull());
    expect(gateway.of(ADD)).toHaveLength(1);
  });

  it('point at what is still to be chosen', async () => {
    visit(<Buy {...PIECE} problem="Please select ring size" />);
    pass(true);
    fireEvent.click(button('Add to cart'));
    await expectToast('Please select ring size');
    expect(events).toEqual(['checkout:choice-missing']);
  });

  it('offer nothing when there is nothing', () => {
    visit(<Buy {...PIECE} stock={0} />);
    pass(true);
    expect(button('Out of stock').disabled).toBe(true);
  });
});
