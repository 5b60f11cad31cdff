import { afterEach, describe, expect, it } from '@jest/globals';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { cleanup, screen } from '@testing-library/react';
import { press, problem, setUpAccount, type } from '../../testing/account-harness.tsx';
import { FindOrderPage } from './find-order-page.tsx';

// Real page and API client; only the gateway is stubbed.
describe('finding an order', () => {
  afterEach(cleanup);

  const opened = (answers: Parameters<typeof setUpAccount>[0] = {}) => {
    const shop = setUpAccount({ 'POST /order/find': { status: 202, body: { isAsked: true } }, ...answers });
    shop.open(<FindOrderPage />);
    return shop;
  };
  const ask = (number: string, email: string) => {
    type('Order number', number);
    type('E-mail address', email);
    press('Mail me the link');
  };

  it('asks for the mail, and says nothing about whether number and address belong together', async () => {
    const { asked } = opened();
    ask(' #1a2b3c ', 'asha@example.com');
    const heading = await screen.findByRole('heading', { name: 'Please look into your mailbox' });
    expect(document.activeElement).toBe(heading);
    expect(heading.parentElement!.textContent).toContain('If the number and asha@example.com belong together');
    expect(asked).toMatchObject([{ body: { number: '#1a2b3c', email: 'asha@example.com' } }]);
    press('Another order');
    expect(screen.getByLabelText('Order number')).toBeTruthy();
  });

  it.each([
    [['contact'], ' Write to us if it does not help.'],
    [[], ''],
  ])('ends its sentences, with the text pages %p', async (textPages, more) => {
    const { queryClient } = opened();
    queryClient.setQueryData(menusQuery.queryKey, { textPages } as never);
    ask('1A2B3C', 'asha@example.com');
    expect((await screen.findByText(/^Nothing there/)).textContent).toBe(
      `Nothing there after some minutes? Look among the unwanted mails, or check number and address. We mail the link once in ten minutes at most.${more}`,
    );
  });

  it('names what is wrong at its field, before anything is sent', async () => {
    const { asked } = opened();
    ask('12', 'asha');
    expect(await screen.findByText(/has six letters or digits/)).toBeTruthy();
    expect(screen.getByText('Please enter a valid e-mail address')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('says what the shop answers, and keeps what was typed', async () => {
    opened({ 'POST /order/find': problem(429, 'request.too-many', 'Too many requests') });
    ask('1A2B3C', 'asha@example.com');
    expect((await screen.findByText('Too many requests')).getAttribute('role')).toBe('alert');
    expect(screen.getByLabelText<HTMLInputElement>('Order number').value).toBe('1A2B3C');
  });
});
