import crypto from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mailedCode } from '@shop/test-kit';

export interface Reply {
  status: number;
  /** Of a problem; blank otherwise. */
  code: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are read without the contracts' types
  body: any;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** Idempotency key. */
  key?: string;
  /** How long to retry while parts of the shop may be down. */
  retryForMs?: number;
}

const RETRY_FOR_MS = 60_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CODE_TIMEOUT_MS = 60_000;
const PAUSE_MS = 250;
/** Where visitors come from if they reach the gateway directly, which trusts this machine as its edge; the edge tells it itself. */
const newAddress = () => `10.${crypto.randomInt(256)}.${crypto.randomInt(256)}.${crypto.randomInt(1, 255)}`;
/** Statuses that pages retry: no response, or the same request still in progress. */
const RETRIED_STATUSES = new Set([0, 502, 503, 504]);

export interface ShopAddresses {
  /** The gateway or the edge, before `/api/v1`. */
  url: string;
  origin: string;
  mailbox: string;
}

/** An HTTP client like a browser: keeps cookies, sends an origin, and retries while the shop does not respond. */
export class Visitor {
  readonly #addresses: ShopAddresses;
  readonly #address = newAddress();
  readonly #cookies = new Map<string, string>();
  /** With which it signed in: some calls of staff ask for it again. */
  #password: string | undefined;
  /** Responses that no shopper may get. */
  readonly faults: string[] = [];

  constructor(addresses: ShopAddresses) {
    this.#addresses = addresses;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** @returns the response, also an error; status 0 when there was none within `retryForMs`. */
  async ask(
    path: string,
    { method = 'GET', body, key, retryForMs = RETRY_FOR_MS }: RequestOptions = {},
  ): Promise<Reply> {
    const end = Date.now() + retryForMs;
    for (;;) {
      let reply = await this.#once(path, method, body, key);
      if (reply.code === 'session.proof-required' && this.#password !== undefined) {
        await this.#once('/auth/account/proof', 'POST', { password: this.#password }, undefined);
        reply = await this.#once(path, method, body, key);
      }
      const retry = RETRIED_STATUSES.has(reply.status) || reply.code === 'idempotency.in-progress';
      if (reply.status === 500) this.faults.push(`${method} ${path} answered 500 (${reply.body?.requestId})`);
      if (!retry || Date.now() > end) return reply;
      await wait(PAUSE_MS);
    }
  }

  post(path: string, body: object, options: RequestOptions = {}): Promise<Reply> {
    return this.ask(path, { method: 'POST', body, ...options });
  }

  /** With an idempotency key, as pages send it when creating something. */
  create(path: string, body: object, options: RequestOptions = {}): Promise<Reply> {
    return this.post(path, body, { key: crypto.randomUUID(), ...options });
  }

  /** Creates an account and signs in with the code from the mailbox. @returns the account's id */
  async register(person: { name: string; email: string; password: string }): Promise<string> {
    const sent = await this.post('/auth/register', person);
    if (sent.status !== 200) throw new Error(`Registration answered ${sent.status} ${sent.code}`);
    // After a lost response the account exists and the code is used up.
    return (await this.#verify(person.email)) ?? this.signIn(person.email, person.password);
  }

  /** @returns the account's id. */
  async signIn(email: string, password: string): Promise<string> {
    this.#password = password;
    for (let tries = 0; tries < 20; tries++) {
      const since = Date.now();
      const sent = await this.post('/auth/send-otp', { email, password });
      if (sent.status === 200) {
        const userId = await this.#verify(email, since);
        if (userId) return userId;
      } else if (sent.status !== 429) {
        throw new Error(`Sign-in answered ${sent.status} ${sent.code}`);
      }
      await wait(1_000);
    }
    throw new Error(`${email} could not sign in`);
  }

  async #verify(email: string, since = 0): Promise<string | undefined> {
    const otp = await mailedCode(this.#addresses.mailbox, { to: email, since, withinMs: CODE_TIMEOUT_MS });
    const verified = await this.post('/auth/verify-otp', { email, otp });
    return verified.status === 200 ? (verified.body.user._id as string) : undefined;
  }

  async #once(path: string, method: string, body: object | undefined, key: string | undefined): Promise<Reply> {
    try {
      const response = await fetch(`${this.#addresses.url}/api/v1${path}`, {
        method,
        headers: {
          origin: this.#addresses.origin,
          'x-forwarded-for': this.#address,
          ...(this.#cookies.size > 0 && { cookie: this.cookie }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) this.#cookies.set(name!, value);
        else this.#cookies.delete(name!);
      }
      const text = await response.text();
      const parsed = text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
      return { status: response.status, code: parsed?.code ?? '', body: parsed };
    } catch (error) {
      // fetch says only that it failed; its cause, whether the connection was refused or broke.
      const { message, cause } = error as Error & { cause?: { code?: string } };
      return { status: 0, code: cause?.code ? `${message}: ${cause.code}` : message, body: undefined };
    }
  }
}
