import crypto from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface Reply {
  status: number;
  /** Of a problem; blank otherwise. */
  code: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the proof reads answers as a stranger does
  body: any;
}

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** Makes a repetition have one effect. */
  key?: string;
  /** A part of the shop may be dead: asks again so long. */
  patienceMs?: number;
}

const PATIENCE_MS = 60_000;
const ANSWER_WITHIN_MS = 30_000;
const CODE_WITHIN_MS = 60_000;
const PAUSE_MS = 250;
/** What a page asks again after by itself: nobody there, or the same request still at work. */
const AGAIN = new Set([0, 502, 503, 504]);

interface Place {
  /** The gateway or the edge, before `/api/v1`. */
  url: string;
  origin: string;
  mailbox: string;
}

/** A browser: keeps cookies, sends an origin, and asks again when the shop does not answer. */
export class Visitor {
  readonly #place: Place;
  readonly #cookies = new Map<string, string>();
  /** Answers that no shopper should ever get. */
  readonly faults: string[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Answers what came, also a refusal; status 0 when nobody answered as long as patience lasted. */
  async ask(path: string, { method = 'GET', body, key, patienceMs = PATIENCE_MS }: Asking = {}): Promise<Reply> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const reply = await this.#once(path, method, body, key);
      const again = AGAIN.has(reply.status) || reply.code === 'idempotency.in-progress';
      if (reply.status === 500) this.faults.push(`${method} ${path} answered 500 (${reply.body?.requestId})`);
      if (!again || Date.now() > end) return reply;
      await wait(PAUSE_MS);
    }
  }

  post(path: string, body: object, asking: Asking = {}): Promise<Reply> {
    return this.ask(path, { method: 'POST', body, ...asking });
  }

  /** With a key, as pages do where something is made. */
  create(path: string, body: object, asking: Asking = {}): Promise<Reply> {
    return this.post(path, body, { key: crypto.randomUUID(), ...asking });
  }

  /** Makes an account and signs in by the code in the mailbox. Answers the id of the account. */
  async register(person: { name: string; email: string; password: string }): Promise<string> {
    const sent = await this.post('/auth/register', person);
    if (sent.status !== 200) throw new Error(`Registering answered ${sent.status} ${sent.code}`);
    // Where the answer got lost the account is there, and the code is used up.
    return (await this.#verify(person.email)) ?? this.signIn(person.email, person.password);
  }

  /** Answers the id of the account. */
  async signIn(email: string, password: string): Promise<string> {
    for (let tries = 0; tries < 20; tries++) {
      const since = Date.now();
      const sent = await this.post('/auth/send-otp', { email, password });
      if (sent.status === 200) {
        const userId = await this.#verify(email, since);
        if (userId) return userId;
      } else if (sent.status !== 429) {
        throw new Error(`Signing in answered ${sent.status} ${sent.code}`);
      }
      await wait(1_000);
    }
    throw new Error(`${email} could not sign in`);
  }

  async #verify(email: string, since = 0): Promise<string | undefined> {
    const otp = await this.#codeFor(email, since);
    const verified = await this.post('/auth/verify-otp', { email, otp });
    return verified.status === 200 ? (verified.body.user._id as string) : undefined;
  }

  async #codeFor(email: string, since: number): Promise<string> {
    const query = new URLSearchParams({ to: email, limit: '1', since: String(since) });
    for (const end = Date.now() + CODE_WITHIN_MS; Date.now() < end; await wait(50)) {
      const response = await fetch(`${this.#place.mailbox}/messages?${query}`).catch(() => undefined);
      const { messages } = ((await response?.json()) ?? { messages: [] }) as { messages: Record<string, string>[] };
      const code = /\b\d{6}\b/.exec(`${messages[0]?.['subject']} ${messages[0]?.['text']}`)?.[0];
      if (code) return code;
    }
    throw new Error(`No code was mailed to ${email}`);
  }

  async #once(path: string, method: string, body: object | undefined, key: string | undefined): Promise<Reply> {
    try {
      const response = await fetch(`${this.#place.url}/api/v1${path}`, {
        method,
        headers: {
          origin: this.#place.origin,
          ...(this.#cookies.size > 0 && { cookie: this.cookie }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) this.#cookies.set(name!, value);
        else this.#cookies.delete(name!);
      }
      const text = await response.text();
      const answer = text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
      return { status: response.status, code: answer?.code ?? '', body: answer };
    } catch (error) {
      return { status: 0, code: (error as Error).message, body: undefined };
    }
  }
}
