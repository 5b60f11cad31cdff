import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import sharp from 'sharp';
import { startContent } from '../../test/service-harness.ts';

const MINUTE = 60_000;
type Answer = { banner: content.Banner; errors?: Record<string, string> };

let service: TestService;
let admin: { cookie: string };
let image: Buffer;
beforeAll(async () => {
  service = await startContent();
  admin = await service.signIn({ role: 'admin' });
  image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => service.close());

const inMinutes = (minutes: number) => new Date(service.clock.millis() + minutes * MINUTE).toISOString();
async function send(method: string, at: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (method === 'POST') body.set('image', new Blob([new Uint8Array(image)]));
  const answer = await fetch(`${service.url}/api/v1/discountbanner${at}`, { method, headers: admin, body });
  return { status: answer.status, body: (await answer.json()) as Answer };
}
const titles = async () => {
  const answer = await fetch(`${service.url}/api/v1/discountbanner`);
  return ((await answer.json()) as { banners: content.Banner[] }).banners.map(({ title }) => title);
};
const states = async () => {
  const answer = await fetch(`${service.url}/api/v1/admin/banners`, { headers: admin });
  const { banners } = (await answer.json()) as { banners: (content.Banner & { state: string })[] };
  return banners.map(({ title, state }) => [title, state]);
};
const shows = (wanted: string[]) =>
  eventually(async () => expect(await titles()).toEqual(wanted), { what: 'the banners being others' });
const told = async () => (await publishedEvents(service, content.contentChanged)).length;

describe('a banner with times', () => {
  it('is shown and hidden at them, which caches are told, and staff see it before and after', async () => {
    const created = await send('POST', '', { title: 'Diwali', from: inMinutes(10), until: inMinutes(20) });
    expect(created.body.banner).toMatchObject({ from: expect.any(String), until: expect.any(String) });
    await send('POST', '', { title: 'Always' });
    expect([await titles(), await told()]).toEqual([['Always'], 2]);
    expect(await states()).toEqual([
      ['Diwali', 'coming'],
      ['Always', 'shown'],
    ]);
    service.clock.advance(10 * MINUTE);
    await shows(['Diwali', 'Always']);
    expect(await told()).toBe(3);
    service.clock.advance(10 * MINUTE);
    await shows(['Always']);
    expect(await told()).toBe(4);
    expect((await states())[0]).toEqual(['Diwali', 'over']);
    const [first] = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data.after);
    expect(Object.keys(first!).toSorted()).toEqual(['from', 'image', 'title', 'until']);
  });

  it('keeps them when none are sent, and loses them when they are empty', async () => {
    const { _id } = (await send('POST', '', { title: 'Later', from: inMinutes(10), until: '' })).body.banner;
    expect((await send('PUT', `/${_id}`, { title: 'Much later' })).body.banner.from).toBeDefined();
    expect(await titles()).toEqual(['Always']);
    const now = (await send('PUT', `/${_id}`, { title: 'Now', from: '', until: '' })).body.banner;
    expect([now.from, now.until]).toEqual([undefined, undefined]);
    expect(await titles()).toEqual(['Always', 'Now']);
  });

  it.each([
    [{ from: 'tomorrow', until: '' }, { from: 'A date and a time' }],
    [{ from: '' }, { until: 'Say both, or none' }],
    [
      { from: '2030-01-02T00:00:00.000Z', until: '2030-01-02T00:00:00.000Z' },
      { until: 'This is not after its beginning' },
    ],
  ])('is refused with %j: %j', async (times, errors) => {
    expect(await send('POST', '', { title: 'Diwali', ...times })).toMatchObject({ status: 400, body: { errors } });
  });
});
