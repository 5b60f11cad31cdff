import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client, Environment } from '@paypal/paypal-server-sdk';
import axios from 'axios';
import Razorpay from 'razorpay';
import type { Config } from '../src/config.ts';
import type { FaultInput } from '../src/core/faults.ts';
import { Sandbox } from '../src/sandbox.ts';
import { Server } from '../src/server.ts';

export const KEYS = {
  razorpay: { keyId: 'rzp_test_0000000001', keySecret: 'key secret of Razorpay', webhookSecret: 'webhook secret' },
  paypal: { clientId: 'paypal client', clientSecret: 'paypal client secret', webhookId: 'WH-TEST-1' },
};

export interface Received {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Name of its event. */
  event: string;
}

/** A shop that only listens: records webhooks and answers with scripted statuses. */
export class Shop {
  readonly received: Received[] = [];
  /** Statuses for the next webhooks; 200 by default. */
  answers: number[] = [];
  url = '';
  readonly #server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const parsed = JSON.parse(body) as { event?: string; event_type?: string };
    this.received.push({
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: parsed.event ?? parsed.event_type ?? '',
    });
    response.writeHead(this.answers.shift() ?? 200).end();
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  events(): string[] {
    return this.received.map(({ event }) => event);
  }
}

export function testConfig(shopUrl: string): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-')),
    publicUrl: undefined,
    shopUrl,
    razorpay: { ...KEYS.razorpay, webhookUrl: `${shopUrl}/webhooks/razorpay` },
    paypal: { ...KEYS.paypal, webhookUrl: `${shopUrl}/webhooks/paypal` },
  };
}

/** A running sandbox with a listening shop, and the providers' own SDKs pointed at it. */
export async function startTestSandbox() {
  const shop = await new Shop().open();
  const config = testConfig(shop.url);
  const sandbox = new Sandbox(config);
  const server = new Server(sandbox);
  const { url, smtpPort } = await server.start();
  return {
    shop,
    config,
    sandbox,
    url,
    smtpPort,
    razorpay: razorpayClient(url),
    paypal: paypalClient(url),
    control: controlOf(url),
    fail: (failure: FaultInput) => controlOf(url)('POST', '/failures', failure),
    close: async () => {
      await server.stop();
      await shop.close();
      fs.rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** Calls the control API. @throws its answer if that is not a success */
export function controlOf(url: string) {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests inspect answers of every shape
  return async (method: string, at: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${url}/control${at}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw Object.assign(new Error(`${response.status} ${text}`), { status: response.status, answer });
    return answer;
  };
}

export function razorpayClient(url: string, keySecret = KEYS.razorpay.keySecret) {
  const client = new Razorpay({ key_id: KEYS.razorpay.keyId, key_secret: keySecret });
  const { defaults } = httpClientOf(client);
  defaults.baseURL = `${url}/razorpay`;
  defaults.timeout = 2000;
  return client;
}

/** The HTTP client inside Razorpay's SDK, for the header that its constructor does not accept. */
export function httpClientOf(client: Razorpay) {
  return (client as unknown as { api: { rq: import('axios').AxiosInstance } }).api.rq;
}

export function paypalClient(url: string, clientSecret = KEYS.paypal.clientSecret) {
  return new Client({
    environment: Environment.Sandbox,
    timeout: 2000,
    clientCredentialsAuthCredentials: { oAuthClientId: KEYS.paypal.clientId, oAuthClientSecret: clientSecret },
    unstable_httpClientOptions: {
      adapter: (config: import('axios').InternalAxiosRequestConfig) =>
        axios.getAdapter('http')({
          ...config,
          url: config.url?.replace('https://api-m.sandbox.paypal.com', `${url}/paypal`),
        }),
    },
  });
}
