import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@shop/test-kit';
import nodemailer from 'nodemailer';
import { controlOf, KEYS, razorpayClient, Shop, startTestSandbox, type TestSandbox } from '../test/start-sandbox.ts';
import { parseConfig } from './config.ts';

describe('countries and rates', () => {
  let running: TestSandbox;
  beforeAll(async () => {
    running = await startTestSandbox();
  });
  afterAll(() => running.close());
  const json = async (at: string) => {
    const response = await fetch(`${running.url}${at}`);
    return { status: response.status, body: (await response.json()) as never };
  };

  it('knows all countries with the fields that were asked for, and refuses to send everything', async () => {
    const { body } = await json('/countries/v3.1/all?fields=cca2,flags,currencies');
    const countries = body as { cca2: string; flags: { png: string }; currencies: object }[];
    expect(countries.length).toBeGreaterThan(240);
    expect(countries.find(({ cca2 }) => cca2 === 'IN')).toEqual({
      cca2: 'IN',
      flags: {
        png: `${running.url}/countries/flags/in.png`,
        svg: `${running.url}/countries/flags/in.svg`,
        alt: 'The flag of India',
      },
      currencies: { INR: { name: 'Indian rupee', symbol: '₹' } },
    });
    expect((await json('/countries/v3.1/all')).status).toBe(400);
  });

  it.each(['US', 'GB', 'CA', 'AU', 'JP', 'DE', 'FR', 'IT', 'ES', 'IN'])('draws the flag of %s', async (code) => {
    const png = await fetch(`${running.url}/countries/flags/${code.toLowerCase()}.png`);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const svg = await fetch(`${running.url}/countries/flags/${code.toLowerCase()}.svg`);
    expect([svg.headers.get('content-type'), (await svg.text()).slice(0, 4)]).toEqual(['image/svg+xml', '<svg']);
  });

  it('gives the rates of the day with their time, and moves one on request', async () => {
    const latest = async () =>
      (await json('/rates/v4/latest/INR')).body as { time_last_updated: number; rates: Record<string, number> };
    const before = await latest();
    expect(before).toMatchObject({ base: 'INR', rates: { INR: 1, USD: 0.01129944, JPY: 1.746725 } });
    expect(before.time_last_updated * 1000).toBeLessThanOrEqual(Date.now());
    await running.control('POST', '/time', { advanceMs: 86_400_000 });
    const after = await latest();
    expect(after.time_last_updated - before.time_last_updated).toBe(86_400);
    expect(after.rates).toEqual(before.rates);
    await running.control('POST', '/rates', { rupees: { USD: 100, EUR: null } });
    expect((await latest()).rates).toMatchObject({ USD: 0.01 });
    expect((await latest()).rates).not.toHaveProperty('EUR');
    expect((await json('/rates/v4/latest/XXX')).status).toBe(404);
  });

  it('is down on request', async () => {
    await running.fail({ provider: 'rates', kind: 'error-before', status: 503 });
    await running.fail({ provider: 'countries', kind: 'error-before', status: 500 });
    expect((await json('/rates/v4/latest/INR')).status).toBe(503);
    expect((await json('/countries/v3.1/all?fields=cca2')).status).toBe(500);
  });

  it('cannot be controlled by another site', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${running.url}/control/reset`, { method: 'POST', headers })).status).toBe(403);
  });

  it('keeps pace with fifty payments a second and more, and its ledger adds up', async () => {
    running.sandbox.reset();
    const buy = async () => {
      const { id } = await running.razorpay.orders.create({ amount: 10_000, currency: 'INR' });
      await running.control('POST', '/razorpay/pay', { order_id: id });
    };
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, buy));
    expect((await running.control('GET', '/ledger')).razorpay.INR).toMatchObject({
      payments: 400,
      captured: 4_000_000,
    });
    await eventually(() => running.shop.events().filter((event) => event === 'order.paid').length === 400);
  });
});

describe('configuration', () => {
  it('lists every bad variable', () => {
    expect(() => parseConfig({ PORT: 'x', SMTP_PORT: '4441', SHOP_URL: 'ftp://x' })).toThrow(
      /PORT: [\s\S]*DATA_DIR: [\s\S]*SHOP_URL: [\s\S]*RAZORPAY_KEY_SECRET: /,
    );
  });

  it('sends webhooks to the shop unless told otherwise', () => {
    const config = parseConfig(environment(1, 2, '/tmp/x', 'https://shop.example'));
    expect(config.razorpay.webhookUrl).toBe('https://shop.example/api/v1/payment/webhooks/razorpay');
    expect(config.paypal.webhookUrl).toBe('https://shop.example/api/v1/payment/webhooks/paypal');
  });
});

describe('the process', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
  let running: ChildProcess | undefined;
  const shop = new Shop();
  afterAll(async () => {
    running?.kill('SIGKILL');
    await shop.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function start(env: Record<string, string>) {
    running = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, ...env },
    });
    let output = '';
    for (const stream of [running.stdout!, running.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const url = `http://127.0.0.1:${env.PORT}`;
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok, { what: 'readiness' });
    return { url, output: () => output };
  }
  async function kill() {
    const exited = once(running!, 'exit');
    running!.kill('SIGKILL');
    await exited;
  }

  it('comes back after kill -9 with its payments, mails, failures, time, and webhooks still to send', async () => {
    await shop.open();
    const [port, smtpPort] = await Promise.all([freePort(), freePort()]);
    const env = environment(port, smtpPort, folder, shop.url);
    let { url } = await start(env);
    let control = controlOf(url);
    shop.answers = [500, 500, 500];
    const order = await razorpayClient(url).orders.create({ amount: 77_700, currency: 'INR', receipt: 'R-1' });
    const proof = await control('POST', '/razorpay/pay', { order_id: order.id });
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort });
    await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 'kept', text: 'x' });
    transport.close();
    await control('POST', '/failures', { provider: 'razorpay', call: 'order.create', kind: 'error-before', times: 2 });
    await eventually(() => shop.received.length === 3);
    await kill();

    let output: () => string;
    ({ url, output } = await start(env));
    control = controlOf(url);
    expect(output()).not.toContain('Warning');
    expect(await razorpayClient(url).payments.fetch(proof.razorpay_payment_id)).toMatchObject({ amount: 77_700 });
    expect((await control('GET', '/ledger')).razorpay.INR.captured).toBe(77_700);
    const mails = (await (await fetch(`${url}/mailbox/messages`)).json()) as { messages: { subject: string }[] };
    expect(mails.messages.map(({ subject }) => subject)).toEqual(['kept']);
    expect((await control('GET', '/failures')).failures).toEqual([expect.objectContaining({ remaining: 2 })]);
    // Refused before the kill, retried after it.
    await control('POST', '/time', { advanceMs: 3_600_000 });
    expect(shop.received).toHaveLength(6);
    await kill();

    ({ url } = await start(env));
    expect((await controlOf(url)('GET', '/time')).offsetMs).toBeGreaterThan(3_500_000);
    const stopped = once(running!, 'exit');
    running!.kill('SIGTERM');
    expect(await stopped).toEqual([0, null]);
  });

  it('says which port is taken, and exits with 1', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as net.AddressInfo;
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, ...environment(port, 0, `${folder}-taken`, 'http://127.0.0.1:1') },
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = await once(child, 'close');
    taken.close();
    fs.rmSync(`${folder}-taken`, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(output).toContain(String(port));
  });
});

function environment(port: number, smtpPort: number, folder: string, shopUrl: string): Record<string, string> {
  return {
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: folder,
    SHOP_URL: shopUrl,
    RAZORPAY_KEY_ID: KEYS.razorpay.keyId,
    RAZORPAY_KEY_SECRET: KEYS.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.razorpay.webhookSecret,
    PAYPAL_CLIENT_ID: KEYS.paypal.clientId,
    PAYPAL_CLIENT_SECRET: KEYS.paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: KEYS.paypal.webhookId,
  };
}
