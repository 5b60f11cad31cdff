import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identity } from '@shop/contracts';
import { publishedEvents, guardGaps, routeGaps, TEST_SERVICE_TOKEN, type TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { startContent } from '../test/service-harness.ts';
import { brand } from './demo-data/brand.ts';
import { pages } from './demo-data/pages.ts';

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, mail over SMTP. A local server plays the countries and rate services.
describe('content', () => {
  const mails: { subject?: string; text?: string; from?: { name?: string; address?: string } }[] = [];
  let refusesMails = false;
  let outside: http.Server;
  let isOutsideUp = true;
  let mailServer: SMTPServer;
  let service: TestService;

  beforeAll(async () => {
    outside = http.createServer((request, response) => {
      if (!isOutsideUp) return void response.writeHead(500).end();
      const answer = request.url?.startsWith('/v3.1/all')
        ? [
            {
              cca2: 'US',
              name: { common: 'United States' },
              flags: { png: 'https://flags.example/us.png' },
              currencies: { USD: { symbol: '$' } },
            },
            {
              cca2: 'IN',
              name: { common: 'India' },
              flags: { svg: 'https://flags.example/in.svg' },
              currencies: { INR: { symbol: '₹' } },
            },
            { cca2: 'ZZ', name: { common: 'Nowhere' }, flags: {}, currencies: {} },
          ]
        : { base: 'INR', time_last_updated: 1_790_000_000, rates: { INR: 1, USD: 0.0119, XXX: 3 } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refusesMails) return done(new Error('no room'));
          void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            mails.push(mail as never);
            done();
          });
        });
      },
    });
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    service = await startContent({
      SHOP_URL: 'https://shop.example',
      SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
      COUNTRIES_URL: base,
      RATES_URL: base,
      RATES_EVERY: '20ms',
    });
  });
  afterAll(async () => {
    await service.close();
    outside.close();
    await new Promise<void>((resolve) => mailServer.close(resolve));
  });

  const get = async (path: string) => {
    const response = await fetch(`${service.url}${path}`);
    return { status: response.status, body: (await response.json()) as never };
  };
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as never };
  };

  it('serves every call that the contracts declare for content', () => {
    expect(routeGaps(service, 'content')).toEqual([]);
  });

  it('lets nobody into a call for whom its contract does not mean it', async () => {
    expect(await guardGaps(service, 'content')).toEqual([]);
  });

  it('mails a code for another service, from the brand', async () => {
    const mail = {
      to: 'asha@example.com',
      name: 'Asha',
      mail: { kind: 'sign-in', code: '012345', validForMinutes: 10 },
    };
    const answer = await send('POST', '/internal/mail/code', mail, { 'x-service-token': TEST_SERVICE_TOKEN });
    expect(answer).toMatchObject({ status: 200, body: { accepted: true } });
    expect(mails.at(-1)?.subject).toMatch(/^012345 is your /);
    expect(mails.at(-1)?.from?.name).toBeTruthy();
  });

  it('mails nothing for whoever is no service', async () => {
    const before = mails.length;
    const mail = { to: 'asha@example.com', name: 'Asha', mail: { kind: 'account-exists' } };
    await expect(send('POST', '/internal/mail/code', mail, {})).resolves.toMatchObject({ status: 404 });
    expect(mails).toHaveLength(before);
  });

  it('says so when the mail server does not take the mail', async () => {
    refusesMails = true;
    const mail = { to: 'asha@example.com', name: 'Asha', mail: { kind: 'account-exists' } };
    await expect(
      send('POST', '/internal/mail/code', mail, { 'x-service-token': TEST_SERVICE_TOKEN }),
    ).resolves.toMatchObject({
      status: 503,
      body: { code: 'mail.not-sent' },
    });
    refusesMails = false;
  });

  it('tells an address that the mail server refuses from a mail server that has no room', async () => {
    const domain = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}`;
    const mail = { to: `0@${domain}`, name: 'Asha', mail: { kind: 'account-exists' } };
    await expect(
      send('POST', '/internal/mail/code', mail, { 'x-service-token': TEST_SERVICE_TOKEN }),
    ).resolves.toMatchObject({ status: 422, body: { code: 'mail.recipient-refused' } });
  });

  it('has the brand edited in one place, by staff alone, and tells the caches', async () => {
    const admin = await service.signIn({ role: 'admin' });
    await expect(send('PUT', '/api/v1/admin/brand', brand, await service.signIn())).resolves.toMatchObject({
      status: 403,
    });
    await expect(
      send('PUT', '/api/v1/admin/brand', { ...brand, chatLink: 'javascript:alert(1)' }, admin),
    ).resolves.toMatchObject({
      status: 400,
      body: { errors: { chatLink: expect.any(String) } },
    });
    await service.connection.collection('brand').deleteMany({});
    await expect(get('/api/v1/brand')).resolves.toMatchObject({ status: 200, body: { brand: { untouched: true } } });
    await expect(send('PUT', '/api/v1/admin/brand', brand, admin)).resolves.toMatchObject({ status: 200 });
    const read = await get('/api/v1/brand');
    expect(read).toMatchObject({ status: 200, body: { brand: { name: 'Aranya' } } });
    expect(read.body).not.toHaveProperty('brand.untouched');
    const event = await service.connection
      .collection('outbox')
      .findOne({ 'event.name': 'content.changed.v1', 'event.data.tag': 'brand' });
    expect(event).not.toBeNull();
  });

  it('shows text pages and answers 404 for a page that nobody wrote', async () => {
    const admin = await service.signIn({ role: 'admin' });
    await expect(get('/api/v1/pages/faqs')).resolves.toMatchObject({ status: 404, body: { code: 'page.not-found' } });
    const { slug, ...text } = pages.find((page) => page.slug === 'faqs')!;
    await expect(send('PUT', `/api/v1/admin/page/${slug}`, text, admin)).resolves.toMatchObject({ status: 200 });
    await expect(get('/api/v1/pages/faqs')).resolves.toMatchObject({
      status: 200,
      body: { page: { title: text.title } },
    });
    await expect(send('PUT', '/api/v1/admin/page/anything', text, admin)).resolves.toMatchObject({ status: 400 });
  });

  it('leaves an audit entry of every change, with what was there before', async () => {
    const admin = await service.signIn({ role: 'admin' });
    await send('PUT', '/api/v1/admin/brand', { city: 'Udaipur' }, admin);
    const entries = (await publishedEvents(service, identity.auditRecorded)).map(({ data }) => data);
    expect(entries.map(({ action, subjectId }) => `${action} ${subjectId}`)).toEqual([
      'brand.changed brand',
      'page.changed faqs',
      'brand.changed brand',
    ]);
    expect(entries[1]).toMatchObject({ before: null, after: { title: expect.any(String) } });
    expect(entries[2]).toMatchObject({ before: { city: brand.city }, after: { city: 'Udaipur' } });
  });

  it('changes of the brand only what was sent, so that two who edit it at once do not undo each other', async () => {
    const admin = await service.signIn({ role: 'admin' });
    await send('PUT', '/api/v1/admin/brand', brand, admin);
    await Promise.all([
      send('PUT', '/api/v1/admin/brand', { city: 'Udaipur' }, admin),
      send('PUT', '/api/v1/admin/brand', { phone: '+91 294 000 0000' }, admin),
    ]);
    const changed = { ...brand, city: 'Udaipur', phone: '+91 294 000 0000' };
    expect((await get('/api/v1/brand')).body).toMatchObject({ brand: changed });
    const { seller: _, ...without } = changed;
    await send('PUT', '/api/v1/admin/brand', { seller: null }, admin);
    expect((await get('/api/v1/brand')).body).toEqual({ brand: { ...without, version: expect.any(String) } });
    const { grievanceOfficer, ...unnamed } = without;
    await send('PUT', '/api/v1/admin/brand', { grievanceOfficer: null }, admin);
    expect((await get('/api/v1/brand')).body).toEqual({ brand: { ...unnamed, version: expect.any(String) } });
    await send('PUT', '/api/v1/admin/brand', { grievanceOfficer }, admin);
    expect((await get('/api/v1/brand')).body).toMatchObject({ brand: { grievanceOfficer } });
  });

  it('changes the brand on the version that was read: another one is refused with the brand as it is now, and who changed what', async () => {
    const [asha, ravi] = await Promise.all([1, 2].map(() => service.signIn({ role: 'admin' })));
    await send('PUT', '/api/v1/admin/brand', brand, asha!);
    const { version } = ((await get('/api/v1/brand')).body as { brand: { version: string } }).brand;
    const on = (who: object, name: string) => ({ ...who, 'if-match': `"${name}"` });
    const first = await send('PUT', '/api/v1/admin/brand', { city: 'Udaipur' }, on(asha!, version));
    expect(first).toMatchObject({ status: 200, body: { brand: { city: 'Udaipur' } } });
    const refused = await send('PUT', '/api/v1/admin/brand', { city: 'Delhi' }, on(ravi!, version));
    const saves = [{ by: 'A colleague', fields: ['city'] }];
    expect(refused).toMatchObject({ status: 409, body: { code: 'document.changed', details: { saves } } });
    const now = (await get('/api/v1/brand')).body as { brand: { version: string } };
    expect((refused.body as { details: { document: unknown } }).details.document).toEqual(now.brand);
    const again = await send('PUT', '/api/v1/admin/brand', { city: 'Delhi' }, on(ravi!, now.brand.version));
    expect(again).toMatchObject({ status: 200, body: { brand: { city: 'Delhi' } } });
    const wrong = await send('PUT', '/api/v1/admin/brand', { city: 'Delhi' }, { ...ravi, 'if-match': '*' });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { 'If-Match': expect.any(String) } } });
  });

  it('knows the countries of the picker, by code', async () => {
    const countries = await eventually(
      async () => {
        const { body } = await get('/api/v1/countries');
        const found = (body as { countries: unknown[] }).countries;
        return found.length > 0 && found;
      },
      { what: 'countries' },
    );
    expect(countries).toEqual([
      { cca2: 'IN', name: 'India', flag: 'https://flags.example/in.svg', currency: 'INR', symbol: '₹' },
      { cca2: 'US', name: 'United States', flag: 'https://flags.example/us.png', currency: 'USD', symbol: '$' },
    ]);
  });

  it('keeps the last good rates, with their time, while the rate service is away', async () => {
    const known = { base: 'INR', rates: { USD: 0.0119 }, at: new Date(1_790_000_000_000).toISOString() };
    await eventually(async () => expect((await get('/api/v1/rates')).body).toEqual(known), { what: 'rates' });
    isOutsideUp = false;
    await expect(get('/api/v1/rates')).resolves.toEqual({ status: 200, body: known });
  });
});
