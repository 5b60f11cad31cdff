import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorAt, openScreen, press, pressInDialog, problem, type } from '../../testing/open-screen.tsx';
import { anArrival, aReturn, aTransfer } from './testing/fixtures.ts';
import { prefetch, TransfersPage } from './transfers-page.tsx';

afterEach(cleanup);

const PATH = '/admin/payments/transfers';
const transfers = { Page: TransfersPage, prefetch, path: PATH };
const BANK = '/admin/payments/bank-transfer';
const EXPECTED = `GET ${BANK}/transfers`;
const ARRIVED = `GET ${BANK}/arrivals`;
const RECORD = `POST ${BANK}/arrivals`;
const RETURNS = `GET ${BANK}/returns`;
const expected = (...list: ReturnType<typeof aTransfer>[]) => ({ body: { transfers: list, totalCount: list.length } });
const arrived = (...list: ReturnType<typeof anArrival>[]) => ({ body: { arrivals: list, totalCount: list.length } });
const returns = (...list: ReturnType<typeof aReturn>[]) => ({ body: { returns: list, totalCount: list.length } });

describe('transfers that are expected', () => {
  it('say what is due, by whom and until when', async () => {
    const { result, asked } = await openScreen(transfers, PATH, { [EXPECTED]: expected(aTransfer()) });
    expect(result).toMatchObject({ head: { title: 'Bank transfers · Staff', noindex: true } });
    expect(asked.map(({ path }) => path)).toEqual([`${BANK}/transfers?page=1&limit=25&state=waiting`]);
    const [, row] = screen.getAllByRole('row');
    for (const text of ['RJ7K2M9Q', '₹2,060.00', 'Asha Rao', '23 Nov 2026', 'Waiting']) {
      expect(row!.textContent).toContain(text);
    }
  });

  it('are found by state and by reference, with an address', async () => {
    const { asked, at } = await openScreen(transfers, PATH, { [EXPECTED]: expected() });
    expect(screen.getByText('No transfer is awaited')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Nothing came in time' })));
    type('Reference, or amount in ₹', 'RJ7');
    await act(async () => fireEvent.submit(screen.getByRole('search')));
    expect(at()).toBe(`${PATH}?state=expired&q=RJ7`);
    await waitFor(() => expect(asked.at(-1)!.path).toBe(`${BANK}/transfers?page=1&limit=25&state=expired&q=RJ7`));
    expect(await screen.findByText('No such transfer')).toBeTruthy();
  });

  it('are paid by what arrived, once however often it is sent', async () => {
    const answers = {
      [EXPECTED]: expected(aTransfer()),
      [RECORD]: problem(503, 'service.unavailable', 'Not now'),
    };
    const { asked, sent, toasts } = await openScreen(transfers, PATH, answers);
    await press('Arrived… RJ7K2M9Q');
    type('Arrived on', '2026-11-21');
    type('The bank’s number (UTR)', ' UTR42 ');
    await press('Record');
    await waitFor(() => expect(toasts()).toEqual(['Not now']));
    Object.assign(answers, {
      [RECORD]: { status: 201, body: { arrival: anArrival({ state: 'matched' }) } },
      [EXPECTED]: expected(),
    });
    await press('Record');
    expect(await screen.findByText('No transfer is awaited')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const body = { amount: 2_060, arrivedOn: '2026-11-21', reference: 'RJ7K2M9Q', bankReference: 'UTR42', text: '' };
    expect(sent()).toEqual([
      ['POST', `${BANK}/arrivals`, body],
      ['POST', `${BANK}/arrivals`, body],
    ]);
    const keys = asked.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(toasts().at(-1)).toBe('Recorded: the transfer is paid');
  });

  it('are not paid by another amount: that it goes back is confirmed first', async () => {
    const { sent, toasts } = await openScreen(transfers, PATH, {
      [EXPECTED]: expected(aTransfer()),
      [RECORD]: { status: 201, body: { arrival: anArrival({ state: 'goes-back' }) } },
    });
    await press('Arrived… RJ7K2M9Q');
    type('Amount in ₹', '2000');
    type('Arrived on', '2026-11-21');
    await press('Record');
    const asks = await screen.findByRole('dialog', { name: 'Another amount than was due: ₹2,000.00' });
    expect(asks.textContent).toContain('It goes back: ₹2,060.00 was due.');
    expect(sent()).toEqual([]);
    await act(async () => fireEvent.click(within(asks).getByRole('button', { name: 'Keep it as it is' })));
    await press('Record');
    await press('Record, it goes back');
    await waitFor(() => expect(toasts()).toEqual(['Recorded: it waits under “To send back”']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([
      ['POST', `${BANK}/arrivals`, { amount: 2_000, arrivedOn: '2026-11-21', reference: 'RJ7K2M9Q', text: '' }],
    ]);
  });

  it('are asked about when money like it is recorded: whether it is other money', async () => {
    let recorded = 0;
    const { sent, toasts } = await openScreen(transfers, PATH, {
      [EXPECTED]: expected(aTransfer()),
      [RECORD]: ({ body }: { body: unknown }) => {
        recorded += 1;
        if ((body as { isOther?: boolean }).isOther) return { status: 201, body: { arrival: anArrival() } };
        const refusal = problem(409, 'transfer.recorded-already', 'Money of this amount is recorded already');
        const details = { arrivals: [anArrival({ state: 'matched', reference: 'RJ7K2M9Q' })] };
        return { ...refusal, body: { ...(refusal.body as object), details } };
      },
    });
    await press('Arrived… RJ7K2M9Q');
    type('Arrived on', '2026-11-21');
    await press('Record');
    const asks = await screen.findByRole('dialog', { name: '₹2,060.00 is recorded already' });
    expect(asks.textContent).toContain('21 Nov 2026, Paid a transfer, RJ7K2M9Q, NEFT ASHA RAO');
    await act(async () => fireEvent.click(within(asks).getByRole('button', { name: 'Keep it as it is' })));
    expect(recorded).toBe(1);
    await press('Record');
    await press('Record, it is other money');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(sent().at(-1)).toEqual([
      'POST',
      `${BANK}/arrivals`,
      { amount: 2_060, arrivedOn: '2026-11-21', reference: 'RJ7K2M9Q', text: '', isOther: true },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('whose pieces are no longer held say what money that comes late is', async () => {
    await openScreen(transfers, `${PATH}?state=expired`, { [EXPECTED]: expected(aTransfer({ state: 'expired' })) });
    await press('Arrived… RJ7K2M9Q');
    expect(screen.getByRole('dialog').textContent).toContain('no longer held');
  });

  it('that arrived lead to their order', async () => {
    await openScreen(transfers, `${PATH}?state=arrived`, { [EXPECTED]: expected(aTransfer({ state: 'arrived' })) });
    expect(screen.getByRole('link', { name: 'Order of RJ7K2M9Q' }).getAttribute('href')).toBe(
      '/admin/order/6b01c5734d9f13a5da2d662a',
    );
    expect(screen.queryByRole('button', { name: /^Arrived/ })).toBeNull();
  });
});

describe('money that arrived', () => {
  const ADDRESS = `${PATH}?show=arrived`;
  const ASSIGN = `PUT ${BANK}/arrivals/${'c'.repeat(24)}`;

  it('is assigned to a transfer of the same amount that is awaited', async () => {
    const answers = {
      [ARRIVED]: arrived(anArrival()),
      // The other one is found because its reference begins with these figures.
      [EXPECTED]: expected(aTransfer(), aTransfer({ reference: '2060XX', amount: 5 })),
      [ASSIGN]: { body: { arrival: anArrival({ state: 'matched' }) } },
    };
    const { asked, sent, toasts } = await openScreen(transfers, ADDRESS, answers);
    await press('Assign… ₹2,060.00 of 21 Nov 2026');
    await screen.findByRole('list', { name: 'Transfers of this amount' });
    await press('Choose RJ7K2M9Q');
    expect(screen.queryByRole('button', { name: 'Choose 2060XX' })).toBeNull();
    expect(asked.map(({ path }) => path)).toContain(`${BANK}/transfers?page=1&limit=5&state=waiting&q=2060`);
    answers[ARRIVED] = arrived();
    await press('Assign');
    expect(await screen.findByText('All that arrived is assigned')).toBeTruthy();
    expect(sent()).toEqual([['PUT', `${BANK}/arrivals/${'c'.repeat(24)}`, { reference: 'RJ7K2M9Q' }]]);
    expect(toasts()).toEqual(['Recorded: the transfer is paid']);
  });

  it('keeps what was typed when there is no such transfer', async () => {
    const { toasts } = await openScreen(transfers, ADDRESS, {
      [ARRIVED]: arrived(anArrival()),
      [EXPECTED]: expected(),
      [ASSIGN]: problem(404, 'transfer.not-found', 'There is no such transfer'),
    });
    await press(/^Assign…/);
    expect(await screen.findByText('No transfer of this amount is awaited.')).toBeTruthy();
    await press('Assign');
    await waitFor(() => expect(errorAt('Reference of the transfer')).toBeTruthy());
    type('Reference of the transfer', 'RJX');
    await press('Assign');
    await waitFor(() => expect(toasts()).toEqual(['There is no such transfer']));
    expect(screen.getByLabelText('Reference of the transfer')).toMatchObject({ value: 'RJX' });
  });

  it('is set aside with a note', async () => {
    const { sent, toasts } = await openScreen(transfers, ADDRESS, {
      [ARRIVED]: arrived(anArrival()),
      [ASSIGN]: { body: { arrival: anArrival({ state: 'set-aside', note: 'Interest' }) } },
    });
    await press(/^Set aside…/);
    await pressInDialog('Set aside');
    await waitFor(() => expect(errorAt('Note')).toBe('Say what was done'));
    type('Note', 'Interest');
    await pressInDialog('Set aside');
    await waitFor(() => expect(toasts()).toEqual(['Set aside']));
    expect(sent()).toEqual([['PUT', `${BANK}/arrivals/${'c'.repeat(24)}`, { note: 'Interest' }]]);
  });

  it('is recorded by hand without a transfer', async () => {
    const { sent } = await openScreen(transfers, ADDRESS, {
      [ARRIVED]: arrived(),
      [RECORD]: { status: 201, body: { arrival: anArrival() } },
    });
    await press('Record money that arrived…');
    await press('Record');
    await waitFor(() => expect(errorAt('Amount in ₹')).toBeTruthy());
    type('Amount in ₹', '12.5');
    type('Arrived on', '2026-11-21');
    type('The bank’s text', 'NEFT ASHA');
    await press('Record');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([
      ['POST', `${BANK}/arrivals`, { amount: 12.5, arrivedOn: '2026-11-21', text: 'NEFT ASHA' }],
    ]);
  });

  it('is recorded by its address, from which the dialog leads back', async () => {
    const { at } = await openScreen(transfers, `${ADDRESS}&record=yes`, { [ARRIVED]: arrived() });
    await pressInDialog('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(at()).toBe(ADDRESS);
  });

  it('that is settled says by what', async () => {
    const { asked } = await openScreen(transfers, `${ADDRESS}&state=matched`, {
      [ARRIVED]: arrived(
        anArrival({ state: 'matched', reference: 'RJ7K2M9Q', checkoutId: '6b01c5734d9f13a5da2d662a' }),
        anArrival({ _id: 'd'.repeat(24), state: 'set-aside', note: 'Interest' }),
      ),
    });
    expect(asked[0]!.path).toBe(`${BANK}/arrivals?page=1&limit=25&state=matched`);
    expect(screen.getByRole('link', { name: 'Order of RJ7K2M9Q' })).toBeTruthy();
    expect(screen.getByText('Interest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Assign/ })).toBeNull();
  });
});

describe('who may see payments and not settle them', () => {
  it.each([
    ['expected', 'RJ7K2M9Q', { [EXPECTED]: expected(aTransfer()) }],
    ['arrived&record=yes', 'NEFT ASHA RAO', { [ARRIVED]: arrived(anArrival()) }],
    ['returns', 'RJ7K2M9Q', { [RETURNS]: returns(aReturn()) }],
  ])('reads what is there and is offered nothing to do with it: %s', async (show, text, answers) => {
    const permissions = ['payments.read'] as const;
    await openScreen(transfers, `${PATH}?show=${show}`, answers, { permissions });
    const row = screen.getAllByRole('row')[1]!;
    expect(row.textContent).toContain(text);
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Record money that arrived…' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Statement' })).toBeNull();
  });
});

describe('money to send back', () => {
  const ADDRESS = `${PATH}?show=returns`;
  const SETTLE = `PUT ${BANK}/returns/refund-1`;

  it('says how much, to whom and why', async () => {
    await openScreen(transfers, ADDRESS, {
      [RETURNS]: returns(
        aReturn({ bankReference: 'UTR42' }),
        aReturn({ _id: 'r2', reason: 'something-new', reference: 'RJ2' }),
      ),
    });
    const [, first, second] = screen.getAllByRole('row');
    for (const text of ['₹2,000.00', 'Asha Rao', 'NEFT ASHA RAO', 'UTR42', 'Not the amount that was due', 'RJ7K2M9Q']) {
      expect(first!.textContent).toContain(text);
    }
    expect(second!.textContent).toContain('Something new');
  });

  it('is told as sent, with the number of the bank', async () => {
    const answers = {
      [RETURNS]: returns(aReturn()),
      [SETTLE]: { body: { return: aReturn({ state: 'sent' }) } },
    };
    const { sent } = await openScreen(transfers, ADDRESS, answers);
    await press('Sent… ₹2,000.00 to Asha Rao');
    type('The bank’s number (UTR)', 'UTR77');
    answers[RETURNS] = returns();
    await press('It was sent');
    expect(await screen.findByText('Nothing is to be sent back')).toBeTruthy();
    expect(sent()).toEqual([['PUT', `${BANK}/returns/refund-1`, { outcome: 'sent', bankReference: 'UTR77' }]]);
  });

  it('is told as impossible with a note only', async () => {
    const { sent, toasts } = await openScreen(transfers, ADDRESS, {
      [RETURNS]: returns(aReturn()),
      [SETTLE]: { body: { return: aReturn({ state: 'failed' }) } },
    });
    await press(/^Cannot be sent…/);
    await press('It cannot be sent');
    await waitFor(() => expect(errorAt('Note')).toBe('Say why it cannot be sent'));
    type('Note', 'Account closed');
    await press('It cannot be sent');
    await waitFor(() => expect(toasts()).toEqual(['Noted: the refund has failed']));
    expect(sent()).toEqual([['PUT', `${BANK}/returns/refund-1`, { outcome: 'failed', note: 'Account closed' }]]);
  });

  it('that was sent or could not be says so, when, and by which transfer of the bank', async () => {
    const { asked } = await openScreen(transfers, `${ADDRESS}&state=settled`, {
      [RETURNS]: returns(
        aReturn({ state: 'sent', settledAt: '2026-11-22T10:00:00.000Z', sentAs: 'UTR77' }),
        aReturn({ _id: 'r2', state: 'failed', settledAt: '2026-11-22T10:00:00.000Z' }),
      ),
    });
    expect(asked[0]!.path).toBe(`${BANK}/returns?page=1&limit=25&state=settled`);
    const [, sent, failed] = screen.getAllByRole('row');
    for (const text of ['Sent', '22 Nov 2026', 'UTR77']) expect(sent!.textContent).toContain(text);
    expect(failed!.textContent).toContain('Could not be sent');
    expect(screen.queryByRole('button', { name: /^Sent/ })).toBeNull();
  });
});

describe('the account that buyers transfer to', () => {
  const ADDRESS = `${PATH}?show=account`;
  const ACCOUNT = { holder: 'Shop', bank: 'HDFC', number: '123456789012', ifsc: 'HDFC0001234' };

  it('is entered, checked as the contract says', async () => {
    const { sent, toasts } = await openScreen(transfers, ADDRESS, {
      [`GET ${BANK}/account`]: { body: { account: null } },
      [`PUT ${BANK}/account`]: { body: { account: ACCOUNT } },
    });
    type('Account holder', 'Shop');
    type('Bank', 'HDFC');
    type('Account number', '12');
    type('IFSC', 'HDFC0001234');
    await press('Save');
    await waitFor(() => expect(errorAt('Account number')).toBe('An account number has 9 to 18 digits'));
    type('Account number', '123456789012');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Account saved']));
    expect(sent()).toEqual([['PUT', `${BANK}/account`, { account: ACCOUNT }]]);
    expect(screen.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true });
  });

  it('shows at its fields what the service refuses', async () => {
    await openScreen(transfers, ADDRESS, {
      [`GET ${BANK}/account`]: { body: { account: ACCOUNT } },
      [`PUT ${BANK}/account`]: problem(400, 'request.invalid', 'Please check', { 'account.bank': 'Unknown' }),
    });
    type('Bank', 'Other');
    await press('Save');
    await waitFor(() => expect(errorAt('Bank')).toBe('Unknown'));
  });
});
