import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, cartOrder, DocumentChanged, Problem } from '@shop/contracts';
import { Clock } from '@shop/service-kit';
import { startShop, type TestShop } from '../../test/service-harness.ts';

type Delivery = AnswerOf<typeof cartOrder.getDelivery>;
const AREAS = '/admin/delivery/areas';

// Real: MongoDB, RabbitMQ, Redis and the service.
describe('delivery dates', () => {
  let shop: TestShop;
  let staff: Record<string, string>;

  beforeAll(async () => {
    shop = await startShop();
    staff = await shop.staff();
    const clock = shop.service.app.get(Clock);
    clock.setOffset(Date.parse('2026-11-24T06:00:00Z') - Date.now());
    for (const area of [
      { pincode: '302001', city: 'Jaipur', state: 'Rajasthan', fromDays: 2, toDays: 3 },
      { pincode: '30', city: '', state: 'Rajasthan', fromDays: 3, toDays: 5 },
    ]) {
      expect((await shop.send('PUT', AREAS, area, staff)).status).toBe(200);
    }
  });
  afterAll(() => shop.close());

  const get = <T = Delivery>(pincode: string) => shop.send<T>('GET', `/delivery/${pincode}`);

  it('are public, with city and state of the PIN code', async () => {
    expect((await get('302001')).body).toEqual({
      delivery: {
        pincode: '302001',
        city: 'Jaipur',
        state: 'Rajasthan',
        earliest: '2026-11-27',
        latest: '2026-12-01',
      },
    });
  });

  it('of a PIN code without a row are those of its first digits', async () => {
    expect((await get('303338')).body.delivery).toMatchObject({ city: null, state: 'Rajasthan', latest: '2026-12-03' });
  });

  it('count the making of a piece made to order, in the days that staff set', async () => {
    const dispatch = { readyFrom: 1, readyTo: 2, madeToOrderFrom: 5, madeToOrderTo: 10 };
    expect((await shop.send('PUT', '/admin/charges', { dispatch }, staff)).status).toBe(200);
    expect((await get('302001?madeToOrder=true')).body.delivery).toMatchObject({
      earliest: '2026-12-03',
      latest: '2026-12-11',
    });
  });

  it.each(['30200', '0302001', 'abcdef', '3020011'])('of %s are refused at the field', async (pincode) => {
    const { status, body } = await get<Problem>(pincode);
    expect([status, body.errors]).toEqual([400, { pincode: 'A pincode has six digits' }]);
  });

  it('of a PIN code that no row fits are a 404 at the field', async () => {
    const { status, body } = await get<Problem>('999999');
    expect([status, body.code, body.errors]).toEqual([
      404,
      'delivery.not-served',
      { pincode: 'We do not know this pincode' },
    ]);
  });

  it('cannot have their last day before the first', async () => {
    const area = { pincode: '11', city: '', state: 'Delhi', fromDays: 3, toDays: 2 };
    const { status, body } = await shop.send('PUT', AREAS, area, staff);
    expect([status, body.errors]).toEqual([400, { toDays: 'The last day cannot be before the first' }]);
    const dispatch = { readyFrom: 3, readyTo: 2, madeToOrderFrom: 5, madeToOrderTo: 10 };
    const charges = await shop.send('PUT', '/admin/charges', { dispatch }, staff);
    expect([charges.status, charges.body.errors]).toEqual([
      400,
      { 'dispatch.readyTo': 'The last day cannot be before the first' },
    ]);
  });
});

describe('the table of PIN codes', () => {
  let shop: TestShop;
  let staff: Record<string, string>;
  const ROWS =
    'pincode,city,state,fromDays,toDays\r\n30,,Rajasthan,3,5\r\n302001,Jaipur,Rajasthan,2,3\r\n403,,Goa,3,5\r\n';

  beforeAll(async () => {
    shop = await startShop();
    staff = await shop.staff();
  });
  afterAll(() => shop.close());

  const importing = (csv: string, removeOthers = false, more: { dryRun?: boolean; checked?: string } = {}) =>
    shop.send<AnswerOf<typeof cartOrder.importDeliveryAreas> & Problem>(
      'POST',
      `${AREAS}/import`,
      { csv, removeOthers, ...more },
      staff,
    );
  const exported = async () => (await shop.send<{ csv: string }>('GET', `${AREAS}/export`, undefined, staff)).body.csv;
  const list = async (query = '') =>
    (await shop.send<AnswerOf<typeof cartOrder.listDeliveryAreas>>('GET', `${AREAS}${query}`, undefined, staff)).body;

  it('is imported as it is exported, and the same file again changes nothing', async () => {
    expect((await importing(ROWS)).body.counts).toEqual({ added: 3, changed: 0, removed: 0, unchanged: 0 });
    expect(await exported()).toBe(ROWS);
    expect((await importing(ROWS)).body.counts).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 3 });
  });

  it('keeps what a file does not have, unless it is to go', async () => {
    const more = 'pincode,city,state,fromDays,toDays\r\n302001,Jaipur,Rajasthan,1,2\r\n11,,Delhi,2,3\r\n';
    expect((await importing(more)).body.counts).toEqual({ added: 1, changed: 1, removed: 0, unchanged: 0 });
    expect((await list()).totalCount).toBe(4);
    expect((await importing(more, true)).body.counts).toEqual({ added: 0, changed: 0, removed: 2, unchanged: 2 });
    expect((await list()).areas.map(({ pincode }) => pincode)).toEqual(['11', '302001']);
  });

  it('is not changed by a file with a wrong row, which is named', async () => {
    const before = await exported();
    const { status, body } = await importing(`${ROWS}5,,Atlantis,1,2\r\n`, true);
    expect([status, body.errors]).toEqual([400, { csv: 'Row 5, state: Choose a state of India' }]);
    expect(await exported()).toBe(before);
  });

  it('says before a file is imported what that does, and which rows are wrong', async () => {
    const before = await exported();
    const file = 'pincode,city,state,fromDays,toDays\r\n302001,Jaipur,Rajasthan,4,5\r\n56,,Karnataka,2,3\r\n';
    const wrong = await importing(`${file}5,,Atlantis,3,2\r\n`, false, { dryRun: true });
    expect(wrong.body).toMatchObject({
      counts: { added: 1, changed: 1, removed: 0, unchanged: 0 },
      problems: [{ row: 4, column: 'state', message: 'Choose a state of India' }],
      problemCount: 1,
    });
    const { body } = await importing(file, true, { dryRun: true });
    expect(body).toMatchObject({ counts: { added: 1, changed: 1, removed: 1, unchanged: 0 }, problems: [] });
    expect(await exported()).toBe(before);
    expect((await importing(file, true, { checked: body.version })).body.counts).toEqual(body.counts);
    // What was checked before somebody changed the table is not imported over that.
    expect((await importing(before, true, { checked: body.version })).body.code).toBe('table.changed');
    expect((await importing(before, true)).status).toBe(200);
    expect(await exported()).toBe(before);
  });

  it('tells who has a row open what an import made of it', async () => {
    const save = (fromDays: number, headers: object = {}) => {
      const area = { pincode: '44', city: '', state: 'Maharashtra', fromDays, toDays: 9 };
      return shop.send<Problem & { details: DocumentChanged }>('PUT', AREAS, area, { ...staff, ...headers });
    };
    await save(2);
    const { version } = (await list('?q=44')).areas.find(({ pincode }) => pincode === '44')!;
    await importing('pincode,city,state,fromDays,toDays\r\n44,,Maharashtra,2,4\r\n');
    const { status, body } = await save(3, { 'if-match': `"${version}"` });
    expect([status, body.code]).toEqual([409, 'document.changed']);
    expect(body.details.saves).toEqual([{ by: expect.any(String), fields: ['toDays'] }]);
    await shop.send('DELETE', `${AREAS}/44`, undefined, staff);
  });

  it('is searched by digits, city and state', async () => {
    expect((await list('?q=302')).areas).toMatchObject([{ city: 'Jaipur' }]);
    expect((await list('?q=JAI')).areas).toMatchObject([{ pincode: '302001' }]);
    expect((await list('?q=delh')).areas).toMatchObject([{ pincode: '11' }]);
    expect((await list('?q=(')).totalCount).toBe(0);
  });

  it('loses a row, and the second time says that there is none', async () => {
    expect((await shop.send('DELETE', `${AREAS}/11`, undefined, staff)).status).toBe(200);
    const { status, body } = await shop.send('DELETE', `${AREAS}/11`, undefined, staff);
    expect([status, body.code]).toEqual([404, 'delivery.area-not-found']);
  });

  it('is kept by staff alone', async () => {
    const { headers } = await shop.shopper();
    for (const [method, path] of [
      ['GET', AREAS],
      ['GET', `${AREAS}/export`],
      ['DELETE', `${AREAS}/302001`],
    ] as const) {
      expect((await shop.send(method, path, undefined, headers)).status).toBe(403);
    }
  });
});
