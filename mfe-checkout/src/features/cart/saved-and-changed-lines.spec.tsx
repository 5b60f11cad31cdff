import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catalog, type cartOrder } from '@shop/contracts';
import { toasts } from '@shop/mfe-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, cartOf, line, Refused, startGateway, visit } from '../../testing/checkout-harness.tsx';
import { CartDrawer } from './cart-drawer.tsx';

// Real drawer, queries and API client; the stub stores the cart like the service.
let cart: cartOrder.CartItem[];
let saved: cartOrder.CartItem[];
let answers: Answers;
let gateway: ReturnType<typeof startGateway>;
const RING = line(1);
const id = RING._id;
const WHITE = 'b'.repeat(24);

beforeEach(() => {
  cart = [RING, line(2)];
  saved = [];
  answers = { 'GET /cart': () => ({ ...cartOf(...cart), saved }) };
  gateway = startGateway(answers);
});
afterEach(() => {
  cleanup();
  toasts.set([]);
});

const open = async () => {
  visit(<CartDrawer />);
  await screen.findByRole('link', { name: 'Ring 1' });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (call: string) => gateway.sent.filter((one) => one.call === call).map(({ body }) => body);

describe('a line', () => {
  it('is put aside, which is said, and moved back', async () => {
    answers[`PUT /cart/saved/${id}`] = () => {
      [saved, cart] = [[RING], [line(2)]];
      return { id, count: 1 };
    };
    answers[`POST /cart/saved/${id}/move`] = () => {
      [saved, cart] = [[], [line(2), RING]];
      return { cartItem: RING, count: 2 };
    };
    await open();
    press('Save for later Ring 1');
    expect(await screen.findByText('Ring 1 was saved for later.')).toBeTruthy();
    const aside = await screen.findByRole('region', { name: 'Saved for later (1)' });
    expect(within(aside).getByRole('link', { name: 'Ring 1' })).toBeTruthy();
    press('Move to cart Ring 1');
    expect(await screen.findByText('Ring 1 is in your cart again.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^Saved for later \(/)).toBeNull());
  });

  it('that is saved can be removed, and is there when the cart is empty', async () => {
    [cart, saved] = [[], [RING]];
    answers[`DELETE /cart/saved/${id}`] = () => {
      saved = [];
      return { id };
    };
    visit(<CartDrawer />);
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    press('Remove Ring 1 from what is saved');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ring 1' })).toBeNull());
  });

  it('says why it cannot come back', async () => {
    saved = [line(3)];
    answers[`POST /cart/saved/${line(3)._id}/move`] = new Refused(409, 'cart.insufficient-stock', 'Out of stock');
    await open();
    press('Move to cart Ring 3');
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Out of stock'));
    expect(screen.getByRole('link', { name: 'Ring 3' })).toBeTruthy();
  });
});

describe('the options of a line', () => {
  const productCall = (variant: string) => `GET /product/group/AR-1001?variant=${variant}`;
  const productOf = (variant: string, metalTone: string) => ({
    product: fixtureOf(catalog.product, {
      _id: variant,
      productGroup: 'AR-1001',
      notPriced: { sizeOptions: ['16'] },
      category: { main: 'ring' },
      detailsRef: {
        ...fixtureOf(catalog.details),
        metalTone: [metalTone],
        metalPurity: ['14K'],
        stoneType: ['Diamond'],
        ...{ sizeOptions: ['12', '14', '16'], sizes: undefined, chainLength: undefined, chainLengths: undefined },
        ...{ earringSize: undefined, pendantSize: undefined, backType: undefined },
      },
    }),
    variants: [
      fixtureOf(catalog.swatch, { _id: RING.productId, metalTone: 'Yellow Gold', stock: 3 }),
      fixtureOf(catalog.swatch, { _id: WHITE, metalTone: 'White Gold', stock: 1 }),
    ],
  });
  beforeEach(() => {
    answers[productCall(RING.productId)] = productOf(RING.productId, 'Yellow Gold');
    answers[productCall(WHITE)] = productOf(WHITE, 'White Gold');
    answers[`PUT /cart/${id}/options`] = () => ({ cartItem: RING, count: 2 });
  });
  const choose = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });

  it('are changed in its place: size and metal tone', async () => {
    await open();
    press('Change options of Ring 1');
    await choose('Ring size', '14');
    await choose('Metal tone', WHITE);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save options' })).toMatchObject({ disabled: false }),
    );
    press('Save options');
    expect(await screen.findByText('The options of Ring 1 were changed.')).toBeTruthy();
    expect(sent(`PUT /cart/${id}/options`)).toEqual([
      {
        productId: WHITE,
        customizations: {
          ...{ costomization: 'no', metalTone: 'White Gold', metalPurity: '14K', stoneType: 'Diamond' },
          sizeOptions: '14',
        },
      },
    ]);
    expect(screen.queryByLabelText('Ring size')).toBeNull();
  });

  it('begin with what was chosen, and offer nothing that has no price', async () => {
    await open();
    press('Change options of Ring 1');
    const size = await screen.findByLabelText<HTMLSelectElement>('Ring size');
    expect(size.value).toBe('12');
    expect(within(size).getByRole<HTMLOptionElement>('option', { name: '16' }).disabled).toBe(true);
    press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change options of Ring 1' }));
  });

  it('say at the field what is refused', async () => {
    const errors = { 'customizations.sizeOptions': 'Please select ring size' };
    answers[`PUT /cart/${id}/options`] = new Refused(
      422,
      'option.not-offered',
      'Please select ring size',
      undefined,
      errors,
    );
    await open();
    press('Change options of Ring 1');
    await choose('Ring size', '');
    press('Save options');
    expect(await screen.findByText('Please select ring size')).toBeTruthy();
    expect(screen.getByLabelText('Ring size').getAttribute('aria-invalid')).toBe('true');
  });

  it('say when they could not be loaded', async () => {
    answers[productCall(RING.productId)] = new Refused(503, 'service.unavailable', 'Please try again in a moment');
    await open();
    press('Change options of Ring 1');
    expect(await screen.findByText(/Please try again in a moment/)).toBeTruthy();
  });
});
