import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import sharp from 'sharp';
import { startContent } from '../../test/service-harness.ts';

const MINUTE = 60_000;
type Answer = { banner: content.StaffBanner; errors?: Record<string, string> };

let service: TestService;
let admin: { cookie: string };
let image: Buffer;
beforeAll(async () => {
  service = await startContent({ BANNER_SWEEP: '50ms' });
  admin = await service.signIn({ role: 'admin' });
  image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service.close());

/** In so many minutes by the shop's clock. */
const inMinutes = (minutes: number) => new Date(service.clock.millis() + minutes * MINUTE).toISOString();
async function send(method: string, at: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (method === 'POST') body.set('image', new Blob([new Uint8Array(image)]));
  const sent = { method, headers: { ...admin, ...headers }, ...(method !== 'DELETE' && { body }) };
  const answer = await fetch(`${service.url}/api/v1/discountbanner${at}`, sent);
  return { status: answer.status, body: (await answer.json()) as Answer };
}
const create = async (fields: Record<string, string>) => (await send('POST', '', fields)).body.banner;
const change = async ({ _id }: content.Banner, fields: Record<string, string>) =>
  (await send('PUT', `/${_id}`, fields)).body.banner;
const read = async <B>(path: string): Promise<B[]> => {
  const answer = await fetch(`${service.url}/api/v1${path}`, { headers: admin });
  return ((await answer.json()) as { banners: B[] }).banners;
};
const inTheShop = async (title: string) =>
  (await read<content.Banner>('/discountbanner')).some((banner) => banner.title === title);
/** As staff see it. */
const seen = async (title: string) =>
  (await read<content.StaffBanner>('/admin/banners')).find((banner) => banner.title === title);
const becomes = (title: string, state: content.StaffBanner['state']) =>
  eventually(async () => expect((await seen(title))?.state).toBe(state), { what: `${title} being ${state}` });
const told = async () => (await publishedEvents(service, content.contentChanged)).length;

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis; the clock is moved.
describe('a banner with times', () => {
  it('is shown and hidden at them, of which caches are told each time, and staff see it before and after', async () => {
    const from = inMinutes(10);
    const before = await told();
    const created = await create({ title: 'Diwali', from, until: inMinutes(20) });
    expect(created).toMatchObject({ from, state: 'coming' });
    expect([await inTheShop('Diwali'), (await seen('Diwali'))!.state, (await told()) - before]).toEqual([
      false,
      'coming',
      1,
    ]);
    service.clock.advance(10 * MINUTE);
    await becomes('Diwali', 'shown');
    expect([await inTheShop('Diwali'), (await told()) - before]).toEqual([true, 2]);
    service.clock.advance(10 * MINUTE);
    await becomes('Diwali', 'over');
    expect([await inTheShop('Diwali'), (await told()) - before]).toEqual([false, 3]);
    const audited = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data);
    // What the job writes for itself is not in it, and its turns are no changes by staff.
    expect(audited.map(({ after }) => Object.keys(after!).toSorted())).toEqual([['from', 'image', 'title', 'until']]);
  });

  it('meets no conflict in a form that was open over its time', async () => {
    const { _id, version } = await create({ title: 'Holi', from: inMinutes(10), until: '' });
    service.clock.advance(10 * MINUTE);
    await becomes('Holi', 'shown');
    const { status, body } = await send('PUT', `/${_id}`, { title: 'Holi colours' }, { 'if-match': `"${version}"` });
    expect([status, body.banner.state]).toEqual([200, 'shown']);
  });

  it('keeps them when none are sent, and is shown always when they are empty', async () => {
    const created = await create({ title: 'Later', from: inMinutes(10), until: inMinutes(20) });
    const { from, until } = created;
    expect(await change(created, { title: 'Later' })).toMatchObject({ from, until, state: 'coming' });
    const always = await change(created, { title: 'Later', from: '', until: '' });
    expect(always.state).toBe('shown');
    expect(always).not.toHaveProperty('from');
    expect(always).not.toHaveProperty('until');
    // Due later than its former times, and in the same order.
    await create({ title: 'Marker', from: inMinutes(21), until: '' });
    service.clock.advance(21 * MINUTE);
    await becomes('Marker', 'shown');
    expect(await inTheShop('Later')).toBe(true);
  });

  it('goes at once when its end is set to a moment that is over', async () => {
    const created = await create({ title: 'Too early' });
    expect(await inTheShop('Too early')).toBe(true);
    expect((await change(created, { title: 'Too early', from: '', until: inMinutes(-1) })).state).toBe('over');
    expect(await inTheShop('Too early')).toBe(false);
  });

  it('turns once, also by two instances that were down, and to what is right by then', async () => {
    await create({ title: 'Begun', from: inMinutes(10), until: '' });
    await create({ title: 'Missed', from: inMinutes(10), until: inMinutes(20) });
    const gone = await create({ title: 'Gone', from: inMinutes(10), until: '' });
    expect((await send('DELETE', `/${gone._id}`, {})).status).toBe(200);
    const before = await told();
    const { MONGODB_URI, EVENTS_PREFIX } = service.environment;
    const second = await startContent({
      ...{ MONGODB_URI: MONGODB_URI!, EVENTS_PREFIX: EVENTS_PREFIX!, BANNER_SWEEP: '50ms' },
    });
    try {
      second.clock.setOffset(service.clock.millis() - Date.now());
      second.clock.advance(30 * MINUTE);
      service.clock.advance(30 * MINUTE);
      await becomes('Begun', 'shown');
      await becomes('Missed', 'over');
      const due = { 'turn.dueAt': { $exists: true } };
      await eventually(async () => expect(await service.connection.collection('banners').countDocuments(due)).toBe(0), {
        what: 'nothing being due any more',
      });
      expect([await inTheShop('Missed'), (await told()) - before]).toEqual([false, 1]);
    } finally {
      await second.stop();
      await second.identity.stop();
    }
  });

  it.each([
    [{ from: 'tomorrow', until: '' }, { from: 'A date and a time' }],
    [{ from: '' }, { until: 'Say both, or none' }],
    [
      { from: '2030-01-02T00:00:00.000Z', until: '2030-01-02T00:00:00.000Z' },
      { until: 'This is not after its beginning' },
    ],
    [{ from: '', until: '2020-01-02T00:00:00.000Z' }, { until: 'This time is over' }],
  ])('is refused with %j: %j', async (times, errors) => {
    const { status, body } = await send('POST', '', { title: 'Refused', ...times });
    expect([status, body.errors]).toEqual([400, errors]);
    expect(await seen('Refused')).toBeUndefined();
  });
});

it('keeps the focal point of its picture until another one, or none, is sent', async () => {
  const created = await create({ title: 'Focus', focus: '88 0' });
  expect(created.focus).toEqual({ x: 88, y: 0 });
  expect((await change(created, { title: 'Focused' })).focus).toEqual({ x: 88, y: 0 });
  expect(await read<content.Banner>('/discountbanner')).toContainEqual(
    expect.objectContaining({ focus: { x: 88, y: 0 } }),
  );
  expect(await change(created, { title: 'Focused', focus: '' })).not.toHaveProperty('focus');
  const refused = await send('PUT', `/${created._id}`, { title: 'Focused', focus: '101 5' });
  expect([refused.status, refused.body.errors]).toEqual([400, { focus: 'Two whole numbers from 0 to 100' }]);
});

it('a banner of before is shown, always', async () => {
  await service.connection.collection('banners').insertOne({ image: '/api/v1/images/a.webp', title: 'Of before' });
  expect(await inTheShop('Of before')).toBe(true);
  expect((await seen('Of before'))!.state).toBe('shown');
});
