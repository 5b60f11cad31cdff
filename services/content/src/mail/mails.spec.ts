import crypto from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cartOrder, type content, type DataOf, identity, payment } from '@shop/contracts';
import { openLink } from '@shop/service-kit';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { eventually, startSandbox, type TestMail, type TestSandbox } from '@shop/test-kit';
import { startContent } from '../../test/service-harness.ts';
import { brand } from '../demo-data/brand.ts';
import { KINDS } from './kinds/index.ts';
import type { MailRow } from './mail.schema.ts';
import { MailsRepository } from './mails.repository.ts';

// Real: the service (two instances in the last test), MongoDB, RabbitMQ, Redis, and the sandbox as mail server. The second retry is
// after an hour and the sender's lease is two minutes: tests advance the clock.
const HOUR = 3_600_000;

let sandbox: TestSandbox;
let service: TestService;

beforeAll(async () => {
  sandbox = await startSandbox();
  service = await start();
  const branded = await send('PUT', '/admin/brand', brand, await service.signIn({ role: 'admin' }));
  expect(branded).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});
afterEach(() => sandbox.control('DELETE', '/failures'));

const start = (environment: Record<string, string> = {}) =>
  startContent({
    SHOP_URL: 'https://shop.example',
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'no-reply@shop.example',
    COUNTRIES_URL: `${sandbox.url}/countries`,
    RATES_URL: `${sandbox.url}/rates`,
    MAIL_RETRY_DELAYS: '200ms,1h',
    MAIL_SWEEP: '50ms',
    MAIL_KEEP_SWEEP: '50ms',
    ...environment,
  });

const send = async <T>(method: string, path: string, body: unknown, headers: Record<string, string>) => {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};

const newId = () => crypto.randomBytes(12).toString('hex');

interface Person {
  userId: string;
  email: string;
  account: DataOf<typeof identity.userCreated>;
}

/** A person unknown to content. */
function stranger(name = 'Asha Rao'): Person {
  const userId = newId();
  const email = `${userId}@example.com`;
  return { userId, email, account: { userId, name, email, role: 'user' } };
}

async function somebody(name?: string): Promise<Person> {
  const person = stranger(name);
  await service.deliverEvent(identity.userCreated, person.userId, person.account);
  return person;
}

const anOrder = ({ userId }: Person, fields: Partial<DataOf<typeof cartOrder.orderCreated>> = {}) => ({
  orderId: newId(),
  userId,
  holdId: crypto.randomUUID(),
  lines: [
    {
      productId: newId(),
      quantity: 2,
      name: 'Meera <b>Ring</b>',
      productGroup: 'AR-1042',
      choices: { metalTone: 'Rose gold', sizes: '12' },
      amount: 2_46_912_00,
    },
  ],
  charges: { gst: 7_407_36, shipping: 0, engraving: 199_00, hallmarking: 0, specialRequest: 0 },
  total: 2_54_518_36,
  currency: 'INR' as const,
  recipient: 'Meera Rao',
  shippingInfo: {
    name: 'Meera Rao',
    phone: '+91 98765 43210',
    street: '12 MG Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302001',
    country: 'India',
  },
  ...fields,
});

const ordered = async (person: Person, fields?: Parameters<typeof anOrder>[1], id?: string) => {
  const order = anOrder(person, fields);
  await service.deliverEvent(cartOrder.orderCreated, order.orderId, order, { id });
  return order;
};

const mailsTo = async ({ email }: Person): Promise<TestMail[]> => (await sandbox.mails(email)).toReversed();
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);
const oneMailTo = (person: Person) =>
  eventually(
    async () => {
      const mails = await mailsTo(person);
      return mails.length > 0 && mails[0]!;
    },
    { what: 'the mail' },
  );
const rowsOf = async ({ userId }: Person) => {
  const rows = await service.connection.collection<MailRow>('mails').find({ userId }).toArray();
  // One that is marked as sent while it is read moves in the index, and may be read at both places.
  return [...new Map(rows.map((row) => [row._id, row])).values()];
};
const statesOf = async (person: Person) => (await rowsOf(person)).map(({ state }) => state);
const advance = (ms: number) => service.clock.advance(ms);
const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`;

describe('the confirmation of an order', () => {
  it('names wrap and message of a present', async () => {
    const asha = await somebody();
    const charges = { gst: 0, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0, giftWrap: 150_00 };
    await ordered(asha, { charges, gift: { wrap: true, message: 'For <you>\nfrom us' } });
    const { text, html } = await oneMailTo(asha);
    for (const said of ['Gift wrap', '₹150.00', 'Wrapped as a gift', 'For <you>', 'from us'])
      expect(text).toContain(said);
    expect(html).toContain('For &lt;you&gt;');
  });

  it('says what was bought, what it cost and where it goes, as HTML and as text', async () => {
    const asha = await somebody();
    const id = crypto.randomUUID();
    const { orderId } = await ordered(asha, {}, id);
    const { subject, text, html, headers, from } = await oneMailTo(asha);
    expect(subject).toBe(`Your Aranya order ${numberOf(orderId)} is confirmed`);
    for (const part of [text, html]) {
      for (const expected of [
        'Dear Asha Rao',
        'AR-1042',
        'Metal tone: Rose gold, Size: 12',
        '₹2,46,912.00',
        'Engraving',
        '₹199.00',
        'GST',
        '₹7,407.36',
        'Free',
        '₹2,54,518.36',
        'Meera Rao',
        '12 MG Road',
        'Jaipur, Rajasthan 302001',
        `https://shop.example/order/link/${orderId}.`,
        'care@aranya.example',
      ]) {
        expect(part).toContain(expected);
      }
      expect(part).not.toContain('Hallmarking');
    }
    expect(html).toContain('2 × Meera &lt;b&gt;Ring&lt;/b&gt;');
    expect([from, headers['reply-to'], headers['message-id']]).toEqual([
      'no-reply@shop.example',
      'care@aranya.example',
      `<${id}@shop.example>`,
    ]);
  });

  it('tells a buyer abroad who pays duties, after the address, and nobody else', async () => {
    const emily = await somebody();
    const dutiesNote = 'Duties are not included. The courier charges them to <you>.';
    const abroad = { ...anOrder(emily).shippingInfo, country: 'Germany' };
    await ordered(emily, { shippingInfo: abroad, dutiesNote });
    const { text, html } = await oneMailTo(emily);
    expect(text).toMatch(/Germany\n[^]*Duties are not included\. The courier charges them to <you>\.\n/);
    expect(html).toContain('to &lt;you&gt;.');
    const asha = await somebody();
    await ordered(asha);
    expect((await oneMailTo(asha)).text).not.toContain('uties');
  });

  it('shows the lines with their GST where the buyer saw them so, and splits the sum like the checkout', async () => {
    const asha = await somebody();
    const [line] = anOrder(asha).lines;
    await ordered(asha, { lines: [{ ...line!, gst: 7_407_36 }], gstRate: 0.03, showPrices: 'with-tax' });
    const { text } = await oneMailTo(asha);
    const rows = text.split('\n').filter((row) => /₹|Free/.test(row));
    expect(rows).toEqual([
      '2 × Meera <b>Ring</b> (AR-1042): ₹2,54,319.36',
      'Subtotal (before GST): ₹2,46,912.00',
      'GST (3 %): ₹7,407.36',
      'Shipping: Free',
      'Engraving: ₹199.00',
      'Total: ₹2,54,518.36',
    ]);
  });

  it('says when the pieces are expected', async () => {
    const asha = await somebody();
    await ordered(asha, { expected: { earliest: '2026-11-27', latest: '2026-12-01' } });
    expect((await oneMailTo(asha)).text).toContain(
      'We expect to deliver it between Friday 27 November and Tuesday 1 December.',
    );
  });

  it('links to the order without a session for 90 days, and so does the link that is asked for', async () => {
    const asha = await somebody();
    const { orderId } = await ordered(asha);
    await oneMailTo(asha);
    await service.deliverEvent(cartOrder.orderLinkRequested, orderId, { orderId, userId: asha.userId });
    await eventually(async () =>
      expect((await subjectsTo(asha))[1]).toBe(`The link to your Aranya order ${numberOf(orderId)}`),
    );
    for (const { text } of await mailsTo(asha)) {
      const [, link] = /\/order\/link\/(\S+)/.exec(text)!;
      const opens = (days: number) =>
        openLink('order', link!, [service.environment['ORDER_LINK_KEY']!], service.clock.millis() + days * 24 * HOUR);
      expect([opens(89), opens(91)]).toEqual([orderId, undefined]);
    }
    const listed = await send<{ mails: content.MailRecord[] }>(
      ...(['GET', '/admin/mails', undefined, await service.signIn({ role: 'admin' })] as const),
    );
    expect(JSON.stringify(listed.body)).not.toContain('order-link');
  });

  it('of a withdrawal is a receipt: the order, the pieces, when it was received, and what follows', async () => {
    const emily = await somebody();
    const withdrawn = async (fields: object) => {
      const [orderId, before] = [newId(), (await mailsTo(emily)).length];
      const piece = (name: string, hasLeft: boolean) => ({ name, quantity: 1, productGroup: 'AR-1042', hasLeft });
      await service.deliverEvent(cartOrder.orderWithdrawn, orderId, {
        ...{ orderId, userId: emily.userId, at: '2026-11-28T20:05:00.000Z', isCancelled: false },
        ...{ provider: 'paypal' as const, providerPaymentId: '8MC', amount: 1, currency: 'EUR' as const },
        lines: [piece('Meera Ring', true), piece('Tara Studs', false)],
        ...fields,
      });
      const mails = await eventually(async () => {
        const sent = await mailsTo(emily);
        return sent.length > before && sent;
      });
      return { orderId, ...mails.at(-1)! };
    };
    const { orderId, subject, text } = await withdrawn({});
    expect(subject).toBe(`We have received your withdrawal from Aranya order ${numberOf(orderId)}`);
    for (const said of [
      `On 29 November 2026 at 01:35 (Indian time) you withdrew from the contract of your order ${numberOf(orderId)}`,
      '1 × Meera Ring (AR-1042)',
      '1 × Tara Studs (AR-1042)',
      'We do not send 1 × Tara Studs any more',
      'Please send 1 × Meera Ring back within 14 days',
      `https://shop.example/order/link/${orderId}.`,
    ]) {
      expect(text).toContain(said);
    }
    const cancelled = await withdrawn({ isCancelled: true });
    expect(cancelled.text).toContain('The order is cancelled, and all that you paid goes back to you');
    expect(cancelled.text).not.toMatch(/send .* back/);
  });

  it('shows an export without GST before tax, and no row of it', async () => {
    const emily = await somebody();
    const charges = { gst: 0, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 };
    await ordered(emily, { charges, gstRate: 0, showPrices: 'zero-rated', total: 2_46_912_00 });
    const { text } = await oneMailTo(emily);
    expect(text).toContain('Subtotal: ₹2,46,912.00');
    expect(text).not.toContain('GST');
  });

  it.each([
    ['USD', 59_99, '$59.99'],
    ['JPY', 1_234_567, '¥1,234,567'],
    ['EUR', 1_234_50, '€1,234.50'],
  ] as const)('shows %s in its own way', async (currency, total, shown) => {
    const emily = await somebody();
    await ordered(emily, { currency, total });
    expect((await oneMailTo(emily)).text).toContain(`Total: ${shown}`);
  });

  it('needs nothing that an older event does not carry', async () => {
    const asha = await somebody();
    const { orderId, userId, holdId } = anOrder(asha);
    const lines = [{ productId: newId(), quantity: 1 }];
    await service.deliverEvent(cartOrder.orderCreated, orderId, { orderId, userId, holdId, lines });
    expect((await oneMailTo(asha)).text).toContain('1 × A piece');
  });

  it('goes out once where the account is heard of while it is looked for', async () => {
    const late = stranger();
    const mails = service.app.get(MailsRepository, { strict: false });
    const mark = jest.spyOn(mails, 'markWaiting').mockImplementationOnce(async (mail, problem) => {
      mark.mockRestore();
      await mails.markWaiting(mail, problem);
      await service.deliverEvent(identity.userCreated, late.userId, late.account);
      // By another run, which the account's event has woken.
      await eventually(async () => expect(await statesOf(late)).toEqual(['sent']));
    });
    const unmark = jest.spyOn(mails, 'unmarkWaiting');
    await ordered(late);
    await eventually(async () =>
      expect(await Promise.all(unmark.mock.results.map(({ value }) => value))).toEqual([false]),
    );
    expect(await mailsTo(late)).toHaveLength(1);
  });

  it('waits for the account to be heard of, and goes out as soon as it is', async () => {
    const late = stranger('Late Riser');
    await ordered(late);
    await eventually(async () => expect((await rowsOf(late))[0]?.waitsForRecipient).toBe(true));
    await service.deliverEvent(identity.userCreated, late.userId, late.account);
    expect((await oneMailTo(late)).text).toContain('Dear Late Riser');
  });

  it('goes to an account that no kept event tells of, as identity knows it, until an event knows better', async () => {
    const old = stranger('Old Friend');
    const { userId, email } = old;
    service.identity.contacts.set(userId, { userId, name: 'Old Friend', email, address: null });
    await ordered(old);
    expect((await oneMailTo(old)).text).toContain('Dear Old Friend');
    const moved = `moved-${email}`;
    await service.deliverEvent(identity.userUpdated, userId, { ...old.account, email: moved }, { version: 1 });
    await eventually(async () =>
      expect(await service.connection.collection('recipients').findOne({ _id: userId as never })).toMatchObject({
        email: moved,
      }),
    );
  });

  it('goes to the newest address, whatever order the events came in', async () => {
    const asha = stranger();
    const moved = `moved-${asha.email}`;
    await service.deliverEvent(identity.userUpdated, asha.userId, { ...asha.account, email: moved }, { version: 2 });
    await service.deliverEvent(identity.userCreated, asha.userId, asha.account, { version: 1 });
    await ordered(asha);
    await eventually(async () => expect(await sandbox.mails(moved)).toHaveLength(1));
    expect(await mailsTo(asha)).toEqual([]);
  });

  it('goes to nobody once the account is deleted, and its text is forgotten', async () => {
    const asha = stranger();
    await ordered(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['queued']));
    await service.deliverEvent(identity.userDeleted, asha.userId, { userId: asha.userId }, { version: 2 });
    await eventually(async () => expect(await statesOf(asha)).toEqual(['dead']));
    await service.deliverEvent(identity.userCreated, asha.userId, asha.account, { version: 1 });
    const later = await ordered(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['dead', 'dead']));
    for (const row of await rowsOf(asha)) expect(row.data).toBeUndefined();
    expect(await sandbox.mails(asha.email)).toEqual([]);
    expect(later.userId).toBe(asha.userId);
  });
});

describe('while the mail server', () => {
  it('is busy, a mail waits, and goes out once when it is not', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', {
      provider: 'smtp',
      kind: 'mail-busy',
      where: { to: asha.email },
      times: 2,
    });
    await ordered(asha);
    await eventually(async () => expect((await rowsOf(asha))[0]).toMatchObject({ state: 'queued', attempts: 2 }));
    expect(await mailsTo(asha)).toEqual([]);
    advance(HOUR + 1);
    await oneMailTo(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
    expect(await mailsTo(asha)).toHaveLength(1);
  });

  it('stays busy for three days, a mail is given up', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', {
      provider: 'smtp',
      kind: 'mail-busy',
      where: { to: asha.email },
      untilRemoved: true,
    });
    await ordered(asha);
    await eventually(async () => expect((await rowsOf(asha))[0]?.attempts).toBe(2));
    advance(73 * HOUR);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['dead']));
  });

  it('refuses a mail, it is not tried again; staff see why and have it sent once that is put right', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', { provider: 'smtp', kind: 'mail-refused', where: { to: asha.email } });
    const { orderId } = await ordered(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['dead']));
    const staff = await service.signIn({ role: 'admin' });
    const answered = await send<{ mails: content.MailRecord[] }>('GET', '/admin/mails', undefined, staff);
    expect(answered).toMatchObject({ status: 200 });
    const listed = answered.body.mails;
    const mail = listed.find(({ userId }) => userId === asha.userId)!;
    expect(mail).toMatchObject({
      kind: 'order-created',
      orderId,
      to: asha.email,
      attempts: 1,
      problem: expect.stringContaining('550'),
    });
    const retry = (headers: Record<string, string>) =>
      send<{ code: string }>('POST', `/admin/mails/${mail._id}/retry`, undefined, headers);
    expect((await retry(await service.signIn())).status).toBe(403);
    expect(await mailsTo(asha)).toEqual([]);
    expect((await retry(staff)).status).toBe(200);
    await oneMailTo(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
    expect((await retry(staff)).body.code).toBe('mail.not-given-up');
    // Those of one order in any state.
    const ofOrder = await send<{ mails: content.MailRecord[] }>(
      'GET',
      `/admin/mails?orderId=${orderId}`,
      undefined,
      staff,
    );
    expect(ofOrder.body.mails).toMatchObject([{ _id: mail._id, state: 'sent', to: asha.email }]);
    const entries = await publishedEvents(service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === mail._id)).toHaveLength(1);
  });

  it('refuses a mail, one of the staff takes it, and the others see who and since when', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', { provider: 'smtp', kind: 'mail-refused', where: { to: asha.email } });
    const { orderId } = await ordered(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['dead']));
    const mira = await somebody('Mira Sen');
    const [first, second] = [
      await service.signIn({ role: 'admin', userId: mira.userId }),
      await service.signIn({ role: 'admin' }),
    ];
    const [{ _id: id }] = (await rowsOf(asha)) as [MailRow];
    const take = (isMine: boolean, headers: Record<string, string>, takeFrom?: string) =>
      send<{ mail: content.MailRecord; code: string; message: string }>(
        ...(['PUT', `/admin/mails/${id}/taker`, { isMine, ...(takeFrom && { takeFrom }) }, headers] as const),
      );
    expect((await take(true, await service.signIn())).status).toBe(403);
    expect((await take(true, first)).body.mail.taker).toMatchObject({ userId: mira.userId, name: 'Mira Sen' });
    const { status, body } = await take(true, second);
    expect([status, body.code, body.message]).toEqual([409, 'attention.taken', 'Mira Sen works on it already']);
    const listed = await send<{ mails: content.MailRecord[] }>(
      'GET',
      `/admin/mails?orderId=${orderId}`,
      undefined,
      second,
    );
    expect(listed.body.mails).toMatchObject([{ _id: id, taker: { name: 'Mira Sen' } }]);
    expect((await take(false, second)).body.mail.taker).toMatchObject({ userId: mira.userId });
    expect((await take(false, first)).body.mail.taker).toBeUndefined();
    expect((await take(true, second)).body.mail.taker).toMatchObject({ name: null });
    await take(false, second);
    await take(true, first);
    expect((await take(true, second, mira.userId)).body.mail.taker).toMatchObject({ name: null });
    const entries = await publishedEvents(service, identity.auditRecorded);
    expect(
      entries
        .filter(({ data }) => data.subjectId === id)
        .map(({ data: { action, after } }) => [action, ...(after?.takenFrom ? [after.takenFrom] : [])]),
    ).toEqual([
      ...[['mail.taken'], ['mail.given-back'], ['mail.taken'], ['mail.given-back'], ['mail.taken']],
      ['mail.taken-over', 'Mira Sen'],
    ]);
    await send('POST', `/admin/mails/${id}/retry`, undefined, second);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
    expect((await take(true, first)).body.code).toBe('mail.not-given-up');
  });

  it('takes a mail and its answer is lost, a second copy carries the same message id', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', {
      provider: 'smtp',
      kind: 'timeout-after',
      holdMs: 0,
      where: { to: asha.email },
    });
    await ordered(asha);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
    const ids = (await mailsTo(asha)).map(({ headers }) => headers['message-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

it('sends a mail whose sender died with it, once, when the lease of the dead one is over', async () => {
  const asha = stranger();
  await ordered(asha);
  await eventually(async () => expect((await rowsOf(asha))[0]?.waitsForRecipient).toBe(true));
  const [row] = await rowsOf(asha);
  // As left by a sender that was killed before the server accepted the mail.
  const dueAt = new Date(service.clock.millis() + 120_000);
  await service.connection
    .collection<MailRow>('mails')
    .updateOne({ _id: row!._id }, { $set: { claim: 'of a dead process', dueAt }, $unset: { waitsForRecipient: 1 } });
  await service.deliverEvent(identity.userCreated, asha.userId, asha.account);
  const other = await somebody();
  await ordered(other);
  await oneMailTo(other);
  expect(await mailsTo(asha)).toEqual([]);
  advance(120_001);
  await oneMailTo(asha);
  await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
  expect(await mailsTo(asha)).toHaveLength(1);
});

describe('on the way of an order', () => {
  const movedOn = async (
    person: Person,
    orderId: string,
    status: cartOrder.OrderStatus,
    version: number,
    more: Partial<DataOf<typeof cartOrder.orderStatusChanged>> = {},
  ) =>
    service.deliverEvent(
      cartOrder.orderStatusChanged,
      orderId,
      { orderId, userId: person.userId, status, message: `Now ${status}`, ...more },
      { version },
    );

  it('its buyer is told when it is shipped and delivered, with what staff said', async () => {
    const asha = await somebody();
    const orderId = newId();
    await movedOn(asha, orderId, 'Shipped', 2, { message: 'With Swift, number 7' });
    expect(await oneMailTo(asha)).toMatchObject({
      subject: `Your Aranya order ${numberOf(orderId)} is on its way`,
      text: expect.stringContaining('With Swift, number 7'),
    });
    await movedOn(asha, orderId, 'Delivered', 3);
    await eventually(async () => expect((await subjectsTo(asha))[1]).toMatch(/has arrived$/));
  });

  it('its buyer can follow the parcel, and is told when only a part of the order has left', async () => {
    const asha = await somebody();
    const orderId = newId();
    const parcel = { courier: 'Swift <b>', trackingNumber: '7 & 8', trackingUrl: 'https://swift.example/?n=7' };
    await movedOn(asha, orderId, 'Processing', 2, { message: '', parcel, pieces: { shipped: 2, all: 3 } });
    const { subject, text, html } = await oneMailTo(asha);
    expect(subject).toMatch(/is partly on its way: 2 of 3$/);
    for (const said of ['2 of 3 pieces are on their way', 'Swift <b>', 'Tracking number 7 & 8', parcel.trackingUrl])
      expect(text).toContain(said);
    expect(html).toContain('Swift &lt;b&gt;');
    expect(html).toContain(`href="${parcel.trackingUrl}"`);
  });

  it('a buyer abroad is told again who pays the duties, before the courier asks for them', async () => {
    const emily = await somebody();
    const dutiesNote = 'The courier charges the duties to <you>.';
    await movedOn(emily, newId(), 'Shipped', 2, { parcel: { courier: 'DHL', trackingNumber: '7' }, dutiesNote });
    const { text, html } = await oneMailTo(emily);
    expect(text).toMatch(/Tracking number 7\n[^]*The courier charges the duties to <you>\.\n/);
    expect(html).toContain('to &lt;you&gt;.');
  });

  it('hears of every parcel, though the mail of the first was still waiting when the rest left', async () => {
    const asha = await somebody();
    const orderId = newId();
    await sandbox.control('POST', '/failures', {
      ...{ provider: 'smtp', kind: 'mail-busy', where: { to: asha.email }, times: 2 },
    });
    const [first, second] = [
      { courier: 'Swift', trackingNumber: 'SW 1', trackingUrl: 'https://swift.example/1' },
      { courier: 'Post', trackingNumber: 'PO 2', trackingUrl: 'https://post.example/2' },
    ];
    await movedOn(asha, orderId, 'Processing', 2, { message: '', parcel: first, pieces: { shipped: 2, all: 3 } });
    await eventually(async () => expect((await rowsOf(asha))[0]).toMatchObject({ state: 'queued', attempts: 2 }));
    await movedOn(asha, orderId, 'Shipped', 3, { parcel: second, parcelsBefore: [first] });
    const { subject, text, html } = await oneMailTo(asha);
    expect(subject).toMatch(/is on its way$/);
    for (const { courier, trackingNumber, trackingUrl } of [first, second]) {
      for (const said of [courier, trackingNumber, trackingUrl]) expect(text).toContain(said);
      expect(html).toContain(`href="${trackingUrl}"`);
    }
    advance(HOUR + 1);
    await eventually(async () => expect((await statesOf(asha)).toSorted()).toEqual(['sent', 'superseded']));
    expect(await mailsTo(asha)).toHaveLength(1);
  });

  it('hears nothing of the parcel leaving after it was told that it has arrived', async () => {
    const asha = await somebody();
    const orderId = newId();
    await movedOn(asha, orderId, 'Delivered', 3);
    await oneMailTo(asha);
    await movedOn(asha, orderId, 'Shipped', 2);
    await eventually(async () => expect((await statesOf(asha)).toSorted()).toEqual(['sent', 'superseded']));
    expect(await subjectsTo(asha)).toEqual([expect.stringMatching(/has arrived$/)]);
  });

  it('is told after the time in which it can be taken back, and never of what was', async () => {
    const [asha, meera] = [await somebody(), await somebody('Meera Rao')];
    const [orderId, another] = [newId(), newId()];
    const mailAfter = () => new Date(service.clock.millis() + 11 * 60_000).toISOString();
    const id = crypto.randomUUID();
    const shipped = { userId: asha.userId, status: 'Shipped' as const, message: '', mailAfter: mailAfter() };
    await service.deliverEvent(cartOrder.orderStatusChanged, orderId, { orderId, ...shipped }, { id, version: 2 });
    await movedOn(meera, another, 'Shipped', 2, { mailAfter: mailAfter() });
    await eventually(async () => (await rowsOf(asha)).length === 1 && (await rowsOf(meera)).length === 1);
    const back = { orderId, userId: asha.userId, status: 'Processing' as const, message: '', takesBack: id };
    await service.deliverEvent(cartOrder.orderStatusChanged, orderId, back, { version: 3 });
    await eventually(async () => expect(await statesOf(asha)).toEqual(['superseded']));
    // The event that was taken back may also come after the other.
    const late = crypto.randomUUID();
    await service.deliverEvent(cartOrder.orderStatusChanged, orderId, { ...back, takesBack: late }, { version: 5 });
    await eventually(async () => expect(await statesOf(asha)).toEqual(['superseded', 'superseded']));
    await service.deliverEvent(
      ...([cartOrder.orderStatusChanged, orderId, { orderId, ...shipped }, { id: late, version: 4 }] as const),
    );
    expect(await mailsTo(meera)).toEqual([]);
    advance(12 * 60_000);
    expect((await oneMailTo(meera)).subject).toMatch(/is on its way$/);
    expect(await mailsTo(asha)).toEqual([]);
  });

  it('hears that the parcel has left, although it was called delivered by mistake', async () => {
    const asha = await somebody();
    const orderId = newId();
    const mailAfter = (minutes: number) => new Date(service.clock.millis() + minutes * 60_000).toISOString();
    await movedOn(asha, orderId, 'Shipped', 2, { mailAfter: mailAfter(11) });
    const id = crypto.randomUUID();
    const delivered = { orderId, userId: asha.userId, status: 'Delivered' as const, message: '' };
    const held = { ...delivered, mailAfter: mailAfter(20) };
    await service.deliverEvent(cartOrder.orderStatusChanged, orderId, held, { id, version: 3 });
    await eventually(async () => (await rowsOf(asha)).length === 2);
    advance(12 * 60_000);
    // Postponed, because the newer mail may be withdrawn.
    await eventually(async () => {
      const { dueAt, claim } = (await rowsOf(asha)).find(({ version }) => version === 2)!;
      // The lease of a run under way is later as well.
      return claim === undefined && dueAt!.getTime() > service.clock.millis();
    });
    const back = { ...delivered, status: 'Shipped' as const, takesBack: id };
    await service.deliverEvent(cartOrder.orderStatusChanged, orderId, back, { version: 4 });
    await eventually(async () => expect(await statesOf(asha)).toContain('superseded'));
    advance(10 * 60_000);
    expect((await oneMailTo(asha)).subject).toMatch(/is on its way$/);
    expect(await subjectsTo(asha)).toHaveLength(1);
  });

  it('is told of a cancellation and of what goes back in one mail', async () => {
    const asha = await somebody();
    const orderId = newId();
    const refund = { amount: 2_060_00, currency: 'INR' as const };
    const refundId = crypto.randomUUID();
    await service.deliverEvent(cartOrder.refundRequested, refundId, {
      refundId,
      paymentId: 'p1',
      checkoutId: orderId,
      userId: asha.userId,
      orderId,
      ...refund,
      reason: 'order-cancelled',
    });
    await movedOn(asha, orderId, 'Cancelled', 2, { refund });
    const { subject, text } = await oneMailTo(asha);
    expect(subject).toMatch(/is cancelled$/);
    expect(text).toContain('₹2,060.00 goes back to you');
    // Recorded after the mail has left.
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
  });

  it('is told that the refund of a disputed payment waits, and nothing where the dispute was lost', async () => {
    const asha = await somebody();
    const orderId = newId();
    const money = { amount: 2_060_00, currency: 'INR' as const };
    await movedOn(asha, orderId, 'Cancelled', 2, { waitingRefund: money });
    const { text } = await oneMailTo(asha);
    expect(text).toContain('₹2,060.00 waits for the decision of your bank or the payment provider');
    expect(text).not.toContain('goes back to you by the way you paid');
    const [refundId, later] = [crypto.randomUUID(), crypto.randomUUID()];
    const refund = { paymentId: 'p1', checkoutId: orderId, userId: asha.userId, ...money };
    const failed = { reason: 'Nothing is left', failedAt: new Date().toISOString() };
    await service.deliverEvent(payment.refundFailed, refundId, { ...refund, refundId, ...failed, nothingLeft: true });
    await service.deliverEvent(payment.refundFailed, later, { ...refund, refundId: later, ...failed });
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent', 'sent']));
  });
});

describe('a payment that is awaited', () => {
  const awaited = (person: Person) => ({
    paymentId: newId(),
    provider: 'razorpay' as const,
    checkoutId: newId(),
    userId: person.userId,
    amount: 2_54_518_36,
    currency: 'INR' as const,
    steps: [
      { name: 'Account number', value: '50200012345678' },
      { name: 'Reference', value: 'AR-7K2M9' },
      { name: 'Account holder', value: 'Aranya <Jewels> & Sons' },
    ],
    until: '2026-12-03T12:30:00.000Z',
    at: '2026-11-30T12:30:00.000Z',
  });

  it('tells its buyer once what to do, until when the pieces are held, and where it says so again', async () => {
    const asha = await somebody();
    const data = awaited(asha);
    const id = crypto.randomUUID();
    for (const _ of [1, 2]) await service.deliverEvent(payment.paymentAwaited, data.paymentId, data, { id });
    const { subject, text, html } = await oneMailTo(asha);
    expect(subject).toBe('How to pay ₹2,54,518.36 to Aranya');
    for (const part of [text, html]) {
      for (const expected of [
        'Dear Asha Rao',
        '₹2,54,518.36',
        '3 December 2026 at 18:00 (Indian time)',
        '50200012345678',
        'AR-7K2M9',
        `https://shop.example/checkout?checkout=${data.checkoutId}`,
      ]) {
        expect(part).toContain(expected);
      }
    }
    expect(text).toContain('Reference: AR-7K2M9');
    expect(html).toContain('Aranya &lt;Jewels&gt; &amp; Sons');
    expect(await rowsOf(asha)).toMatchObject([{ _id: id, kind: 'payment-awaited', orderId: data.checkoutId }]);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent']));
  });

  it('that did not come in time is told to its buyer once, with what happens if the money is on its way', async () => {
    const asha = await somebody();
    const { steps: _, ...data } = awaited(asha);
    const id = crypto.randomUUID();
    for (const _again of [1, 2]) await service.deliverEvent(payment.paymentLapsed, data.paymentId, data, { id });
    const { subject, text } = await oneMailTo(asha);
    expect(subject).toBe('Your ₹2,54,518.36 did not reach Aranya in time');
    for (const expected of [
      'Dear Asha Rao',
      'held for you until 3 December 2026 at 18:00 (Indian time)',
      'free for others again, and there is no order',
      'If you have sent the money already, you need not do anything',
      'order them again',
      `https://shop.example/checkout?checkout=${data.checkoutId}`,
    ]) {
      expect(text).toContain(expected);
    }
    expect(await rowsOf(asha)).toMatchObject([{ _id: id, kind: 'payment-lapsed', orderId: data.checkoutId }]);
  });

  it('is listed for staff when its mail is given up', async () => {
    const asha = await somebody();
    await sandbox.control('POST', '/failures', { provider: 'smtp', kind: 'mail-refused', where: { to: asha.email } });
    const data = awaited(asha);
    await service.deliverEvent(payment.paymentAwaited, data.paymentId, data);
    await eventually(async () => (await statesOf(asha)).includes('dead'), { what: 'the refusal' });
    const staff = await service.signIn({ role: 'admin' });
    const { body } = await send<{ mails: content.MailRecord[] }>('GET', '/admin/mails', undefined, staff);
    expect(body.mails).toContainEqual(expect.objectContaining({ kind: 'payment-awaited', to: asha.email }));
  });
});

describe('when money goes back', () => {
  const refundOf = (person: Person, fields: object = {}) => ({
    refundId: crypto.randomUUID(),
    paymentId: 'p1',
    checkoutId: newId(),
    userId: person.userId,
    amount: 2_060_00,
    currency: 'INR' as const,
    ...fields,
  });

  it.each([
    ['paid-twice', null, /^Your second payment of ₹2,060\.00 is coming back to you$/, 'The order stands'],
    ['wrong-amount', null, /^Your payment of ₹2,060\.00 is coming back to you$/, 'not what your order comes to'],
    ['unknown-checkout', null, /^Your payment of ₹2,060\.00 is coming back to you$/, 'no order that we know'],
    [
      'staff',
      'an order',
      /^₹2,060\.00 of your order #\w{6} is coming back to you$/,
      'Damaged piece. Please keep the box',
    ],
  ] as const)('because of %s, the buyer is told why', async (reason, order, subject, why) => {
    const asha = await somebody();
    const refund = refundOf(asha, {
      reason,
      ...(order && { code: 'damaged', noteToBuyer: 'Please keep the box', note: 'Scratched by Ravi' }),
    });
    const data = { ...refund, orderId: order && refund.checkoutId };
    await service.deliverEvent(cartOrder.refundRequested, refund.refundId, data);
    const mail = await oneMailTo(asha);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toContain(why);
    expect(mail.text).not.toContain('Ravi');
  });

  it.each([
    ['paid-again', 'Your second payment of ₹2,060.00 is coming back to you', 'The order stands'],
    ['wrong-amount', 'Your payment of ₹2,060.00 is coming back to you', 'not what your order comes to'],
  ] as const)('that no order hears of (%s), the buyer is told why, once', async (reason, subject, why) => {
    const asha = await somebody();
    const data = refundOf(asha, { reason, providerPaymentId: 'pay_2', at: new Date().toISOString() });
    for (const _ of [1, 2])
      await service.deliverEvent(payment.paymentReturned, data.refundId, data, { id: data.refundId });
    expect(await oneMailTo(asha)).toMatchObject({ subject, text: expect.stringContaining(why) });
    expect(await statesOf(asha)).toHaveLength(1);
  });

  it('that no order hears of and that failed, the buyer is told that the shop sees to it', async () => {
    const asha = await somebody();
    const data = refundOf(asha, { reason: 'account closed', failedAt: new Date().toISOString() });
    for (const _ of [1, 2])
      await service.deliverEvent(payment.paymentReturnFailed, data.refundId, data, { id: data.refundId });
    expect(await oneMailTo(asha)).toMatchObject({
      subject: 'We could not return ₹2,060.00 to you yet',
      text: expect.stringContaining('see to it ourselves'),
    });
    expect(await statesOf(asha)).toHaveLength(1);
  });

  it('because the piece was sold before the payment came, the buyer is told so', async () => {
    const asha = await somebody();
    const data = refundOf(asha);
    await service.deliverEvent(cartOrder.checkoutRefused, data.checkoutId, data);
    expect((await oneMailTo(asha)).text).toContain('your piece was sold before your payment reached us');
  });

  it('the buyer is told when it is paid, and when it failed days later, but not in the wrong order', async () => {
    const at = new Date().toISOString();
    const [asha, ravi] = [await somebody(), await somebody()];
    const hers = refundOf(asha);
    await service.deliverEvent(payment.refundCompleted, hers.refundId, { ...hers, completedAt: at }, { version: 1 });
    await oneMailTo(asha);
    const failed = { reason: 'account closed', failedAt: at };
    await service.deliverEvent(payment.refundFailed, hers.refundId, { ...hers, ...failed }, { version: 2 });
    await eventually(async () =>
      expect(await subjectsTo(asha)).toEqual([
        '₹2,060.00 is on its way back to you',
        'We could not return ₹2,060.00 to you yet',
      ]),
    );
    const his = refundOf(ravi);
    await service.deliverEvent(payment.refundFailed, his.refundId, { ...his, ...failed }, { version: 2 });
    await oneMailTo(ravi);
    await service.deliverEvent(payment.refundCompleted, his.refundId, { ...his, completedAt: at }, { version: 1 });
    await eventually(async () => expect((await statesOf(ravi)).toSorted()).toEqual(['sent', 'superseded']));
    expect(await mailsTo(ravi)).toHaveLength(1);
  });

  it('is told of by the number of the order, where there is one', async () => {
    const asha = await somebody();
    const { orderId } = await ordered(asha);
    await oneMailTo(asha);
    const refund = refundOf(asha, { checkoutId: orderId });
    await service.deliverEvent(payment.refundCompleted, refund.refundId, {
      ...refund,
      completedAt: new Date().toISOString(),
    });
    await eventually(async () => expect((await mailsTo(asha))[1]?.text).toContain(`order ${numberOf(orderId)}`));
  });
});

it('staff see how mails of each kind look, with the brand of the shop, and no one else does', async () => {
  const staff = await service.signIn({ role: 'admin' });
  const preview = (path: string, headers: Record<string, string>) =>
    fetch(`${service.url}/api/v1/admin/mails/preview/${path}`, { headers });
  const answer = await preview('order-moved-on?example=delivered', staff);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox/);
  const html = await answer.text();
  expect(html).toContain('Your order has arrived');
  expect(html).toContain(brand.tagline);
  expect((await preview('code', staff)).status).toBe(200);
  expect((await preview('code?example=none', staff)).status).toBe(404);
  expect((await preview('code', await service.signIn())).status).toBe(403);
});

// Last: closing a second instance in the same process unregisters passport's strategy, so staff cannot sign in afterwards.
describe('two instances', () => {
  it('send the confirmation of an order once however often its event is delivered, and of many at once each once', async () => {
    const { MONGODB_URI, EVENTS_PREFIX } = service.environment;
    const second = await start({ MONGODB_URI: MONGODB_URI!, EVENTS_PREFIX: EVENTS_PREFIX! });
    // Earlier tests advanced the first clock: with different clocks each would consider the other's leases expired.
    second.clock.advance(service.clock.millis() - second.clock.millis());
    const people = await Promise.all(Array.from({ length: 12 }, () => somebody()));
    await Promise.all(
      people.map(async (person) => {
        const order = anOrder(person);
        const id = crypto.randomUUID();
        for (let time = 0; time < 3; time += 1) {
          await service.deliverEvent(cartOrder.orderCreated, order.orderId, order, { id });
        }
      }),
    );
    await eventually(async () => {
      for (const person of people) expect(await statesOf(person)).toEqual(['sent']);
    });
    // Before anything is expected: left running, it would work on the mails of later tests.
    await second.stop();
    await second.identity.stop();
    for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
  });
});

describe('mails about pieces', () => {
  const TOKEN = 't'.repeat(44);
  const PIECE = {
    ...{ productId: 'a'.repeat(24), productGroup: 'AR-1042', name: 'Noor <b>Ring</b>', kind: 'price-drop' as const },
    ...{ price: 900, mrp: 927, before: 1_030 },
  };

  it('say what became cheaper, by how much, and how they stop', async () => {
    const asha = await somebody('Asha Rao');
    const recipientId = newId();
    const data = { recipientId, userId: asha.userId, token: TOKEN, pieces: [PIECE] };
    await service.deliverEvent(cartOrder.alertRaised, recipientId, data);
    const { subject, text, html, headers } = await oneMailTo(asha);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(headers['list-unsubscribe']).toMatch(new RegExp(`^<https?://[^>]*/api/v1/alerts/unsubscribe/${TOKEN}>$`));
    expect(subject).toBe('Noor <b>Ring</b> costs less now');
    for (const part of ['Dear Asha Rao,', '927.00', 'it was ₹1,030.00', `/wishlist/mails#${TOKEN}`]) {
      expect(text).toContain(part);
    }
    expect(html).not.toContain('<b>Ring');
  });

  it('ask an address without an account to confirm, and are not in the list of staff', async () => {
    const email = `${newId()}@example.com`;
    const recipientId = newId();
    const { kind: _, price: __, mrp: ___, before: ____, ...piece } = PIECE;
    await service.deliverEvent(cartOrder.alertRequested, recipientId, { recipientId, email, token: TOKEN, ...piece });
    const { subject, text } = await oneMailTo({ ...stranger(), email });
    expect(subject).toBe('Shall we tell you when Noor <b>Ring</b> is back?');
    expect(text).toContain(`/wishlist/mails#${TOKEN}`);
    const { body } = await send<{ mails: { userId: string }[] }>(
      'GET',
      '/admin/mails?state=sent&limit=48',
      undefined,
      await service.signIn({ role: 'admin' }),
    );
    expect(body.mails.filter(({ userId }) => userId === recipientId)).toEqual([]);
  });
});

describe('a mail that was sent', () => {
  const again = (id: string, headers: Record<string, string>) =>
    send<{ mail: content.MailRecord; code: string }>('POST', `/admin/mails/${id}/again`, undefined, headers);
  const MINUTE = 60_000;

  /** The order, and the mail that confirmed it. */
  async function confirmed(person: Person) {
    const { orderId } = await ordered(person);
    await eventually(async () => expect(await statesOf(person)).toEqual(['sent']));
    const [{ _id: id }] = (await rowsOf(person)) as [MailRow];
    return { orderId, id };
  }

  it('is sent again to the address that the account has now, as a mail of its own with a new link', async () => {
    const [asha, staff] = [await somebody(), await service.signIn({ role: 'admin' })];
    const { orderId, id } = await confirmed(asha);
    expect((await again(id, staff)).body.code).toBe('mail.just-sent');
    const moved = `moved-${asha.email}`;
    await service.deliverEvent(identity.userUpdated, asha.userId, { ...asha.account, email: moved }, { version: 2 });
    advance(24 * HOUR);
    expect((await again(id, await service.signIn())).status).toBe(403);
    const { status, body } = await again(id, staff);
    expect([status, body.mail]).toMatchObject([200, { kind: 'order-created', orderId, copyOf: id, isKept: true }]);
    const copy = await eventually(async () => (await sandbox.mails(moved))[0] ?? false);
    const [first] = await mailsTo(asha);
    expect([copy.subject, copy.text.includes('Meera <b>Ring</b>')]).toEqual([first!.subject, true]);
    expect(copy.headers['message-id']).not.toBe(first!.headers['message-id']);
    const [, link] = /\/order\/link\/(\S+)/.exec(copy.text)!;
    const key = service.environment['ORDER_LINK_KEY']!;
    expect(openLink('order', link!, [key], service.clock.millis() + 89 * 24 * HOUR)).toBe(orderId);
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent', 'sent']));
    // The mail of a mail that was sent again is the first one.
    expect((await again(body.mail._id, staff)).body.code).toBe('mail.just-sent');
    const entries = await publishedEvents(service, identity.auditRecorded);
    expect(entries.filter(({ data }) => data.subjectId === id).map(({ data }) => data)).toMatchObject([
      { action: 'mail.sent-again', subject: 'mail', after: { kind: 'order-created', order: orderId } },
    ]);
  });

  it('is sent again three times a day at most, and once where two ask for it at once', async () => {
    const [asha, staff] = [await somebody(), await service.signIn({ role: 'admin' })];
    const { id } = await confirmed(asha);
    /** With the clock ahead of a lease, a mail that is being sent would be taken for one whose sender died. */
    const later = async (ms: number, sent: number) => {
      await eventually(async () => expect(await statesOf(asha)).toEqual(Array.from({ length: sent }, () => 'sent')));
      advance(ms);
    };
    await later(3 * MINUTE, 1);
    const both = await Promise.all([again(id, staff), again(id, staff)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    for (const sent of [2, 3]) {
      await later(3 * MINUTE, sent);
      expect((await again(id, staff)).status).toBe(200);
    }
    await later(3 * MINUTE, 4);
    expect((await again(id, staff)).body.code).toBe('mail.sent-often');
    expect(await mailsTo(asha)).toHaveLength(4);
    await later(25 * HOUR, 4);
    expect((await again(id, staff)).status).toBe(200);
  });

  it('says why it is not sent again: it was not sent, is out of date, or what it said is not kept', async () => {
    const [asha, staff] = [await somebody(), await service.signIn({ role: 'admin' })];
    const { orderId, id } = await confirmed(asha);
    const transfer = KINDS['payment-awaited'].examples['transfer']!;
    const awaited = { ...transfer, checkoutId: orderId, userId: asha.userId };
    const askedBy = crypto.randomUUID();
    await service.deliverEvent(payment.paymentAwaited, newId(), awaited, { id: askedBy });
    await eventually(async () => expect(await statesOf(asha)).toEqual(['sent', 'sent']));
    advance(HOUR);
    expect((await again(askedBy, staff)).body.code).toBe('mail.outdated');
    expect((await again(crypto.randomUUID(), staff)).body.code).toBe('mail.not-found');
    advance(30 * 24 * HOUR);
    await eventually(async () => expect((await rowsOf(asha)).filter(({ data }) => data)).toEqual([]));
    expect((await again(id, staff)).body.code).toBe('mail.not-kept');
    const listed = await send<{ mails: content.MailRecord[] }>(
      'GET',
      `/admin/mails?orderId=${orderId}`,
      undefined,
      staff,
    );
    expect(listed.body.mails.map(({ isKept }) => isKept)).toEqual([false, false]);
    const late = stranger();
    const { orderId: other } = await ordered(late);
    await eventually(async () => expect((await rowsOf(late))[0]?.waitsForRecipient).toBe(true));
    const [{ _id: waiting }] = (await rowsOf(late)) as [MailRow];
    expect((await again(waiting, staff)).body.code).toBe('mail.not-sent-yet');
    expect(other).not.toBe(orderId);
  });

  it('says nothing any more once the account is deleted', async () => {
    const [asha, staff] = [await somebody(), await service.signIn({ role: 'admin' })];
    const { id } = await confirmed(asha);
    await service.deliverEvent(identity.userDeleted, asha.userId, { userId: asha.userId }, { version: 2 });
    await eventually(async () => expect((await rowsOf(asha)).find(({ _id }) => _id === id)!.data).toBeUndefined());
    expect((await again(id, staff)).body.code).toBe('mail.not-kept');
  });
});

describe('what happened, for one of the staff who chose mail', () => {
  const anOrderOf = (number: string) => ({
    kind: 'order',
    recordId: `${'a'.repeat(18)}${number}`,
    text: `New order #${number}`,
  });
  const mailed = (
    { userId }: Person,
    notices: object[],
    counts: object[],
    options: { id?: string; occurredAt?: Date } = {},
  ) => service.deliverEvent(identity.noticesMailed, userId, { userId, notices, counts }, options);

  it('is one mail with what it is about, a link to each and to the choice, and is listed for no one', async () => {
    const mira = await somebody('Mira Shah');
    const productId = newId();
    const low = { kind: 'low-stock', recordId: productId, text: 'Meera Ring (AR-1042): none left' };
    const id = crypto.randomUUID();
    const counts = [
      { kind: 'order', count: 3 },
      { kind: 'low-stock', count: 1 },
    ];
    await mailed(mira, [low, anOrderOf('ABC123')], counts, { id });
    await mailed(mira, [low, anOrderOf('ABC123')], counts, { id });
    await mailed(mira, [anOrderOf('DEF456')], [{ kind: 'order', count: 1 }]);
    await eventually(async () => expect(await subjectsTo(mira)).toHaveLength(2));
    const mails = await mailsTo(mira);
    const several = mails.find(({ subject }) => subject === '3 new orders, 1 piece low in stock · Aranya')!;
    for (const part of [several.text, several.html]) {
      for (const expected of [
        'Dear Mira Shah',
        'New order #ABC123',
        'Meera Ring (AR-1042): none left',
        'And 2 more, in the staff area.',
        `https://shop.example/admin/order/${'a'.repeat(18)}ABC123`,
        `https://shop.example/admin/product/${productId}?show=stock`,
        'https://shop.example/admin/dashboard',
        'https://shop.example/admin/account',
      ]) {
        expect(part).toContain(expected);
      }
    }
    const one = mails.find(({ subject }) => subject === 'New order #DEF456 · Aranya')!;
    expect(one.text).toContain(`See it: https://shop.example/admin/order/${'a'.repeat(18)}DEF456`);
    for (const state of ['sent', 'queued', 'dead', 'superseded']) {
      const listed = await send(
        'GET',
        `/admin/mails?state=${state}`,
        undefined,
        await service.signIn({ role: 'admin' }),
      );
      expect(JSON.stringify(listed.body)).not.toContain('staff-notice');
    }
  });

  it('reaches who is heard of only afterwards, as somebody who was not of the staff yet', async () => {
    const mira = stranger('Mira Shah');
    const registeredAt = new Date(Date.now() - HOUR);
    await mailed(mira, [anOrderOf('ABC123')], [{ kind: 'order', count: 1 }]);
    await eventually(async () => expect((await rowsOf(mira))[0]?.waitsForRecipient).toBe(true));
    await service.deliverEvent(identity.userCreated, mira.userId, mira.account, { occurredAt: registeredAt });
    await eventually(async () => expect(await statesOf(mira)).toEqual(['sent']));
  });

  it('does not reach who left the staff while the mail server was busy', async () => {
    const mira = await somebody('Mira Shah');
    const staff = { ...mira.account, role: 'admin' as const };
    await service.deliverEvent(identity.userUpdated, mira.userId, staff, { version: 2 });
    const busy = { provider: 'smtp', kind: 'mail-busy', where: { to: mira.email }, untilRemoved: true };
    await sandbox.control('POST', '/failures', busy);
    await mailed(mira, [anOrderOf('ABC123')], [{ kind: 'order', count: 1 }]);
    const order = await ordered(mira);
    // The whole rows: where one is not tried, they say what it waits for.
    const twice = expect.objectContaining({ attempts: 2 });
    await eventually(async () => expect(await rowsOf(mira)).toEqual([twice, twice]));
    await service.deliverEvent(identity.userUpdated, mira.userId, mira.account, { version: 3 });
    const accounts = service.connection.collection<{ _id: string; version: number }>('recipients');
    await eventually(async () => expect(await accounts.findOne({ _id: mira.userId })).toMatchObject({ version: 3 }));
    await sandbox.control('DELETE', '/failures');
    advance(HOUR + 1);
    await eventually(async () => expect((await statesOf(mira)).toSorted()).toEqual(['sent', 'superseded']));
    expect(await subjectsTo(mira)).toEqual([`Your Aranya order ${numberOf(order.orderId)} is confirmed`]);
  });

  it('does not reach who is heard to have left the staff before it comes', async () => {
    const mira = await somebody('Mira Shah');
    const occurredAt = new Date(Date.now() - HOUR);
    await mailed(mira, [anOrderOf('ABC123')], [{ kind: 'order', count: 1 }], { occurredAt });
    await eventually(async () => expect(await statesOf(mira)).toEqual(['superseded']));
    expect(await subjectsTo(mira)).toEqual([]);
  });
});
