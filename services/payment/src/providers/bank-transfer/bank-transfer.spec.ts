import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cartOrder, type DataOf, identity, moneyText, payment } from '@shop/contracts';
import { publishedEvents, samplesOf } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import { Types } from 'mongoose';
import type { Transfer } from './transfer.schema.ts';
import { Providers } from '../providers.ts';
import { refundHelpers } from '../../../test/refund-helpers.ts';
import { type Answer, HOURS, type Shopper, usePaymentHarness } from '../../../test/service-harness.ts';

const harness = usePaymentHarness();
const { becomes: refundBecomes, request } = refundHelpers(harness);

const STAFF = '/admin/payments/bank-transfer';
const ACCOUNT = { holder: 'Aranya Jewels', bank: 'HDFC Bank, Jaipur', number: '50100012345678', ifsc: 'HDFC0001234' };
const DUE = 2_060_00;
const TODAY = '2025-04-01';

type Started = { checkoutId: string; transfer: payment.Transfer };
type Problem = { code: string; details?: Record<string, unknown>; errors?: Record<string, string> };
type Row = { line: number; outcome: string; reference: string | null; message: string | null };
type Imported = { rows: Row[]; counts: Record<string, number> };

const asStaff = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T & Problem>> =>
  harness.send<T & Problem>(method, STAFF + path, body, await harness.staff());

const start = (asha: Shopper, body: object, headers = {}): Promise<Answer<Started & Problem>> =>
  harness.send('POST', '/payment/bank-transfer/create-order', body, { ...asha.headers, ...headers });
const ofBuyer = (method: 'GET' | 'DELETE', asha: Shopper, checkoutId: string) =>
  harness.send<{ transfer: payment.Transfer } & Problem>(
    method,
    `/payment/bank-transfer/${checkoutId}`,
    undefined,
    asha.headers,
  );

/** A buyer who is asked to transfer `DUE`. */
async function awaited() {
  const asha = await harness.shopper();
  const { checkoutId } = harness.fakeServices.freeze(asha.userId, { amount: DUE });
  const { status, body } = await start(asha, { checkoutId });
  if (status !== 201) throw new Error(`No transfer: ${JSON.stringify(body)}`);
  return { asha, checkoutId, reference: body.transfer.reference };
}

const record = async (told: object) =>
  (await asStaff<{ arrival: payment.Arrival }>('POST', '/arrivals', { arrivedOn: TODAY, ...told })).body.arrival;
/** Money that staff record with its reference. */
const arrives = (reference: string, amount = DUE) => record({ reference, amount: amount / 100 });
const arrivesAgain = (reference: string) => record({ reference, amount: DUE / 100, isOther: true });
const assign = (id: string, told: object) => asStaff<{ arrival: payment.Arrival }>('PUT', `/arrivals/${id}`, told);

const statementOf = (...rows: [text: string, credit: number, utr?: string][]) =>
  ['Date,Narration,Chq./Ref.No.,Deposit Amt.']
    .concat(rows.map(([text, credit, utr = '']) => `01/04/25,${text},${utr},${(credit / 100).toFixed(2)}`))
    .join('\n');
const imports = (csv: string, isDryRun = false) => asStaff<Imported>('POST', '/statement', { csv, isDryRun });
const outcomesOf = ({ body }: Answer<Imported & Problem>) => body.rows.map(({ outcome }) => outcome);

const stateOf = async (asha: Shopper, checkoutId: string) =>
  (await ofBuyer('GET', asha, checkoutId)).body.transfer.state;
const transfersOf = (checkoutId: string) =>
  harness.service.connection
    .collection<Transfer>('bankTransfers')
    .find({ checkoutId })
    .sort({ startedAt: 1 })
    .toArray();
const captured = (checkoutId: string) => harness.published(payment.paymentCaptured, checkoutId);
const returned = (checkoutId: string) => harness.published(payment.paymentReturned, checkoutId);
const returns = async (state: 'open' | 'settled' = 'open') =>
  (await asStaff<{ returns: payment.TransferReturn[] }>('GET', `/returns?state=${state}&limit=48`)).body.returns;
/** Waits for the task to send money of a checkout back. */
const taskOf = (checkoutId: string): Promise<payment.TransferReturn> =>
  eventually(
    async () => {
      const found = (await returns()).find((one) => one.checkoutId === checkoutId);
      if (!found) throw new Error('there is none');
      return found;
    },
    { what: 'the task to send it back' },
  );
const settle = (id: string, told: object) => asStaff<{ return: payment.TransferReturn }>('PUT', `/returns/${id}`, told);
const audited = async (action: string, subjectId: string) =>
  (await publishedEvents(harness.service, identity.auditRecorded))
    .map(({ data }) => data as DataOf<typeof identity.auditRecorded>)
    .filter((data) => data.action === action && data.subjectId === subjectId);
/** Waits until cart-order frees a checkout, when it learns that its payment failed. */
const isFreed = (checkoutId: string) =>
  eventually(() => harness.fakeServices.checkout(checkoutId).state === 'frozen', { what: 'the checkout being free' });

beforeAll(async () => {
  const early = await harness.switchMethod('bank-transfer', true);
  expect(early.body).toMatchObject({
    code: 'payment.method-incomplete',
    details: { missing: 'the shop’s bank account' },
  });
  expect((await asStaff('GET', '/account')).body).toEqual({ account: null });
  const saved = await asStaff('PUT', '/account', { account: { ...ACCOUNT, ifsc: 'hdfc0001234' } });
  expect([saved.status, saved.body]).toEqual([200, { account: { ...ACCOUNT, version: expect.any(String) } }]);
  const asha = await harness.shopper();
  const { checkoutId } = harness.fakeServices.freeze(asha.userId);
  expect((await start(asha, { checkoutId })).body.code).toBe('payment.method-off');
  expect((await harness.switchMethod('bank-transfer', true)).status).toBe(200);
});

describe('the account', () => {
  it('is entered before anybody can pay to it, changed by staff alone, and its change is audited', async () => {
    const asha = await harness.shopper();
    const denied = await harness.send('PUT', `${STAFF}/account`, { account: ACCOUNT }, asha.headers);
    expect(denied.status).toBe(403);
    expect((await asStaff('PUT', '/account', { account: { ...ACCOUNT, ifsc: 'X' } })).body.errors).toHaveProperty([
      'account.ifsc',
    ]);
    expect((await audited('bank-account.changed', 'account')).map(({ before, after }) => [before, after])).toEqual([
      [null, ACCOUNT],
    ]);
  });

  it('stays the one that the buyer was shown', async () => {
    const { asha, checkoutId } = await awaited();
    await asStaff('PUT', '/account', { account: { ...ACCOUNT, number: '999999999999' } });
    expect((await ofBuyer('GET', asha, checkoutId)).body.transfer.account).toEqual(ACCOUNT);
    await asStaff('PUT', '/account', { account: ACCOUNT });
  });
});

describe('the metrics', () => {
  const open = async () => samplesOf(harness.service.url, 'payment_transfers_open');

  it('tell what is expected, has no match and has to go back, and for how long', async () => {
    const before = await open();
    const { reference } = await awaited();
    await record({ amount: 77, text: 'of no one known' });
    harness.service.clock.advance(HOURS);
    const more = (name: string, count: number) => (before[`bank-transfer ${name}`] ?? 0) + count;
    expect(await open()).toEqual({
      'bank-transfer expected': more('expected', 1),
      'bank-transfer unmatched': more('unmatched', 1),
      'bank-transfer to-send-back': more('to-send-back', 0),
    });
    const oldest = await samplesOf(harness.service.url, 'payment_transfers_oldest_seconds');
    expect(oldest['bank-transfer expected']).toBeGreaterThanOrEqual(3_600);
    expect(oldest['bank-transfer unmatched']).toBeGreaterThanOrEqual(3_600);
    await arrives(reference, 1);
    await eventually(async () => expect((await open())['bank-transfer to-send-back']).toBe(more('to-send-back', 1)));
  });
});

describe('a bank transfer', () => {
  it('asks the buyer for the amount with a reference, and cart-order keeps the pieces for three days', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId, { amount: DUE });
    const { status, body } = await start(asha, { checkoutId, amount: DUE / 100 });
    expect([status, body]).toEqual([
      201,
      {
        checkoutId,
        transfer: {
          reference: expect.stringMatching(/^[2-9A-HJKMNP-Z]{10}$/),
          checkoutId,
          state: 'waiting',
          amount: DUE / 100,
          startedAt: expect.any(String),
          expiresAt: expect.any(String),
          account: ACCOUNT,
        },
      },
    ]);
    const { startedAt, expiresAt, reference } = body.transfer;
    expect((Date.parse(expiresAt) - Date.parse(startedAt)) / HOURS).toBeCloseTo(72, 1);
    expect((await harness.attempt(checkoutId)).state).toBe('pending');
    expect(harness.fakeServices.checkout(checkoutId).state).toBe('capturing');
    expect(await captured(checkoutId)).toEqual([]);
    expect(await harness.published(payment.paymentAwaited, checkoutId)).toEqual([
      expect.objectContaining({
        amount: DUE,
        until: expiresAt,
        steps: expect.arrayContaining([
          { name: 'Amount', value: moneyText(DUE, 'INR') },
          { name: 'Reference', value: reference },
          { name: 'Account number', value: ACCOUNT.number },
        ]),
      }),
    ]);
    const own = await ofBuyer('GET', asha, checkoutId);
    expect(own.body.transfer).toEqual(body.transfer);
    expect((await ofBuyer('GET', await harness.shopper(), checkoutId)).body.code).toBe('transfer.not-found');
  });

  it('is the same one however often it is started, in two tabs at once too', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId, { amount: DUE });
    const both = await Promise.all([start(asha, { checkoutId }), start(asha, { checkoutId })]);
    const again = await start(asha, { checkoutId });
    const references = [...both, again].flatMap(({ status, body }) =>
      status === 201 ? [body.transfer.reference] : [],
    );
    expect(references.length).toBeGreaterThanOrEqual(2);
    expect(new Set(references).size).toBe(1);
    expect(await harness.published(payment.paymentAwaited, checkoutId)).toHaveLength(1);
  });

  it('that is captured by two instances, one after the other, is due when its buyer was told', async () => {
    const { asha, checkoutId, reference } = await awaited();
    const { transfer } = (await ofBuyer('GET', asha, checkoutId)).body;
    harness.service.clock.advance(HOURS);
    const capture = { providerOrderId: reference, paymentId: undefined, amount: DUE, requestId: 'late' };
    await harness.service.app
      .get(Providers)
      .of('bank-transfer')
      .capture({ ...capture, currency: 'INR' });
    expect((await ofBuyer('GET', asha, checkoutId)).body.transfer).toEqual(transfer);
  });

  it('is one per account: the next one is refused with the checkout that waits, until that is given up', async () => {
    const { asha, checkoutId } = await awaited();
    const next = harness.fakeServices.freeze(asha.userId).checkoutId;
    const refused = await start(asha, { checkoutId: next });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'transfer.one-is-open',
      { checkoutId },
    ]);
    await harness.becomes(next, 'failed');
    expect((await ofBuyer('DELETE', asha, checkoutId)).status).toBe(200);
    expect((await start(asha, { checkoutId: next })).status).toBe(201);
  });

  it('is one per account where two checkouts start it at once', async () => {
    const asha = await harness.shopper();
    const both = [harness.fakeServices.freeze(asha.userId), harness.fakeServices.freeze(asha.userId)];
    const answers = await Promise.all(both.map(({ checkoutId }) => start(asha, { checkoutId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('is not asked for where cart-order does not keep the pieces, and blocks no other one', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    harness.fakeServices.dropResponseOf = 'begin-capture';
    const unknown = await start(asha, { checkoutId });
    expect([unknown.status, unknown.body.code]).toEqual([503, 'payment.provider-unavailable']);
    harness.fakeServices.dropResponseOf = undefined;
    // The reconciler finds that cart-order keeps them.
    await harness.becomes(checkoutId, 'pending');
    expect((await start(asha, { checkoutId })).status).toBe(201);
    expect((await ofBuyer('DELETE', asha, checkoutId)).body.transfer.state).toBe('cancelled');
  });

  it.each([
    ['cancelled', 'checkout.closed'],
    ['expired', 'checkout.closed'],
  ] as const)('is over where cart-order refuses it because the checkout is %s', async (state, code) => {
    const asha = await harness.shopper();
    const checkout = harness.fakeServices.freeze(asha.userId, { amount: DUE });
    // It ends between the answer about it and the capture.
    let reads = 0;
    Object.defineProperty(checkout, 'state', { get: () => (reads++ === 0 ? 'frozen' : state) });
    checkout.outOfStock = true;
    const { checkoutId } = checkout;
    expect((await start(asha, { checkoutId })).body.code).toBe(code);
    await harness.becomes(checkoutId, 'failed');
    expect(await stateOf(asha, checkoutId)).toBe('cancelled');
    // A failed attempt is watched; no later look at it may ask cart-order again.
    checkout.outOfStock = false;
    harness.service.clock.advance(HOURS + 1_000);
    await eventually(async () => (await harness.attempt(checkoutId)).looks > 0, { what: 'a check by the reconciler' });
    expect((await harness.attempt(checkoutId)).state).toBe('failed');
    const next = harness.fakeServices.freeze(asha.userId).checkoutId;
    expect((await start(asha, { checkoutId: next })).status).toBe(201);
  });

  it('whose start was never finished is over soon, and blocks no other one', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId);
    harness.fakeServices.dropResponseOf = 'begin-capture';
    expect((await start(asha, { checkoutId })).status).toBe(503);
    harness.service.clock.advance(HOURS);
    await harness.becomes(checkoutId, 'failed');
    harness.fakeServices.dropResponseOf = undefined;
    expect(await stateOf(asha, checkoutId)).toBe('expired');
    const next = harness.fakeServices.freeze(asha.userId).checkoutId;
    expect((await start(asha, { checkoutId: next })).status).toBe(201);
  });

  it('is in rupees alone, of a checkout of one’s own', async () => {
    const asha = await harness.shopper();
    const dollars = harness.fakeServices.freeze(asha.userId, { currency: 'USD', amount: 24_51 }).checkoutId;
    expect((await start(asha, { checkoutId: dollars })).body.code).toBe('payment.wrong-currency');
    const other = harness.fakeServices.freeze((await harness.shopper()).userId).checkoutId;
    expect((await start(asha, { checkoutId: other })).body.code).toBe('checkout.not-found');
  });

  it('ends where nothing arrives in time: the checkout is free, and the account too', async () => {
    const { asha, checkoutId } = await awaited();
    const { expiresAt } = (await ofBuyer('GET', asha, checkoutId)).body.transfer;
    const now = harness.service.clock.millis();
    harness.service.clock.advance(72 * HOURS + 1_000);
    expect((await harness.becomes(checkoutId, 'failed')).failure).toBe('expired');
    await isFreed(checkoutId);
    expect(await stateOf(asha, checkoutId)).toBe('expired');
    expect(harness.service.clock.millis()).toBeGreaterThan(now);
    expect(await harness.published(payment.paymentLapsed, checkoutId)).toEqual([
      expect.objectContaining({ provider: 'bank-transfer', amount: DUE, until: expiresAt }),
    ]);
    const next = harness.fakeServices.freeze(asha.userId).checkoutId;
    expect((await start(asha, { checkoutId: next })).status).toBe(201);
  });

  it('that failed is what its checkout tells, though another way to pay was begun before and is open', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = await asha.rupees(DUE);
    expect((await start(asha, { checkoutId })).status).toBe(201);
    await ofBuyer('DELETE', asha, checkoutId);
    await harness.becomes(checkoutId, 'failed');
    const told = await harness.send<{ payment: { provider: string; state: string } }>(
      'GET',
      `/payment/checkout/${checkoutId}`,
      undefined,
      asha.headers,
    );
    expect(told.body.payment).toMatchObject({ provider: 'bank-transfer', state: 'failed' });
  });

  it('that its buyer gives up ends, once', async () => {
    const { asha, checkoutId } = await awaited();
    expect((await ofBuyer('DELETE', await harness.shopper(), checkoutId)).status).toBe(404);
    for (const _ of [1, 2]) {
      const { status, body } = await ofBuyer('DELETE', asha, checkoutId);
      expect([status, body.transfer.state]).toEqual([200, 'cancelled']);
    }
    await harness.becomes(checkoutId, 'failed');
    await isFreed(checkoutId);
    expect(await harness.published(payment.paymentFailed, checkoutId)).toEqual([
      expect.objectContaining({ reason: 'cancelled' }),
    ]);
    expect(await harness.published(payment.paymentLapsed, checkoutId)).toEqual([]);
    const again = await start(asha, { checkoutId });
    expect([again.status, again.body.transfer.state]).toEqual([201, 'waiting']);
    expect(again.body.transfer.startedAt > (await transfersOf(checkoutId))[0]!.startedAt.toISOString()).toBe(true);
  });
});

describe('money that arrives', () => {
  it('with the amount that is due is captured, and becomes the order', async () => {
    const { asha, checkoutId, reference } = await awaited();
    const arrival = await arrives(` ${reference.slice(0, 5).toLowerCase()} ${reference.slice(5)}`);
    expect(arrival).toMatchObject({ state: 'matched', reference, checkoutId, amount: DUE / 100 });
    await harness.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toEqual([
      expect.objectContaining({ provider: 'bank-transfer', providerPaymentId: arrival._id, amount: DUE }),
    ]);
    expect(await stateOf(asha, checkoutId)).toBe('arrived');
    expect((await ofBuyer('DELETE', asha, checkoutId)).body.code).toBe('transfer.settled');
    expect(await audited('bank-arrival.recorded', arrival._id)).toHaveLength(1);
  });

  it.each([
    ['less', DUE - 1],
    ['more', DUE + 1],
  ])('with %s than is due goes back, and the attempt ends', async (_, amount) => {
    const { asha, checkoutId, reference } = await awaited();
    const arrival = await arrives(reference, amount);
    expect(arrival).toMatchObject({ state: 'goes-back', reference });
    expect((await harness.becomes(checkoutId, 'failed')).failure).toBe('wrong-amount');
    expect(await taskOf(checkoutId)).toMatchObject({ amount: amount / 100, reason: 'wrong-amount', reference });
    expect(await returned(checkoutId)).toEqual([
      expect.objectContaining({ reason: 'wrong-amount', amount, providerPaymentId: arrival._id }),
    ]);
    expect(await captured(checkoutId)).toEqual([]);
    expect(await stateOf(asha, checkoutId)).toBe('refused');
    await isFreed(checkoutId);
  });

  it('a second time for the same transfer goes back, and the order stays', async () => {
    const { asha, checkoutId, reference } = await awaited();
    await arrives(reference);
    await harness.becomes(checkoutId, 'captured');
    expect((await arrivesAgain(reference)).state).toBe('goes-back');
    expect(await taskOf(checkoutId)).toMatchObject({ amount: DUE / 100, reason: 'paid-again' });
    expect(await captured(checkoutId)).toHaveLength(1);
    expect(await stateOf(asha, checkoutId)).toBe('arrived');
  });

  it.each(['cancelled', 'refused'] as const)(
    'lets a transfer that is %s be deleted a day before its attempt',
    async (end) => {
      const { asha, checkoutId, reference } = await awaited();
      if (end === 'cancelled') await ofBuyer('DELETE', asha, checkoutId);
      else await arrives(reference, 1_00);
      const { keepUntil: attemptUntil } = await harness.becomes(checkoutId, 'failed');
      const [{ state, keepUntil } = {} as Transfer] = await transfersOf(checkoutId);
      expect(state).toBe(end);
      expect((attemptUntil!.getTime() - keepUntil!.getTime()) / HOURS).toBeCloseTo(24, 1);
    },
  );

  it('keeps the transfer for as long as its attempt is kept, and for ever once it is the payment', async () => {
    const { asha, checkoutId, reference } = await awaited();
    await ofBuyer('DELETE', asha, checkoutId);
    const { keepUntil: attemptUntil } = await harness.becomes(checkoutId, 'failed');
    await arrives(reference, 1_00);
    await taskOf(checkoutId);
    const [refused] = await transfersOf(checkoutId);
    expect(refused!.keepUntil!.getTime()).toBeLessThan(attemptUntil!.getTime());
    await arrives(reference);
    expect(Object.keys((await transfersOf(checkoutId))[0]!)).not.toContain('keepUntil');
    await harness.becomes(checkoutId, 'captured');
  });

  it('with the right amount after a wrong one is the payment, and only the wrong one goes back', async () => {
    const { checkoutId, reference } = await awaited();
    await arrives(reference, 1_00);
    await taskOf(checkoutId);
    await arrives(reference);
    await harness.becomes(checkoutId, 'captured');
    await harness.idle();
    expect((await returns()).filter((one) => one.checkoutId === checkoutId)).toHaveLength(1);
    const asked = (await harness.attention()).filter((one) => one.checkoutId === checkoutId);
    expect(asked.map(({ reason }) => reason)).toEqual(['wrong-amount']);
  });

  it.each(['expired', 'cancelled'])('after the transfer was %s is captured all the same', async (end) => {
    const { asha, checkoutId, reference } = await awaited();
    if (end === 'expired') harness.service.clock.advance(72 * HOURS + 1_000);
    else await ofBuyer('DELETE', asha, checkoutId);
    await harness.becomes(checkoutId, 'failed');
    expect((await arrives(reference)).state).toBe('matched');
    await harness.becomes(checkoutId, 'captured');
    expect(await captured(checkoutId)).toHaveLength(1);
    expect(await stateOf(asha, checkoutId)).toBe('arrived');
  });

  it('too late for its pieces goes back once cart-order refuses it', async () => {
    const { asha, checkoutId, reference } = await awaited();
    await ofBuyer('DELETE', asha, checkoutId);
    await harness.becomes(checkoutId, 'failed');
    const arrival = await arrives(reference);
    await harness.becomes(checkoutId, 'captured');
    const [paid] = await captured(checkoutId);
    const refundId = crypto.randomUUID();
    const { paymentId, userId, amount, currency } = paid!;
    await harness.deliver(cartOrder.checkoutRefused, checkoutId, {
      refundId,
      paymentId,
      checkoutId,
      userId,
      amount,
      currency,
      reason: 'sold',
      refusedAt: new Date().toISOString(),
    });
    expect(await taskOf(checkoutId)).toMatchObject({ _id: refundId, reason: 'checkout-refused', text: arrival.text });
  });

  it('at the moment at which its buyer gives it up is one or the other, and never lost', async () => {
    for (const _ of [1, 2, 3]) {
      const { asha, checkoutId, reference } = await awaited();
      const [arrival] = await Promise.all([arrives(reference), ofBuyer('DELETE', asha, checkoutId)]);
      expect(arrival.state).toBe('matched');
      await harness.becomes(checkoutId, 'captured');
      expect(await captured(checkoutId)).toHaveLength(1);
      expect(await stateOf(asha, checkoutId)).toBe('arrived');
    }
  });

  it('while its transfer is found to be over is captured, not forgotten until the attempt is looked at again', async () => {
    const { asha, checkoutId, reference } = await awaited();
    const provider = harness.service.app.get(Providers).of('bank-transfer');
    const fetchStatus = provider.fetchStatus.bind(provider);
    const [found, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asked = jest.spyOn(provider, 'fetchStatus').mockImplementation(async (order) => {
      const status = await fetchStatus(order);
      if (order === reference && status.state === 'denied') {
        found.resolve();
        await goOn.promise;
      }
      return status;
    });
    try {
      await ofBuyer('DELETE', asha, checkoutId);
      await found.promise;
      expect((await arrives(reference)).state).toBe('matched');
    } finally {
      goOn.resolve();
      asked.mockRestore();
    }
    await harness.becomes(checkoutId, 'captured');
  });

  it('with the bank’s number is recorded once, by two of staff at once too', async () => {
    const { checkoutId, reference } = await awaited();
    const told = { reference, amount: DUE / 100, bankReference: '000509312345001' };
    const both = await Promise.all([record(told), record({ ...told, bankReference: '509312345001' })]);
    expect(new Set(both.map(({ _id }) => _id)).size).toBe(1);
    await harness.becomes(checkoutId, 'captured');
    await harness.idle();
    expect(await returned(checkoutId)).toEqual([]);
  });

  it('with the number of money that is recorded otherwise is refused, with what is recorded', async () => {
    const [paid, other] = [await awaited(), await awaited()];
    const bankReference = '509312345002';
    const told = { amount: DUE / 100, arrivedOn: TODAY, bankReference };
    const { _id } = await record({ ...told, reference: paid.reference });
    const said = `This number is recorded: ₹2,060.00 of ${paid.reference}, 1 Apr 2025`;
    for (const wrong of [
      { reference: other.reference },
      { amount: 5 },
      { reference: other.reference, isOther: true },
    ]) {
      const { status, body } = await asStaff('POST', '/arrivals', { ...told, ...wrong });
      expect([status, body.code, body.errors]).toEqual([400, 'request.invalid', { bankReference: said }]);
    }
    // The same again, and what says less, is that money.
    for (const same of [{ reference: paid.reference.toLowerCase() }, {}]) {
      expect((await record({ ...told, ...same }))._id).toBe(_id);
    }
    expect(await stateOf(other.asha, other.checkoutId)).toBe('waiting');
    const arrivals = harness.service.connection.collection('bankArrivals');
    expect(await arrivals.countDocuments({ bankReference })).toBe(1);
    await harness.becomes(paid.checkoutId, 'captured');
  });

  it('with the number of money whose transfer is not known is refused, and can be assigned', async () => {
    const { checkoutId, reference } = await awaited();
    const told = { amount: DUE / 100, bankReference: '509312345003' };
    const { _id } = await record({ ...told, isOther: true });
    const { body } = await asStaff('POST', '/arrivals', { ...told, arrivedOn: TODAY, reference });
    expect(body.errors).toEqual({ bankReference: 'This number is recorded: ₹2,060.00, 1 Apr 2025' });
    expect((await assign(_id, { reference })).body.arrival.state).toBe('matched');
    await harness.becomes(checkoutId, 'captured');
  });

  it('with a reference that there is not is refused', async () => {
    const { status, body } = await asStaff('POST', '/arrivals', { amount: 1, arrivedOn: TODAY, reference: 'NOSUCH' });
    expect([status, body.code]).toEqual([404, 'transfer.not-found']);
  });
});

describe('money whose transfer is not known', () => {
  it('waits for staff, and pays the transfer that they assign it to', async () => {
    const { checkoutId, reference } = await awaited();
    const arrival = await record({ amount: DUE / 100, text: 'UPI/ASHA RAO', isOther: true });
    expect(arrival).toMatchObject({ state: 'unmatched', reference: null });
    const listed = await asStaff<{ arrivals: payment.Arrival[] }>('GET', '/arrivals?limit=48');
    expect(listed.body.arrivals.map(({ _id }) => _id)).toContain(arrival._id);
    expect((await assign(arrival._id, { reference: 'NOSUCH' })).body.code).toBe('transfer.not-found');
    for (const _ of [1, 2]) {
      expect((await assign(arrival._id, { reference })).body.arrival).toMatchObject({ state: 'matched', checkoutId });
    }
    await harness.becomes(checkoutId, 'captured');
    expect(await audited('bank-arrival.assigned', arrival._id)).toHaveLength(1);
    expect((await assign(arrival._id, { note: 'no' })).body.code).toBe('transfer.settled');
  });

  it('of another amount than that of the transfer that staff assign it to goes back', async () => {
    const { checkoutId, reference } = await awaited();
    const arrival = await record({ amount: 1, text: 'UPI/ASHA RAO', isOther: true });
    expect((await assign(arrival._id, { reference })).body.arrival.state).toBe('goes-back');
    expect(await taskOf(checkoutId)).toMatchObject({ amount: 1, reason: 'wrong-amount', text: 'UPI/ASHA RAO' });
  });

  it('is assigned once where two of staff do it at once', async () => {
    const [one, other] = [await awaited(), await awaited()];
    const arrival = await record({ amount: DUE / 100, isOther: true });
    const answers = await Promise.all([one, other].map(({ reference }) => assign(arrival._id, { reference })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers[0]!.status === 200 ? one : other;
    await harness.becomes(winner.checkoutId, 'captured');
    expect((await harness.attempt((winner === one ? other : one).checkoutId)).state).toBe('pending');
  });

  it('is set aside with a note, which the audit trail keeps', async () => {
    const arrival = await record({ amount: 5 });
    expect((await assign(arrival._id, { note: 'Rent of the shop' })).body.arrival).toMatchObject({
      state: 'set-aside',
      note: 'Rent of the shop',
    });
    expect((await audited('bank-arrival.set-aside', arrival._id)).map(({ reason }) => reason)).toEqual([
      'Rent of the shop',
    ]);
    expect((await assign(new Types.ObjectId().toHexString(), { note: 'x' })).status).toBe(404);
  });
});

describe('a statement', () => {
  it('is matched by reference and amount, and only tells so where it is a dry run', async () => {
    const [equal, less] = [await awaited(), await awaited()];
    const cut = `${equal.reference.slice(0, 4)} ${equal.reference.slice(4).toLowerCase()}`;
    const csv = `${statementOf(
      [`NEFT-ASHA-${cut}-HDFC`, DUE],
      [`IMPS ${less.reference}`, DUE - 100],
      ['UPI stranger', 4_500_00],
    )}\n01/04/25,Charges,,\n31/31/25,Broken,,5.00`;
    const expected = ['matched', 'goes-back', 'unmatched', 'not-money-in', 'unreadable'];
    const dry = await imports(csv, true);
    expect(outcomesOf(dry)).toEqual(expected);
    expect(dry.body.rows[0]).toEqual({
      line: 2,
      outcome: 'matched',
      amount: DUE / 100,
      arrivedOn: TODAY,
      text: `NEFT-ASHA-${cut}-HDFC`,
      reference: equal.reference,
      message: null,
    });
    expect((await harness.attempt(equal.checkoutId)).state).toBe('pending');
    const real = await imports(csv);
    expect(real.body).toEqual(dry.body);
    expect(real.body.counts).toEqual({
      matched: 1,
      'goes-back': 1,
      unmatched: 1,
      known: 0,
      'not-money-in': 1,
      unreadable: 1,
    });
    await harness.becomes(equal.checkoutId, 'captured');
    expect(await taskOf(less.checkoutId)).toMatchObject({ amount: (DUE - 100) / 100, reason: 'wrong-amount' });
  });

  it('that has the amount twice pays with the first row, and the second one goes back', async () => {
    const { checkoutId, reference } = await awaited();
    const csv = statementOf([`G1 ${reference}`, 1_00], [`G2 ${reference}`, DUE], [`G3 ${reference}`, DUE]);
    expect(outcomesOf(await imports(csv))).toEqual(['goes-back', 'matched', 'goes-back']);
    const { providerPaymentId } = await harness.becomes(checkoutId, 'captured');
    const arrivals = harness.service.connection.collection('bankArrivals');
    const texts = await arrivals.find({ _id: new Types.ObjectId(providerPaymentId) }).toArray();
    expect(texts.map(({ text }) => text as string)).toEqual([`G2 ${reference}`]);
    await eventually(async () => {
      const found = (await returns()).filter((one) => one.checkoutId === checkoutId);
      expect(found.map(({ text }) => text).toSorted()).toEqual([`G1 ${reference}`, `G3 ${reference}`]);
    });
  });

  it('imported again, and as a part of a longer one, changes nothing that is known', async () => {
    const { checkoutId, reference } = await awaited();
    const first = statementOf([`A ${reference}`, DUE], ['equal', 100_01], ['equal', 100_01]);
    expect(outcomesOf(await imports(first))).toEqual(['matched', 'unmatched', 'unmatched']);
    expect(outcomesOf(await imports(first))).toEqual(['known', 'known', 'known']);
    const longer = statementOf(['new', 7_77], ['equal', 100_01], [`A ${reference}`, DUE], ['equal', 100_01]);
    const again = await imports(longer);
    expect(outcomesOf(again)).toEqual(['unmatched', 'known', 'known', 'known']);
    await harness.becomes(checkoutId, 'captured');
    await harness.idle();
    expect(await returned(checkoutId)).toEqual([]);
    const imported = (await publishedEvents(harness.service, identity.auditRecorded)).filter(
      ({ data }) => (data as DataOf<typeof identity.auditRecorded>).action === 'bank-statement.imported',
    );
    expect(imported.map(({ data }) => (data as DataOf<typeof identity.auditRecorded>).after)).toEqual(
      expect.arrayContaining([
        { matched: 1, goesBack: 0, unmatched: 2 },
        { matched: 0, goesBack: 0, unmatched: 1 },
      ]),
    );
  });

  it('imported twice at once is recorded once', async () => {
    const { checkoutId, reference } = await awaited();
    const csv = statementOf([`B ${reference}`, DUE], ['twin', 321_00], ['twin', 321_00], ['N', 9_99, '509312349999']);
    const both = await Promise.all([imports(csv), imports(csv)]);
    expect(both.map(outcomesOf).toSorted()).toEqual([
      ['known', 'known', 'known', 'known'],
      ['matched', 'unmatched', 'unmatched', 'unmatched'],
    ]);
    await harness.becomes(checkoutId, 'captured');
    const arrivals = harness.service.connection.collection('bankArrivals');
    expect(await arrivals.countDocuments({ amount: 321_00 })).toBe(2);
    expect(await returned(checkoutId)).toEqual([]);
  });

  it('knows what staff recorded by hand before, with and without the bank’s number', async () => {
    const [plain, numbered] = [await awaited(), await awaited()];
    await arrives(plain.reference);
    await record({ reference: numbered.reference, amount: DUE / 100, bankReference: 'HDFCN52025040199' });
    const csv = statementOf([`C ${plain.reference}`, DUE], ['C', DUE, 'HDFCN52025040199']);
    expect(outcomesOf(await imports(csv))).toEqual(['known', 'known']);
    const more = await imports(`${csv}\n01/04/25,C2 ${plain.reference},,${DUE / 100}`);
    expect(outcomesOf(more)).toEqual(['known', 'known', 'goes-back']);
    expect(await taskOf(plain.checkoutId)).toMatchObject({ reason: 'paid-again' });
  });

  it('knows what staff recorded by hand once: the same sum in a later statement is other money', async () => {
    const { checkoutId, reference } = await awaited();
    await arrives(reference);
    expect(outcomesOf(await imports(statementOf([`F ${reference}`, DUE])))).toEqual(['known']);
    expect(outcomesOf(await imports(statementOf([`F2 ${reference}`, DUE])))).toEqual(['goes-back']);
    expect(await taskOf(checkoutId)).toMatchObject({ amount: DUE / 100, reason: 'paid-again' });
  });

  it('knows what staff recorded by hand on another day, for the same transfer', async () => {
    const { checkoutId, reference } = await awaited();
    await record({ reference, amount: DUE / 100, arrivedOn: '2025-04-03' });
    const csv = statementOf([`D ${reference}`, DUE]);
    expect(outcomesOf(await imports(csv))).toEqual(['known']);
    expect(outcomesOf(await imports(csv))).toEqual(['known']);
    await harness.becomes(checkoutId, 'captured');
    await harness.idle();
    expect(await returned(checkoutId)).toEqual([]);
  });

  it('that was imported makes staff say whether what they record is other money', async () => {
    const { checkoutId, reference } = await awaited();
    await imports(statementOf([`E ${reference}`, DUE, '509312348888'], ['E2', 4_321_00]));
    await harness.becomes(checkoutId, 'captured');
    const told = { reference, amount: DUE / 100, arrivedOn: '2025-04-02' };
    const refused = await asStaff('POST', '/arrivals', told);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'transfer.recorded-already',
      { arrivals: [expect.objectContaining({ reference, state: 'matched', text: `E ${reference}` })] },
    ]);
    const unknown = { amount: 4_321, arrivedOn: TODAY };
    expect((await asStaff('POST', '/arrivals', unknown)).body.code).toBe('transfer.recorded-already');
    // Of another day, or with another number of the bank, it is other money.
    expect((await record({ ...unknown, arrivedOn: '2025-04-02' })).state).toBe('unmatched');
    await harness.idle();
    expect(await returned(checkoutId)).toEqual([]);
    expect((await record({ ...told, bankReference: '509312347777' })).state).toBe('goes-back');
    expect((await record({ ...told, isOther: true })).state).toBe('goes-back');
  });

  it('of more rows than one transaction takes is recorded as a whole', async () => {
    const csv = statementOf(...Array.from({ length: 130 }, (_, index): [string, number] => [`bulk ${index}`, 50_07]));
    expect((await imports(csv)).body.counts).toMatchObject({ unmatched: 130 });
    expect((await imports(csv)).body.counts).toMatchObject({ known: 130, unmatched: 0 });
  });

  it('without its columns is refused, with what is missing', async () => {
    const { status, body } = await imports('Date,Narration,Balance\n01/04/25,A,1');
    expect([status, body.code, body.errors]).toEqual([
      400,
      'request.invalid',
      { csv: expect.stringContaining('money in') },
    ]);
  });
});

describe('money to send back', () => {
  it('is refunded once staff tell that they sent it, and its refund fails where they cannot', async () => {
    for (const [outcome, state] of [
      ['sent', 'completed'],
      ['failed', 'failed'],
    ] as const) {
      const { checkoutId, reference } = await awaited();
      await arrives(reference);
      await harness.becomes(checkoutId, 'captured');
      const [paid] = await captured(checkoutId);
      const refundId = await request(paid!, { amount: 500_00 });
      await refundBecomes(refundId, 'pending');
      const task = await taskOf(checkoutId);
      expect(task).toMatchObject({ _id: refundId, state: 'open', amount: 500, reason: 'staff', settledAt: null });
      const told = { outcome, bankReference: 'N0001', note: 'By NEFT' };
      for (const _ of [1, 2]) {
        expect((await settle(refundId, told)).body.return).toMatchObject({ state: outcome });
      }
      await refundBecomes(refundId, state);
      expect((await settle(refundId, { outcome: outcome === 'sent' ? 'failed' : 'sent' })).body.code).toBe(
        'transfer.settled',
      );
      expect(await audited('bank-return.settled', refundId)).toEqual([
        expect.objectContaining({ reason: 'By NEFT', after: { state: outcome, bankReference: 'N0001' } }),
      ]);
      expect((await returns('settled'))[0]).toMatchObject({ _id: refundId, state: outcome, sentAs: 'N0001' });
      expect((await returns()).map(({ _id }) => _id)).not.toContain(refundId);
    }
    expect((await settle('nothing', { outcome: 'sent' })).status).toBe(404);
  });

  it('of a wrong amount ends its return', async () => {
    const { checkoutId, reference } = await awaited();
    await arrives(reference, 1_00);
    const { _id } = await taskOf(checkoutId);
    await refundBecomes(_id, 'pending');
    await settle(_id, { outcome: 'sent' });
    await refundBecomes(_id, 'completed');
    expect(await harness.published(payment.paymentReturnCompleted, checkoutId)).toHaveLength(1);
  });

  it('that was told while this service died is found by the refund itself', async () => {
    const { checkoutId, reference } = await awaited();
    await arrives(reference, 1_00);
    const { _id } = await taskOf(checkoutId);
    await refundBecomes(_id, 'pending');
    const tasks = harness.service.connection.collection<{ _id: string }>('bankTransferReturns');
    await tasks.updateOne({ _id }, { $set: { state: 'sent', settledAt: new Date() } });
    await harness.idle();
    harness.service.clock.advance(HOURS + 1_000);
    expect((await refundBecomes(_id, 'completed')).providerRefundId).toBe(_id);
  });
});

describe('the list of staff', () => {
  it('finds transfers by state, by the beginning of their reference and by their amount', async () => {
    const asha = await harness.shopper();
    const { checkoutId } = harness.fakeServices.freeze(asha.userId, { amount: 7_654_32 });
    const { reference } = (await start(asha, { checkoutId })).body.transfer;
    const list = async (query: string) =>
      (await asStaff<{ transfers: payment.ExpectedTransfer[]; totalCount: number }>('GET', `/transfers?${query}`)).body;
    const paymentId = (await harness.attempt(checkoutId))._id;
    const written = ['7654.32', '7,654.32', '₹7,654.32', '₹ 7,654.32', 'Rs. 7,654.32', 'INR 7,654.32'];
    for (const q of [reference.slice(0, 6).toLowerCase(), ...written]) {
      const { transfers, totalCount } = await list(`q=${encodeURIComponent(q)}`);
      expect([q, totalCount, transfers]).toEqual([
        q,
        1,
        [expect.objectContaining({ reference, checkoutId, paymentId, state: 'waiting', amount: 7654.32 })],
      ]);
    }
    expect((await list(`q=${reference}&state=arrived`)).totalCount).toBe(0);
    expect((await list('q=!')).totalCount).toBe(0);
    expect((await list('limit=1')).transfers).toEqual([expect.objectContaining({ reference })]);
    expect((await harness.send('GET', `${STAFF}/transfers`, undefined, asha.headers)).status).toBe(403);
  });

  it('names the buyer as long as there is an account', async () => {
    const { asha, reference } = await awaited();
    const buyerOf = async () => {
      const { body } = await asStaff<{ transfers: payment.ExpectedTransfer[] }>('GET', `/transfers?q=${reference}`);
      return body.transfers[0]!.buyer;
    };
    expect(await buyerOf()).toBe('Unknown');
    await harness.service.connection
      .collection<{ _id: string }>('people')
      .insertOne({ _id: asha.userId, name: 'Asha Rao', version: 1 } as never);
    expect(await buyerOf()).toBe('Asha Rao');
  });
});
