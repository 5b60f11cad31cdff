import { z } from 'zod';
import type { Clock } from './clock.ts';
import { randomId } from './ids.ts';
import type { Collection, Store } from './store.ts';

const ms = z.int().min(0);
const DAY_MS = 24 * 3600 * 1000;

const scope = {
  provider: z.enum(['razorpay', 'paypal', 'countries', 'rates', 'smtp']),
  /** Name of the call (`order.create`, see README), `webhook` for outgoing events; `*` for all. */
  call: z.string().default('*'),
  /** Dotted paths into the call's facts that must equal these values: `{ "body.receipt": "A-1" }`. */
  where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** Without any of the three, the next matching call only. */
  times: z.int().min(1).max(1_000_000).optional(),
  /** On the sandbox's clock. */
  forMs: ms.optional(),
  untilRemoved: z.boolean().optional(),
};
const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
  z.strictObject({ ...scope, kind: z.literal(name), ...shape });

const status = z.int().min(400).max(599);
const refusal = { code: z.string().optional(), description: z.string().optional(), reason: z.string().optional() };

const TRANSPORT = [
  // No effect and no answer: the connection is cut after `holdMs` of real time.
  kind('timeout-before', { holdMs: ms.max(600_000).default(60_000) }),
  // It takes effect, but there is no answer.
  kind('timeout-after', { holdMs: ms.max(600_000).default(60_000) }),
  // `html`: as sent by a gateway in front of the provider. `body` replaces the provider's own error body.
  kind('error-before', {
    status: status.default(500),
    html: z.boolean().default(false),
    body: z.json().optional(),
  }),
  kind('error-after', {
    status: status.default(500),
    html: z.boolean().default(false),
    body: z.json().optional(),
  }),
  // Answers after this much real time.
  kind('slow', { ms: ms.max(600_000) }),
] as const;
const OUTCOME = [
  kind('decline', refusal),
  // The answer is pending; it settles after `settleAfterMs`, or through the control API if that is absent.
  kind('pending', { settleAfterMs: ms.optional(), settleTo: z.enum(['completed', 'failed']).default('completed') }),
  // The payment fails, and is authorised later (Razorpay).
  kind('late-authorization', { afterMs: ms.default(600_000) }),
  // The call succeeds, but the capture in it is DECLINED (PayPal).
  kind('capture-declined', {}),
  // The refund is processed, and fails days later.
  kind('fails-later', { afterMs: ms.default(3 * DAY_MS) }),
] as const;
const WEBHOOK = [
  kind('webhook-late', { delayMs: ms.default(60_000) }),
  kind('webhook-twice', { delayMs: ms.default(0) }),
  // Held back until a later event of the same order has been delivered, at most `delayMs`.
  kind('webhook-out-of-order', { delayMs: ms.default(60_000) }),
  kind('webhook-never', {}),
  kind('webhook-wrong-signature', {}),
] as const;
const MAIL = [
  kind('mail-refused', { message: z.string().default('Mailbox unavailable') }),
  kind('mail-busy', { message: z.string().default('Try again later') }),
] as const;

const FAMILIES = { transport: TRANSPORT, outcome: OUTCOME, webhook: WEBHOOK, mail: MAIL };

const REQUEST_FACT = /^(params|query|body)\./;

/** Body of the control API for injecting a failure. */
export const faultRequest = z
  .discriminatedUnion('kind', [...TRANSPORT, ...OUTCOME, ...WEBHOOK, ...MAIL])
  .superRefine(({ provider, kind: name, where }, context) => {
    // A failure of an HTTP request is injected before the provider understands it: other paths would never match.
    if (provider === 'smtp' || !TRANSPORT.some(({ shape }) => shape.kind.value === name)) return;
    for (const path of Object.keys(where).filter((one) => !REQUEST_FACT.test(one))) {
      context.addIssue({ code: 'custom', path: ['where', path], message: 'Not a path into params, query or body' });
    }
  });
export type FaultRequest = z.infer<typeof faultRequest>;
/** As written by callers: defaults may be omitted. */
export type FaultInput = z.input<typeof faultRequest>;

export type Family = keyof typeof FAMILIES;
export type Fault<F extends Family = Family> = z.infer<(typeof FAMILIES)[F][number]> & {
  id: string;
  /** Undefined: any number of calls. */
  remaining?: number;
  until?: number;
  hits: number;
};

/** Injected failures and their matching to calls, first in, first served. */
export class Faults {
  readonly #clock: Clock;
  readonly #saved: Collection<Fault>;
  // Cached in memory, because every call checks it.
  #active: Fault[];

  constructor(store: Store, clock: Clock) {
    this.#clock = clock;
    this.#saved = store.collection<Fault>('faults');
    this.#active = this.#saved.find({}, { oldestFirst: true });
  }

  add(request: FaultRequest): Fault {
    const once = request.times === undefined && request.forMs === undefined && !request.untilRemoved;
    const fault: Fault = {
      ...request,
      id: randomId('fault_'),
      remaining: once ? 1 : request.times,
      until: request.forMs === undefined ? undefined : this.#clock.now() + request.forMs,
      hits: 0,
    };
    this.#saved.put(fault);
    this.#active.push(fault);
    return fault;
  }

  list(): Fault[] {
    this.#dropExpired();
    return this.#active;
  }

  remove(id: string): boolean {
    this.#active = this.#active.filter((fault) => fault.id !== id);
    return this.#saved.delete(id);
  }

  clear(): void {
    this.#active = [];
    this.#saved.clear();
  }

  /** Consumes the first failure of that family that matches this call. */
  take<F extends Family>(
    family: F,
    provider: FaultRequest['provider'],
    call: string,
    facts: unknown,
  ): Fault<F> | undefined {
    if (this.#active.length === 0) return undefined;
    this.#dropExpired();
    const kinds: string[] = FAMILIES[family].map((schema) => schema.shape.kind.value);
    const fault = this.#active.find(
      (each) =>
        kinds.includes(each.kind) &&
        each.provider === provider &&
        (each.call === '*' || each.call === call) &&
        Object.entries(each.where).every(([path, value]) => String(at(facts, path)) === String(value)),
    );
    if (!fault) return undefined;
    fault.hits += 1;
    if (fault.remaining !== undefined) fault.remaining -= 1;
    if (fault.remaining === 0) this.remove(fault.id);
    else this.#saved.put(fault);
    return fault as Fault<F>;
  }

  #dropExpired(): void {
    const now = this.#clock.now();
    for (const fault of this.#active) if (fault.until !== undefined && fault.until <= now) this.remove(fault.id);
  }
}

function at(facts: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], facts);
}
