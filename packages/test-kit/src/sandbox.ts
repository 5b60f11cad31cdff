import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mailsIn, type TestMail } from './mailbox.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../tools/sandbox/src/main.ts');

/** The sandbox's start-up message. */
const READY_LINE = /sandbox is at (\S+): .*SMTP on (\d+)/;

/** Credentials shared by the sandbox and the service under test. */
export const SANDBOX_KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_0000000001',
  RAZORPAY_KEY_SECRET: 'key secret of Razorpay',
  RAZORPAY_WEBHOOK_SECRET: 'webhook secret of Razorpay',
  PAYPAL_CLIENT_ID: 'paypal client',
  PAYPAL_CLIENT_SECRET: 'paypal client secret',
  PAYPAL_WEBHOOK_ID: 'WH-TEST-1',
};

/** A payment that a provider captured. Amounts in the smallest unit. */
export interface TestCapture {
  orderId: string;
  paymentId: string;
  captured: number;
  refunded: number;
}

/** The external providers of one test file: `tools/sandbox` as a child process, on free ports. */
export interface TestSandbox {
  url: string;
  smtpUrl: string;
  /** `control('POST', '/failures', …)`: see the sandbox's README. @throws unless the response is a 2xx */
  control<T>(method: string, at: string, body?: unknown): Promise<T>;
  /** What a provider captured, oldest first. */
  captured(provider: string): Promise<TestCapture[]>;
  /** Newest first. */
  mails(to: string): Promise<TestMail[]>;
  close(): Promise<void>;
}

/** `environment`: variables of the sandbox's `config.ts`, such as the webhooks' target. */
export async function startSandbox(environment: Record<string, string> = {}): Promise<TestSandbox> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PORT: '0',
      SMTP_PORT: '0',
      DATA_DIR: folder,
      SHOP_URL: 'http://127.0.0.1:1',
      ...SANDBOX_KEYS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const { url, smtpPort } = await new Promise<{ url: string; smtpPort: string }>((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = READY_LINE.exec(output);
      if (ready) resolve({ url: ready[1]!, smtpPort: ready[2]! });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', () => reject(new Error(`The sandbox did not start: ${output}`)));
  });
  const request = async <T>(method: string, at: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}${at}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    control: (method, at, body) => request(method, `/control${at}`, body),
    captured: async (provider) => {
      const at = `/control/ledger/entries?provider=${provider}&limit=10000`;
      return (await request<{ entries: TestCapture[] }>('GET', at)).entries;
    },
    mails: (to) => mailsIn(`${url}/mailbox`, { to }),
    close: async () => {
      child.kill();
      await exited;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
