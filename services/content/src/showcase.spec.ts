import crypto from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content, identity, missingPermission } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import sharp from 'sharp';
import { startContent } from '../test/service-harness.ts';

const jpegOf = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
type Answer = Record<string, unknown> & { errors?: Record<string, string> };

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis. Posts and banners differ only in names and fields.
describe.each([
  {
    what: 'posts',
    one: 'post',
    path: '/instapost',
    picture: 'post',
    field: 'url',
    values: ['https://www.instagram.com/p/abc/', 'https://www.instagram.com/p/def/'],
    wrong: [
      ['', 'Instagram URL is required'],
      ['javascript:alert(1)', 'This is not a URL that begins with https://'],
      ['instagram', 'This is not a URL that begins with https://'],
    ],
    newestFirst: true,
  },
  {
    what: 'banners',
    one: 'banner',
    path: '/discountbanner',
    picture: 'image',
    field: 'title',
    values: ['Wedding season', 'Everyday gold'],
    wrong: [
      ['', 'Banner title is required'],
      ['x'.repeat(121), 'At most 120 characters'],
    ],
    newestFirst: false,
  },
])('$what', ({ what, one, path, picture, field, values: [first, second], wrong, newestFirst }) => {
  let service: TestService;
  let admin: { cookie: string };
  let red: Buffer;
  let blue: Buffer;
  beforeAll(async () => {
    service = await startContent();
    admin = await service.signIn({ role: 'admin' });
    [red, blue] = [await jpegOf('#f00'), await jpegOf('#00f')];
  });
  afterAll(() => service.close());

  const send = async (
    method: string,
    at: string,
    fields: Record<string, string | Buffer>,
    headers: Record<string, string> = admin,
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      body.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
    }
    const answer = await fetch(`${service.url}/api/v1${at}`, { method, headers, ...(method !== 'DELETE' && { body }) });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const list = async () => {
    const answer = await fetch(`${service.url}/api/v1${path}`);
    return ((await answer.json()) as Record<string, Record<string, string>[]>)[what]!;
  };
  const entryIn = ({ body }: { body: Answer }) => body[one] as Record<string, string>;
  /** As visitors read it: the state of a banner is for staff. */
  const inList = ({ state, ...entry }: Record<string, string>) => entry;

  it('are made, changed with and without their picture, and removed; every step is audited and told to the caches', async () => {
    expect(await list()).toEqual([]);
    const older = entryIn(await send('POST', path, { [field]: first!, image: red }));
    const newer = entryIn(await send('POST', path, { [field]: second!, image: blue }));
    expect(older).toMatchObject({ [field]: first, [picture]: expect.stringMatching(/^\/api\/v1\/images\/.+\.webp$/) });
    expect(await list()).toEqual((newestFirst ? [newer, older] : [older, newer]).map(inList));

    const renamed = entryIn(await send('PUT', `${path}/${older['_id']}`, { [field]: second! }));
    expect(renamed).toEqual({ ...older, [field]: second, version: expect.any(String) });
    expect(renamed['version']).not.toBe(older['version']);
    const replaced = entryIn(await send('PUT', `${path}/${older['_id']}`, { [field]: second!, image: blue }));
    expect(replaced).toEqual({ ...renamed, [picture]: newer[picture], version: expect.any(String) });

    expect(await send('DELETE', `${path}/${newer['_id']}`, {})).toEqual({ status: 200, body: { _id: newer['_id'] } });
    expect(await list()).toEqual([inList(replaced)]);
    // Pages loaded before still show the image.
    expect((await fetch(service.url + newer[picture]!)).status).toBe(200);

    const published = await publishedEvents(service, content.contentChanged);
    expect(published.map(({ data }) => data)).toEqual(Array.from({ length: 5 }, () => ({ tag: what })));
    const entries = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data);
    expect(entries.map(({ action }) => action)).toEqual([
      `${one}.created`,
      `${one}.created`,
      `${one}.changed`,
      `${one}.changed`,
      `${one}.removed`,
    ]);
    expect(entries[2]).toMatchObject({
      subject: one,
      subjectId: older['_id'],
      before: { [field]: first },
      after: { [field]: second },
    });
  });

  it('are made once, however often the same request comes', async () => {
    const before = (await list()).length;
    const headers = { ...admin, 'idempotency-key': crypto.randomUUID() };
    const [answer, again] = [
      await send('POST', path, { [field]: first!, image: red }, headers),
      await send('POST', path, { [field]: first!, image: red }, headers),
    ];
    expect(answer.status).toBe(201);
    expect(again).toEqual(answer);
    expect((await list()).length).toBe(before + 1);
  });

  it('take a file from who may upload pictures, and from others the address of one that is there', async () => {
    const editor = await service.signIn({ permissions: ['content.change'] });
    const uploader = await service.signIn({ permissions: ['content.change', 'media.upload'] });
    const made = entryIn(await send('POST', path, { [field]: first!, image: red }, uploader));
    const at = `${path}/${made['_id']}`;
    for (const refused of [
      await send('POST', path, { [field]: first!, image: blue }, editor),
      await send('PUT', at, { [field]: second!, image: blue }, editor),
    ]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'session.forbidden', message: missingPermission('media.upload') },
      });
    }
    expect((await send('POST', path, { [field]: first!, image: made[picture]! }, editor)).status).toBe(201);
    expect((await send('PUT', at, { [field]: second! }, editor)).status).toBe(200);
  });

  it.each(wrong)(`are refused with "%s" as ${field}`, async (value, message) => {
    expect(await send('POST', path, { [field]: value!, image: red })).toMatchObject({
      status: 400,
      body: { errors: { [field]: message } },
    });
  });

  it('take a picture that is there by its address, and none that is not', async () => {
    const { [picture]: image } = entryIn(await send('POST', path, { [field]: first!, image: red })) as {
      [at: string]: string;
    };
    const made = await send('POST', path, { [field]: second!, image: image! });
    expect(made).toMatchObject({ status: 201, body: { [one]: { [field]: second, [picture]: image } } });
    const { [picture]: other, _id } = entryIn(await send('POST', path, { [field]: second!, image: blue }));
    const changed = await send('PUT', `${path}/${_id}`, { [field]: second!, image: image! });
    expect([other === image, entryIn(changed)[picture]]).toEqual([false, image]);
    const gone = await send('PUT', `${path}/${_id}`, { [field]: second!, image: '/api/v1/images/gone.webp' });
    expect(gone).toMatchObject({ status: 400, body: { errors: { image: 'This picture is not there any more' } } });
    const foreign = await send('POST', path, { [field]: second!, image: 'https://elsewhere.example/a.webp' });
    expect(foreign).toMatchObject({
      status: 400,
      body: { errors: { image: 'This is not the address of a picture of this shop' } },
    });
  });

  it('are refused without a picture, and with a file that is none', async () => {
    expect(await send('POST', path, { [field]: first! })).toMatchObject({
      status: 400,
      body: { errors: { image: 'Choose a picture' } },
    });
    const file = Buffer.from('%PDF-1.7');
    expect(await send('POST', path, { [field]: first!, image: file })).toMatchObject({
      status: 400,
      body: { errors: { image: 'This is not a picture that can be read' } },
    });
  });

  it('are changed by staff alone, and only where they are', async () => {
    const shopper = await service.signIn();
    expect(await send('POST', path, { [field]: first!, image: red }, shopper)).toMatchObject({ status: 403 });
    const missing = `${path}/${'0'.repeat(24)}`;
    for (const method of ['PUT', 'DELETE']) {
      expect(await send(method, missing, { [field]: first! })).toMatchObject({
        status: 404,
        body: { code: `${one}.not-found` },
      });
    }
  });
});

// Real: as above.
describe('the link of a banner', () => {
  let service: TestService;
  let admin: { cookie: string };
  beforeAll(async () => {
    service = await startContent();
    admin = await service.signIn({ role: 'admin' });
  });
  afterAll(() => service.close());

  const send = async (method: string, at: string, fields: Record<string, string | Buffer>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      body.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
    const answer = await fetch(`${service.url}/api/v1/discountbanner${at}`, { method, headers: admin, body });
    return { status: answer.status, body: (await answer.json()) as { banner: content.Banner } & Answer };
  };

  it('is kept by a change that does not name it, and taken away by an empty one', async () => {
    const link = '/product/ring?filter.metal=platinum,rose-gold';
    const { body } = await send('POST', '', { title: 'Rings', link, image: await jpegOf('#0f0') });
    const at = `/${body.banner._id}`;
    expect(body.banner.link).toBe(link);
    expect((await send('PUT', at, { title: 'All rings' })).body.banner).toMatchObject({ title: 'All rings', link });
    expect((await send('PUT', at, { title: 'All rings', link: '' })).body.banner).not.toHaveProperty('link');
  });

  it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'ring', '/a b'])(
    'is a path of the shop, not %s',
    async (link) => {
      const { status, body } = await send('POST', '', { title: 'Rings', link, image: await jpegOf('#0f0') });
      expect([status, body.errors]).toEqual([400, { link: 'A path of the shop, such as /product/ring' }]);
    },
  );
});
