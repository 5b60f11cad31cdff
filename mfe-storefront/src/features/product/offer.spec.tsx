import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ShownTax } from '@shop/contracts/browser';
import { emit, type PartLoader, type SessionState, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { GUEST, newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import type { Product } from './api/product.ts';
import type { Customizations } from './choices.rules.ts';
import { Offer } from './offer.tsx';

const RING = {
  _id: '64b000000000000000000001',
  name: 'Ring',
  productGroup: 'AR-1001',
  price: 32_950,
  images: [],
  metalTone: 'Yellow Gold',
  category: { main: 'ring' },
  material: { tag: 'gold' },
  rating: 0,
  ratingCount: 0,
  stock: 9,
  shortDescription: '',
  customizable: true,
  detailsModel: 'RingDetails',
  detailsRef: {
    _id: '64b0000000000000000000d1',
    metalTone: ['Yellow Gold'],
    metalPurity: ['14K', '18K'],
    stoneType: ['Laboratory-Grown Diamond', 'Natural Diamond'],
    weight: 3,
    careInstructions: '',
    packaging: '',
    hypoallergenic: true,
    certification: { isHallmarked: true, isCertified: false },
    sizeOptions: ['12', '20'],
    engravingAvailable: true,
  },
  createdAt: '2026-01-01T00:00:00.000Z',
} satisfies Product as Product;

const EXTRAS: Record<string, number> = { '20': 950, '18K': 5_640, 'Natural Diamond': 28_200 };

// Real component, queries and API client; the gateway and checkout's buttons are stubbed.
describe('the offer of a piece', () => {
  let quotes: Customizations[];
  let bought: { customizations: Customizations; problem?: string; price: number; stock: number };
  let refuse: boolean;
  const reported = jest.fn();
  /** Sizes of the account. */
  let saved: Record<string, string>;
  const loader: PartLoader = {
    peek: () => ({
      default: (props: typeof bought) => {
        bought = props;
        return <button type="button">Add to cart</button>;
      },
    }),
    load: () => Promise.reject(new Error('everything is there')),
    standing: () => false,
    preloadPart: () => {},
    preloadPage: () => {},
  };

  const quoteFor = (customizations: Customizations) => {
    quotes.push(customizations);
    const chosen = Object.values(customizations).map((one) => (typeof one === 'string' ? one : one.value));
    const customizationPrice = chosen.reduce((sum, value) => sum + (EXTRAS[value] ?? 0), 0);
    return { finalPrice: 32_950 + customizationPrice, customizationPrice, customizations: {} };
  };
  const lists: Record<string, unknown> = {
    '/api/v1/customization/AR-1001': {
      customization: {
        _id: '64b0000000000000000000c1',
        productGroup: 'AR-1001',
        metalPurity: [{ value: '18K', price: 5_640 }],
        stoneType: [{ value: 'Natural Diamond', price: 28_200 }],
      },
    },
    '/api/v1/ring-sizes': { data: [{ _id: '1', size: '20', price: 950 }] },
    '/api/v1/charges': { data: { otherCharges: { engraving: 199 } } },
    '/api/v1/metal-purities': { data: [] },
    '/api/v1/stonetypes': { data: [] },
  };

  beforeEach(() => {
    localStorage.clear();
    saved = { ring: '20' };
    quotes = [];
    refuse = false;
    reported.mockClear();
    Object.assign(window, { reportError: reported });
    setApiTransport({
      origin: '',
      fetch: async (url, init) => {
        const path = String(url);
        if (path === '/api/v1/me/sizes') {
          if (init?.body) saved = { ...saved, ...(JSON.parse(String(init.body)) as { sizes: typeof saved }).sizes };
          return Response.json({ sizes: saved });
        }
        if (path !== '/api/v1/product/calculate-price') return Response.json(lists[path]);
        const { customizations } = JSON.parse(String(init?.body)) as { customizations: Customizations };
        return refuse
          ? Response.json({ status: 422, code: 'option.not-offered', message: 'No' }, { status: 422 })
          : Response.json(quoteFor(customizations));
      },
    });
  });
  afterEach(cleanup);

  const offer = (product: Product, queryClient = newQueryClient(), tax?: ShownTax, session: SessionState = GUEST) => (
    <StorefrontContexts queryClient={queryClient} loader={loader} session={session} {...(tax && { tax })}>
      <StaticRouter location="/product/group/AR-1001">
        <Offer product={product} variants={[]} />
      </StaticRouter>
    </StorefrontContexts>
  );
  const choose = (value: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${value}`) }));
  const tab = (name: string) => screen.getByRole('tab', { name });
  const checked = () => screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);

  const fixed = () =>
    screen
      .queryAllByRole('definition')
      .map((value) => `${value.previousElementSibling!.textContent}: ${value.textContent}`);

  it('starts ready, with the first purity and stone as they are, at the price of the piece, and asks for no quote', async () => {
    render(offer(RING));
    expect(tab('Ready Available').getAttribute('aria-selected')).toBe('true');
    expect(fixed()).toEqual(['Metal purity: 14K', 'Stone type: Laboratory-Grown Diamond']);
    expect(screen.getByText('₹32,950.00')).toBeTruthy();
    expect(screen.getByText('MRP Inclusive of all taxes')).toBeTruthy();
    expect(screen.getByText('In stock')).toBeTruthy();
    expect(quotes).toEqual([]);
    expect(bought).toMatchObject({ price: 32_950, problem: 'Please select ring size' });
  });

  it.each([
    [{ prices: 'with-tax', gstRate: 0.03 }, '₹33,938.50', 'MRP Inclusive of all taxes'],
    [
      { prices: 'with-tax', gstRate: 0.03, isExport: true },
      '₹33,938.50',
      'GST is included, taxes and duties of your country are not',
    ],
    [{ prices: 'before-tax', gstRate: 0.03 }, '₹32,950.00', 'GST of 3 % is added at checkout'],
    [{ prices: 'zero-rated', gstRate: 0 }, '₹32,950.00', 'Taxes and duties of your country are not included'],
  ] as const)('shows the price as the shop does, %p', (tax, shown, note) => {
    render(offer({ ...RING, mrp: 33_938.5 }, newQueryClient(), tax));
    expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.getByText(note)).toBeTruthy();
    expect(bought).toMatchObject({ price: 32_950, mrp: 33_938.5 });
  });

  it('shows what the server quotes, once for choices in quick succession, and keeps the last price meanwhile', async () => {
    render(offer(RING));
    choose('12');
    choose('20');
    const price = screen.getByText('₹32,950.00');
    expect(price.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(price.textContent).toBe('₹33,900.00'));
    await waitFor(() => expect(bought.price).toBe(33_900));
    expect(price.getAttribute('aria-busy')).toBeNull();
    expect(quotes).toHaveLength(1);
    expect(quotes[0]).toMatchObject({ costomization: 'no', sizeOptions: '20' });
    expect(bought.problem).toBeUndefined();
    refuse = true;
    choose('12');
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [0, 'Out of stock'],
    [2, '2 left in stock'],
    [4, 'In stock'],
  ])('says of %i pieces: %s', (stock, text) => {
    render(offer({ ...RING, stock }));
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('made to order starts with nothing chosen, and going back restores the ready piece', async () => {
    render(offer(RING));
    choose('20');
    fireEvent.click(tab('Customization'));
    expect(checked()).toEqual([]);
    choose('18K');
    choose('Natural Diamond');
    await waitFor(() => expect(screen.getByText('₹66,790.00')).toBeTruthy());
    expect(bought.customizations).toEqual({
      costomization: 'yes',
      metalPurity: '18K',
      stoneType: 'Natural Diamond',
    });
    fireEvent.click(tab('Ready Available'));
    expect(fixed()).toEqual(['Metal purity: 14K', 'Stone type: Laboratory-Grown Diamond']);
    expect(screen.getByText('₹32,950.00')).toBeTruthy();
    await waitFor(() =>
      expect(bought.customizations).toEqual({
        costomization: 'no',
        metalTone: 'Yellow Gold',
        metalPurity: { value: '14K', price: 0 },
        stoneType: { value: 'Laboratory-Grown Diamond', price: 0 },
      }),
    );
  });

  it('says in a tooltip what a value adds, once somebody shows interest', async () => {
    render(offer(RING));
    fireEvent.pointerEnter(screen.getByRole('tablist').parentElement!);
    await waitFor(() => expect(screen.getByText('20').getAttribute('title')).toBe('+ ₹978.50'));
    fireEvent.click(tab('Customization'));
    expect(screen.getByText('18K').closest('label')!.textContent).toBe('18K+ ₹5,809.20');
  });

  it('shows what has no price yet, and lets nobody choose it', () => {
    render(offer({ ...RING, notPriced: { sizeOptions: ['20'] } }));
    const value = screen.getByRole<HTMLInputElement>('radio', { name: /^20/ });
    expect(value.disabled).toBe(true);
    expect(value.closest('label')!.textContent).toBe('20Not available yet');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '12' }).disabled).toBe(false);
  });

  it('cannot be made to order where there is nothing to choose, and says so', () => {
    render(offer({ ...RING, customizable: false }));
    expect(tab('Customization').title).toBe('This piece is made only as it is shown');
    expect(tab('Customization').hasAttribute('disabled')).toBe(true);
    fireEvent.click(tab('Customization'));
    expect(tab('Ready Available').getAttribute('aria-selected')).toBe('true');
  });

  it('says before it is bought what cannot be returned, and what an engraving costs', async () => {
    render(offer(RING));
    const terms = screen.getAllByRole('status').findLast((one) => !one.closest('section'))!;
    expect(terms.textContent).toBe('');
    fireEvent.change(screen.getByPlaceholderText('Enter engraving (optional)'), { target: { value: 'Asha' } });
    expect(terms.textContent).toBe('An engraved piece cannot be returned.');
    await screen.findByText('+ ₹199.00 once per order');
    fireEvent.click(tab('Customization'));
    expect(terms.textContent).toBe('');
    choose('14K');
    expect(terms.textContent).toBe('');
    choose('18K');
    expect(terms.textContent).toMatch(/^Made to order for you: it cannot be returned, and 30 % of its price is kept/);
  });

  it('points at the choice that is missing when somebody wants to buy', () => {
    render(offer(RING));
    const group = screen.getByRole('radiogroup', { name: /Ring size/ });
    group.scrollIntoView = jest.fn();
    act(() => emit('checkout:choice-missing', { productId: '64b000000000000000000002' }));
    expect(group.getAttribute('aria-invalid')).toBe('false');
    act(() => emit('checkout:choice-missing', { productId: RING._id }));
    expect(group.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(within(group).getByRole('radio', { name: '12' }));
    expect(within(group).getByText('Please select ring size')).toBeTruthy();
    choose('12');
    expect(group.getAttribute('aria-invalid')).toBe('false');
  });

  it('takes an engraving where it is offered, which changes nothing in the price of the piece', async () => {
    const { rerender } = render(offer(RING));
    fireEvent.change(screen.getByPlaceholderText('Enter engraving (optional)'), { target: { value: 'Asha' } });
    await waitFor(() => expect(bought.customizations.engraving).toBe('Asha'));
    expect(quotes).toEqual([]);
    rerender(offer({ ...RING, detailsRef: { ...RING.detailsRef, engravingAvailable: false } }));
    expect(screen.queryByPlaceholderText('Enter engraving (optional)')).toBeNull();
  });

  it('leads to a size guide only where there is a size to choose', () => {
    const { rerender } = render(offer(RING));
    expect(screen.getByRole('link', { name: /^Size guide/ })).toBeTruthy();
    rerender(offer({ ...RING, detailsRef: { ...RING.detailsRef, sizeOptions: undefined, backType: ['Push back'] } }));
    expect(screen.queryByRole('link', { name: /^Size guide/ })).toBeNull();
    rerender(offer({ ...RING, category: { ...RING.category, main: 'anklet' } }));
    expect(screen.queryByRole('link', { name: /^Size guide/ })).toBeNull();
  });

  describe('sizes', () => {
    const ASHA: SessionState = {
      status: 'user',
      user: { _id: 'u1', name: 'Asha', email: 'a@example.com', role: 'user' },
    };
    const MANY = {
      ...RING,
      detailsRef: { ...RING.detailsRef, sizeOptions: ['8', '9', '10', '11', '12', '13', '14', '20'] },
    };
    const remembered = () => JSON.parse(localStorage.getItem('sizes') ?? '{}') as unknown;
    const show = (product: Product, session?: SessionState) =>
      render(offer(product, newQueryClient(), undefined, session));

    it('are a list where buttons would take several rows, with what each adds', async () => {
      show({ ...MANY, notPriced: { sizeOptions: ['9'] } });
      const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ring size' });
      fireEvent.pointerEnter(list.parentElement!.parentElement!);
      await screen.findByRole('option', { name: '20 (+ ₹978.50)' });
      expect(screen.getByRole<HTMLOptionElement>('option', { name: '9 (Not available yet)' }).disabled).toBe(true);
      fireEvent.change(list, { target: { value: '20' } });
      await waitFor(() => expect(screen.getByText('₹33,900.00')).toBeTruthy());
      expect(bought.problem).toBeUndefined();
    });

    it('are chosen by themselves where the account remembers one, at its price', async () => {
      show(RING, ASHA);
      await screen.findByText('Your size: 20');
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '20' }).checked).toBe(true);
      await waitFor(() => expect(bought).toMatchObject({ price: 33_900 }));
      choose('12');
      fireEvent.click(await screen.findByRole('button', { name: 'Remember 12 as my size' }));
      await screen.findByText('Your size: 12');
      expect(saved).toEqual({ ring: '12' });
      expect(remembered()).toEqual({});
    });

    it('that the account remembers are not chosen where the piece is not made in them, and no choice is replaced', async () => {
      saved = { ring: '30' };
      show(RING, ASHA);
      await screen.findByText('Your size: 30, not made in it');
      expect(bought.problem).toBe('Please select ring size');
      cleanup();
      saved = { ring: '20' };
      show(RING, ASHA);
      choose('12');
      await screen.findByRole('button', { name: 'Remember 12 as my size' });
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '12' }).checked).toBe(true);
    });

    it('of a guest are kept by the browser once he says so', async () => {
      const { container } = show(RING);
      fireEvent.pointerEnter(container.querySelector('[role=tablist]')!.parentElement!);
      choose('12');
      const remember = await screen.findByRole('button', { name: 'Remember 12 as my size' });
      expect(remembered()).toEqual({});
      fireEvent.click(remember);
      await screen.findByText('Your size: 12');
      expect(remembered()).toEqual({ ring: '12' });
      cleanup();
      show(RING);
      await screen.findByText('Your size: 12');
      expect(screen.getByRole<HTMLInputElement>('radio', { name: '12' }).checked).toBe(true);
    });
  });

  it('remembers what was chosen for when somebody comes back from the cart', () => {
    const queryClient = newQueryClient();
    const { unmount } = render(offer(RING, queryClient));
    choose('20');
    unmount();
    render(offer(RING, queryClient));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '20' }).checked).toBe(true);
  });
});
