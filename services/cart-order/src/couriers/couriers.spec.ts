import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, type cartOrder, identity, type Problem } from '@shop/contracts';
import { publishedEvents } from '@shop/service-kit/testing';
import { startShop, type TestShop } from '../../test/service-harness.ts';

const COURIERS = '/admin/couriers';
const BLUE_DART = { name: 'Blue Dart', trackingPage: 'https://bluedart.example/track?no={number}' };

// Real: MongoDB, RabbitMQ, Redis and the service.
describe('the couriers', () => {
  let shop: TestShop;
  let staff: Record<string, string>;

  beforeAll(async () => {
    shop = await startShop();
    staff = await shop.staff();
  });
  afterAll(() => shop.close());

  const save = (courier: object, headers = staff) => shop.send<Problem>('PUT', COURIERS, courier, headers);
  const list = async () =>
    (await shop.send<AnswerOf<typeof cartOrder.listCouriers>>('GET', COURIERS, undefined, staff)).body.couriers;

  it('are saved on what was read: a new one does not replace one of the same name without a word', async () => {
    const hermes = { name: 'Hermes', trackingPage: 'https://hermes.example/{number}' };
    const on = (version: string) => ({ ...staff, 'if-match': `"${version}"` });
    expect((await save(hermes, on('none'))).status).toBe(200);
    const refused = await save({ name: 'HERMES', trackingPage: null }, on('none'));
    const now = (await list()).find(({ name }) => name === 'Hermes')!;
    expect(refused).toMatchObject({ status: 409, body: { code: 'document.changed', details: { document: now } } });
    expect((await save({ name: 'Hermes', trackingPage: null }, on(now.version!))).status).toBe(200);
    expect((await save(hermes, on(now.version!))).status).toBe(409);
    await shop.send('DELETE', `${COURIERS}/Hermes`, undefined, staff);
  });

  it('are kept by staff alone, one per name in any case', async () => {
    const shopper = await shop.shopper();
    expect((await save(BLUE_DART, shopper.headers)).status).toBe(403);
    for (const courier of [
      { name: 'Self pickup', trackingPage: null },
      { ...BLUE_DART, name: 'BLUE DART' },
      BLUE_DART,
    ]) {
      expect((await save(courier)).status).toBe(200);
    }
    expect((await list()).map(({ name, trackingPage }) => ({ name, trackingPage }))).toEqual([
      BLUE_DART,
      { name: 'Self pickup', trackingPage: null },
    ]);
  });

  it.each([
    [{ ...BLUE_DART, name: ' ' }, { name: 'Courier is required' }],
    [{ ...BLUE_DART, name: 'a/../b' }, { name: 'Without %, backslashes and stray dots or slashes' }],
    [
      { ...BLUE_DART, trackingPage: 'http://bluedart.example/{number}' },
      { trackingPage: 'An address that begins with https://' },
    ],
    [
      { ...BLUE_DART, trackingPage: 'https://bluedart.example' },
      { trackingPage: 'Write {number} where the tracking number belongs' },
    ],
    [{ ...BLUE_DART, trackingPage: '{number}' }, { trackingPage: 'An address that begins with https://' }],
  ])('of %j are refused at the field', async (courier, errors) => {
    const { status, body } = await save(courier);
    expect([status, body.errors]).toEqual([400, errors]);
  });

  it('go, and the audit trail says who did it', async () => {
    await save({ name: 'Swift', trackingPage: null });
    const remove = () => shop.send<Problem>('DELETE', `${COURIERS}/swift`, undefined, staff);
    expect((await remove()).body).toEqual({ name: 'Swift' });
    expect((await remove()).body.code).toBe('courier.not-found');
    expect((await list()).map(({ name }) => name)).not.toContain('Swift');
    const entries = await publishedEvents(shop.service, identity.auditRecorded);
    const ofSwift = entries.filter(({ data }) => data.subjectId === 'swift');
    expect(ofSwift.map(({ data }) => data.action)).toEqual(['courier.created', 'courier.removed']);
  });
});
