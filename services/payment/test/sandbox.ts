import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

export const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_0000000001',
  RAZORPAY_KEY_SECRET: 'key secret of Razorpay',
  RAZORPAY_WEBHOOK_SECRET: 'webhook secret of Razorpay',
  PAYPAL_CLIENT_ID: 'paypal client',
  PAYPAL_CLIENT_SECRET: 'paypal client secret',
  PAYPAL_WEBHOOK_ID: 'WH-TEST-1',
};

/** What it takes to pay, as Razorpay's dialog hands it to the browser. */
export interface Proof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface SentWebhook {
  id: string;
  event: string;
  state: string;
  body: string;
  headers: Record<string, string>;
}

/** The providers, as a process of their own that the SDKs talk to. */
export interface TestSandbox {
  url: string;
  control<T = unknown>(method: string, at: string, body?: unknown): Promise<T>;
  /** Asks for a failure: see its README. */
  fail(
    failure: { provider: 'razorpay' | 'paypal'; call?: string; kind: string } & Record<string, unknown>,
  ): Promise<void>;
  /** The buyer pays in Razorpay's dialog. */
  pay(orderId: string, more?: object): Promise<Proof>;
  /** The buyer approves at PayPal. */
  approve(orderId: string, funding?: 'balance' | 'declined' | 'echeck'): Promise<void>;
  webhooks(subject: string): Promise<SentWebhook[]>;
  /** Moves its clock on; what falls due on the way happens and is delivered. */
  advance(byMs: number): Promise<void>;
  stop(): Promise<void>;
}

const MAIN = path.resolve(import.meta.dirname, '../../../tools/sandbox/src/main.ts');

/** `webhooksTo` gets the webhooks, with `/razorpay` or `/paypal` after it. */
export async function startSandbox(webhooksTo: string): Promise<TestSandbox> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'payment-sandbox-'));
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PORT: '0',
      SMTP_PORT: '0',
      DATA_DIR: folder,
      SHOP_URL: 'https://shop.example',
      ...KEYS,
      RAZORPAY_WEBHOOK_URL: `${webhooksTo}/razorpay`,
      PAYPAL_WEBHOOK_URL: `${webhooksTo}/paypal`,
    },
  });
  const url = await addressOf(child);
  const control: TestSandbox['control'] = async (method, at, body) => {
    const answer = await fetch(`${url}/control${at}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    control,
    fail: async (failure) => void (await control('POST', '/failures', { ...failure })),
    pay: (orderId, more = {}) => control('POST', '/razorpay/pay', { order_id: orderId, ...more }),
    approve: async (orderId, funding = 'balance') =>
      void (await control('POST', '/paypal/approve', { order_id: orderId, funding })),
    webhooks: async (subject) =>
      (await control<{ webhooks: SentWebhook[] }>('GET', `/webhooks?subject=${subject}`)).webhooks,
    advance: async (advanceMs) => void (await control('POST', '/time', { advanceMs })),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As its first line says. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)));
    readline.createInterface({ input: child.stdout! }).on('line', (line) => {
      const [url] = /http:\/\/[\w.]+:\d+/.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
}
