import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { setUpAccount, click, messages, press, problem } from '../../testing/account-harness.tsx';
import { anItem, anOrder, ORDER_ID } from '../../testing/fixtures.ts';
import { Order } from './order.tsx';

const PATH = `GET /order/${ORDER_ID}`;
const WITHDRAW = `POST /order/${ORDER_ID}/withdrawal`;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const named = (name: string, changes: Parameters<typeof anItem>[0] = {}) =>
  anItem({ ...changes, product: { ...anItem().product, name } });
const AT = '2026-11-28T10:00:00.000Z';
const RECEIVED = { at: AT, lines: [0] };

// Real order, query and API client; only the gateway is stubbed.
describe('withdrawing from the contract', () => {
  afterEach(cleanup);
  type Changes = NonNullable<Parameters<typeof anOrder>[0]>;
  const opened = async (changes: Changes, mode: 'buyer' | 'admin' = 'buyer') => {
    const shop = setUpAccount({ [PATH]: { body: { order: anOrder(changes) } } });
    shop.open(<Order orderId={ORDER_ID} mode={mode} />);
    await screen.findByRole('heading', { level: 1 });
    return shop;
  };
  const begin = () => screen.queryByRole('button', { name: 'Withdraw from contract here' });
  const confirm = () => screen.getByRole('button', { name: 'Confirm withdrawal here' });
  const dialog = () => screen.getByRole('dialog');

  it('is offered by the words of the law where there is something to withdraw from, and to its buyer alone', async () => {
    await opened({ withdrawal: { lines: [0] } });
    expect(begin()).toBeTruthy();
    expect(screen.getByText('Possible until 14 days after all of it is delivered')).toBeTruthy();
    cleanup();
    await opened({ withdrawal: { lines: [0] } }, 'admin');
    expect(begin()).toBeNull();
    cleanup();
    await opened({});
    expect(begin()).toBeNull();
  });

  it('ends when its time is over, and says in whose time that is', () => {
    const until = new Date(Date.now() + 2 * DAY).toISOString();
    const shop = setUpAccount({ [PATH]: 'never' });
    const order = anOrder({ status: 'Delivered', withdrawal: { lines: [0], until } });
    shop.queryClient.setQueryData(['account', 'order', ORDER_ID], { order });
    jest.useFakeTimers();
    try {
      shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
      expect(screen.getByText(/^Possible until .* IST$/)).toBeTruthy();
      act(() => jest.advanceTimersByTime(2 * DAY - HOUR));
      expect(begin()).not.toBeNull();
      act(() => jest.advanceTimersByTime(HOUR + 1_000));
      expect(begin()).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('of one piece names it, is confirmed once, and says when it was received', async () => {
    const shop = await opened({ withdrawal: { lines: [0] } });
    click(begin()!);
    expect(within(dialog()).queryByRole('checkbox')).toBeNull();
    expect(dialog().textContent).toContain('You withdraw from 1 × Meera Solitaire Ring');
    expect(dialog().textContent).toContain('the order is cancelled, and all that you paid goes back to you');
    expect(dialog().textContent).toContain('From Asha Rao. The receipt goes to asha@example.com.');
    const answered = { body: { order: anOrder({ status: 'Cancelled', withdrawals: [RECEIVED] }) } };
    shop.answers[WITHDRAW] = answered;
    shop.answers[PATH] = answered;
    click(confirm());
    const heading = await screen.findByRole('heading', { name: 'Withdrawal from the contract' });
    expect(screen.getByText(/^Received on/).textContent).toBe('Received on 28 Nov 2026, 3:30 pm IST');
    const sent = shop.asked.find(({ call }) => call === WITHDRAW)!;
    expect([sent.body, typeof sent.key]).toEqual([{ lines: [0] }, 'string']);
    expect(messages()).toEqual(['Your withdrawal is received']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(begin()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('of several is of those that are ticked, and names what was made for the buyer with the reason', async () => {
    const items = [
      named('Ring'),
      named('Studs', { quantity: 2 }),
      named('Chain', { customized: true }),
      named('Bangle'),
      named('Pendant'),
    ];
    const withdrawal = { lines: [0, 1] };
    const shop = await opened({ items, withdrawal, withdrawals: [{ at: AT, lines: [4] }] });
    click(begin()!);
    const boxes = within(screen.getByRole('group', { name: 'Pieces that you withdraw from' })).getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
    const exempt = within(dialog()).getAllByRole('listitem');
    expect(exempt.map(({ textContent }) => textContent)).toEqual(['1 × Chain: made to order', '1 × Bangle: engraved']);
    expect(dialog().textContent).toContain('The receipt says how to send back');
    click(boxes[0]!);
    click(boxes[1]!);
    expect(within(dialog()).getByRole('alert').textContent).toBe('Choose at least one piece');
    click(confirm());
    expect(shop.asked.some(({ call }) => call === WITHDRAW)).toBe(false);
    click(boxes[1]!);
    shop.answers[WITHDRAW] = { body: { order: anOrder({ items, withdrawals: [RECEIVED] }) } };
    click(confirm());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shop.asked.find(({ call }) => call === WITHDRAW)!.body).toEqual({ lines: [1] });
  });

  it('that failed says why, and the same one is sent again with its key', async () => {
    const shop = await opened({ withdrawal: { lines: [0] } });
    click(begin()!);
    shop.answers[WITHDRAW] = problem(503, 'service.unavailable', 'Please try again in a moment');
    click(confirm());
    expect((await within(dialog()).findByText('Please try again in a moment')).closest('[role=alert]')).toBeTruthy();
    shop.answers[WITHDRAW] = { body: { order: anOrder({ withdrawals: [RECEIVED] }) } };
    shop.answers[PATH] = shop.answers[WITHDRAW];
    click(confirm());
    expect(await screen.findByText(/^Received on/)).toBeTruthy();
    const keys = shop.asked.filter(({ call }) => call === WITHDRAW).map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  it('can be thought over, and one that came too late shows the order as it is', async () => {
    const shop = await opened({ withdrawal: { lines: [0] } });
    click(begin()!);
    press('Not now');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shop.asked).toHaveLength(1);
    click(begin()!);
    shop.answers[WITHDRAW] = problem(409, 'order.too-late-to-withdraw', 'The time to withdraw is over');
    click(confirm());
    await within(dialog()).findByText('The time to withdraw is over');
    shop.answers[PATH] = { body: { order: anOrder({ status: 'Delivered' }) } };
    press('Not now');
    await waitFor(() => expect(begin()).toBeNull());
  });

  it('is shown to staff without what is said to its buyer', async () => {
    await opened({ withdrawals: [RECEIVED] }, 'admin');
    const section = screen.getByRole('region', { name: 'Withdrawal from the contract' });
    expect(section.textContent).toContain('1 × Meera Solitaire Ring');
    expect(section.textContent).not.toContain('your mail');
  });
});
