import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CurrencyState, setApiTransport, StaticRouter } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { newQueryClient, StorefrontContexts } from '../../testing/storefront-harness.tsx';
import { Promises } from './promises.tsx';

const JAIPUR = {
  pincode: '302001',
  city: 'Jaipur',
  state: 'Rajasthan',
  earliest: '2026-11-27',
  latest: '2026-12-01',
};
const CERTIFIED = { isHallmarked: true, isCertified: true, certType: 'IGI' };

// Real component, queries and API client; the gateway is stubbed.
describe('what is promised of a piece', () => {
  let asked: string[];
  let answer: { status?: number; body: unknown };

  beforeEach(() => {
    asked = [];
    answer = { body: { delivery: JAIPUR } };
    localStorage.clear();
    setApiTransport({
      origin: '',
      fetch: async (url) => {
        asked.push(String(url).replace('/api/v1', ''));
        const { status = 200, body } = answer;
        const type = status < 400 ? 'application/json' : 'application/problem+json';
        return Response.json(body, { status, headers: { 'content-type': type } });
      },
    });
  });
  afterEach(cleanup);

  const show = (
    props: Partial<Parameters<typeof Promises>[0]> = {},
    currency?: CurrencyState,
    queryClient = newQueryClient(),
  ) => (
    <StorefrontContexts {...(currency && { currency })} queryClient={queryClient}>
      <StaticRouter location="/product/group/AR-1001">
        <Promises certification={CERTIFIED} isMadeToOrder={false} isReturnable {...props} />
      </StaticRouter>
    </StorefrontContexts>
  );
  it('leads to the text pages that staff have written, and to no other', () => {
    const queryClient = newQueryClient();
    queryClient.setQueryData(menusQuery.queryKey, { textPages: ['faqs'] } as never);
    render(show({}, undefined, queryClient));
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/faqs']);
  });

  it.each(['IN', 'DE'] as const)('reads whole in %s where no text page is written', (country) => {
    const queryClient = newQueryClient();
    queryClient.setQueryData(menusQuery.queryKey, { textPages: [] } as never);
    const { container } = render(show({}, { country, code: 'INR', rate: null }, queryClient));
    const said = [...container.querySelectorAll('p, li')].map(({ textContent }) => textContent.trim());
    expect(said).toEqual([
      ...(country === 'IN'
        ? ['Enter your pincode for the delivery date', 'Free and insured in India']
        : ['Delivered worldwide in 15 to 20 business days']),
      ...['Returns within 30 days of delivery', 'Certificate: IGI', 'BIS hallmark'],
    ]);
  });

  const check = (pincode: string) => {
    fireEvent.change(screen.getByLabelText('Delivery to pincode'), { target: { value: pincode } });
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  };

  it('is when it arrives, which is said to screen readers and remembered on this device', async () => {
    render(show());
    expect(asked).toEqual([]);
    check('302 001');
    expect((await screen.findByText(/Jaipur/)).closest('[role=status]')!.textContent).toBe(
      'Jaipur: Fri, 27 Nov – Tue, 1 Dec',
    );
    cleanup();
    render(show());
    expect(await screen.findByText(/27 Nov/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Delivery to pincode').value).toBe('302001');
    expect(asked).toEqual(Array(2).fill('/delivery/302001?madeToOrder=false'));
  });

  it('keeps what is typed when another page asks for a date, or when it was typed before the page was hydrated', async () => {
    const typed = () => screen.getByLabelText<HTMLInputElement>('Delivery to pincode');
    const { rerender } = render(show());
    const first = typed();
    fireEvent.change(first, { target: { value: '302001' } });
    localStorage.setItem('delivery-pincode', '560001');
    rerender(show({ isMadeToOrder: true }));
    expect(typed()).toBe(first);
    expect(typed().value).toBe('302001');
    cleanup();

    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(show());
    typed().value = '302001';
    render(show(), { container, hydrate: true });
    expect((await screen.findByText(/Jaipur/)).closest('[role=status]')).toBeTruthy();
    expect(typed().value).toBe('302001');
  });

  it('is the state where the city is not known, and a single day where first and last are one', async () => {
    answer.body = { delivery: { ...JAIPUR, city: null, earliest: '2026-12-01' } };
    render(show());
    check('302001');
    expect((await screen.findByText(/Rajasthan/)).textContent).toBe('Rajasthan: Tue, 1 Dec');
  });

  it('stays when it cannot be asked for again', async () => {
    const queryClient = newQueryClient();
    render(show({}, undefined, queryClient));
    check('302001');
    await screen.findByText(/Jaipur/);
    cleanup();
    answer = { status: 503, body: { status: 503, code: 'service.unavailable', message: 'Away' } };
    await queryClient.refetchQueries();
    render(show({}, undefined, queryClient));
    expect(await screen.findByText(/Jaipur/)).toBeTruthy();
    expect(screen.queryByText('Away')).toBeNull();
  });

  it('counts the making of a piece made to order', async () => {
    render(show({ isMadeToOrder: true, isReturnable: false }));
    check('302001');
    expect(await screen.findByText(/made to order/)).toBeTruthy();
    expect(asked).toEqual(['/delivery/302001?madeToOrder=true']);
    expect(screen.getByText(/Cannot be returned as chosen/)).toBeTruthy();
  });

  it('says at the field what is wrong with a PIN code, and remembers none such', async () => {
    answer = {
      status: 400,
      body: { status: 400, code: 'request.invalid', message: 'No', errors: { pincode: 'A pincode has six digits' } },
    };
    render(show());
    check('12');
    expect(await screen.findByText('A pincode has six digits')).toBeTruthy();
    expect(screen.getByLabelText('Delivery to pincode').getAttribute('aria-invalid')).toBe('true');
    check('');
    expect(await screen.findByText('Pincode is required')).toBeTruthy();
    cleanup();
    render(show());
    expect(screen.getByLabelText<HTMLInputElement>('Delivery to pincode').value).toBe('');
    expect(asked).toHaveLength(1);
  });

  it('says that the date could not be had', async () => {
    answer = {
      status: 503,
      body: { status: 503, code: 'service.unavailable', message: 'Please try again in a moment' },
    };
    render(show());
    check('302001');
    expect(await screen.findByText('Please try again in a moment')).toBeTruthy();
  });

  it('asks for no PIN code abroad', () => {
    render(show({}, { country: 'US', code: 'USD', rate: null }));
    expect(screen.queryByLabelText('Delivery to pincode')).toBeNull();
    expect(screen.getByText(/15 to 20 business days/)).toBeTruthy();
  });

  it('names returns, certificate and hallmark with their pages, each where the piece has it', () => {
    render(show());
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/shipping-policy', '/refund-return', '/diamond-education', '/faqs']);
    cleanup();
    render(show({ certification: { isHallmarked: false, isCertified: false } }));
    expect(screen.queryByText(/hallmark|certificate/i)).toBeNull();
  });
});
