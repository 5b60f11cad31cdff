import { Inject, Injectable, Module } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { defineCall, staff } from '@shop/contracts';
import { type Connection, Types } from 'mongoose';
import { z } from 'zod';
import {
  ContractController,
  CONFIG,
  currentContext,
  Failure,
  ValidatedInput,
  Idempotency,
  type Input,
  type Outcomes,
  Route,
} from '../src/index.ts';

/** A small service that exercises the kit. */
const service = 'catalog' as const;

export const echo = defineCall({
  id: 'probe.echo',
  service,
  method: 'POST',
  path: '/probe/:group/echo',
  access: 'guest',
  summary: 'Answers what it was sent',
  params: z.object({ group: z.string().regex(/^[A-Z]{2}-\d+$/, 'A group code looks like AR-1042') }),
  query: z.object({ page: z.coerce.number('Not a number').int().min(1, 'The first page is 1').default(1) }),
  body: z.object({
    name: z.string('Name is required').min(1, 'Name is required'),
    address: z.object({ pincode: z.string('Pincode is required') }).optional(),
  }),
  answer: z.object({
    name: z.string(),
    page: z.number(),
    group: z.string(),
    userId: z.string().nullable(),
    correlationId: z.string(),
  }),
  errors: [],
});

const caller = z.object({ userId: z.string(), role: z.string() });
const probe = { service, summary: 'Answers with the caller', answer: caller, errors: [] } as const;
export const forUsers = defineCall({ ...probe, id: 'probe.user', method: 'GET', path: '/probe/user', access: 'user' });
const proved = defineCall({
  ...probe,
  id: 'probe.proved',
  method: 'GET',
  path: '/probe/proved',
  access: staff('audit.read'),
  proof: 'It asks for a proof',
});
export const forStaff = defineCall({
  ...probe,
  id: 'probe.admin',
  method: 'GET',
  path: '/probe/admin',
  access: staff('audit.read'),
});
export const paying = defineCall({
  ...probe,
  id: 'probe.pay',
  method: 'POST',
  path: '/probe/pay',
  access: 'user',
  limit: 'payment',
});
export const forServices = defineCall({
  ...probe,
  id: 'probe.internal',
  method: 'GET',
  path: '/internal/probe',
  access: 'service',
  answer: z.object({ correlationId: z.string() }),
});

export const refuse = defineCall({
  id: 'probe.refuse',
  service,
  method: 'GET',
  path: '/probe/refuse/:how',
  access: 'guest',
  summary: 'Fails as asked',
  params: z.object({ how: z.string() }),
  answer: z.object({ ok: z.boolean() }),
  errors: [],
});

export const slow = defineCall({
  id: 'probe.slow',
  service,
  method: 'GET',
  path: '/probe/slow',
  access: 'guest',
  summary: 'Answers when the test releases it',
  answer: z.object({ ok: z.boolean() }),
  errors: [],
  timeoutMs: 300,
});

export const upload = defineCall({
  id: 'probe.upload',
  service,
  method: 'POST',
  path: '/probe/upload',
  access: 'guest',
  summary: 'Takes a picture',
  body: z.object({ title: z.string('Title is required') }),
  files: { image: 'image/*' },
  answer: z.object({ title: z.string(), bytes: z.number() }),
  errors: [],
});

const made = z.object({ id: z.string(), name: z.string() });
const makingBody = z.object({ name: z.string(), fail: z.enum(['refuse', 'break', 'never-end']).optional() });
export const make = defineCall({
  id: 'probe.make',
  service,
  method: 'POST',
  path: '/probe/things',
  access: 'guest',
  summary: 'Makes a thing, in a transaction',
  body: makingBody,
  answer: made,
  status: 201,
  errors: [],
  idempotencyKey: true,
});
export const send = defineCall({
  id: 'probe.send',
  service,
  method: 'POST',
  path: '/probe/parcels',
  access: 'guest',
  summary: 'Makes a thing in two steps, the second outside this service',
  body: makingBody,
  answer: made,
  errors: [],
  idempotencyKey: true,
});

export const quoted = defineCall({
  ...make,
  id: 'probe.quoted',
  path: '/probe/quoted',
  summary: 'Puts a thing on the shelf after checking outside this service that it is offered',
});

/** The one document that `quoted` changes. */
export const SHELF = 'shelf';
export interface Shelf extends Outcomes {
  _id: string;
  version: number;
  things: string[];
}
const EMPTY_SHELF: Shelf = { _id: SHELF, version: 0, things: [] };

export const careless = defineCall({
  id: 'probe.careless',
  service,
  method: 'POST',
  path: '/probe/careless',
  access: 'guest',
  summary: 'Takes a key and ignores it',
  body: makingBody,
  answer: z.object({ ok: z.boolean() }),
  errors: [],
  idempotencyKey: true,
});

/** State that tests control or inspect. */
@Injectable()
export class Probe {
  /** Handlers wait for it. */
  gate: Promise<void> = Promise.resolve();
  entered = 0;
  /** Whether the thing is offered, outside this service. */
  offered = true;
  /** The shelf as last read. */
  seen: Shelf | undefined;
  /** The next update of the shelf is made, but its answer is lost. */
  answerLost = false;
  /** Work ids of sent parcels. */
  readonly sent: string[] = [];
  readonly resumed: string[] = [];

  /** Holds handlers until the returned function is called. */
  hold(): () => void {
    let open = () => {};
    this.gate = new Promise((resolve) => (open = resolve));
    return open;
  }
}

@ContractController()
class ProbeController {
  constructor(
    private readonly probe: Probe,
    private readonly idempotency: Idempotency,
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) readonly config: unknown,
  ) {}

  @Route(echo)
  echo(@ValidatedInput() { params, query, body, session }: Input<typeof echo>) {
    const answer = {
      name: body.name,
      page: query.page,
      group: params.group,
      userId: session?.userId ?? null,
      correlationId: currentContext()!.correlationId,
      passwordHash: 'never leaves',
    };
    return answer;
  }

  @Route(forUsers)
  user(@ValidatedInput() { session }: Input<typeof forUsers>) {
    return session;
  }

  @Route(proved)
  proved(@ValidatedInput() { session }: Input<typeof proved>) {
    return session;
  }

  @Route(forStaff)
  staff(@ValidatedInput() { session }: Input<typeof forStaff>) {
    return session;
  }

  @Route(paying)
  pay(@ValidatedInput() { session }: Input<typeof paying>) {
    return session;
  }

  @Route(forServices)
  internal() {
    return { correlationId: currentContext()!.correlationId };
  }

  @Route(refuse)
  refuse(@ValidatedInput() { params }: Input<typeof refuse>): { ok: boolean } {
    if (params.how === 'declared') {
      throw new Failure('request.too-many', { details: { left: 0 }, headers: { 'retry-after': '7' } });
    }
    if (params.how === 'undeclared') throw new Failure('mail.not-sent');
    if (params.how === 'unexpected') throw new Error('password of root@db is hunter2');
    return { ok: 'not a boolean' as unknown as boolean };
  }

  @Route(careless)
  careless() {
    return { ok: true };
  }

  @Route(slow)
  async slow() {
    this.probe.entered += 1;
    await this.probe.gate;
    return { ok: true };
  }

  @Route(upload)
  upload(@ValidatedInput() { body, files }: Input<typeof upload>) {
    return { title: body.title, bytes: files['image']?.data.length ?? 0 };
  }

  @Route(make)
  make(@ValidatedInput() input: Input<typeof make>) {
    return this.idempotency.once(input, async (session) => {
      this.probe.entered += 1;
      const { insertedId } = await this.connection
        .collection('things')
        .insertOne({ name: input.body.name }, { session });
      await this.probe.gate;
      if (input.body.fail === 'refuse') throw new Failure('request.too-many');
      if (input.body.fail === 'break') throw new Error('broken');
      return { id: insertedId.toHexString(), name: input.body.name };
    });
  }

  @Route(quoted)
  quoted(@ValidatedInput() input: Input<typeof quoted>) {
    const shelves = this.connection.collection<Shelf>('shelves');
    return this.idempotency.onceIn(input, {
      read: async (fresh) => {
        this.probe.seen = (!fresh && this.probe.seen) || ((await shelves.findOne({ _id: SHELF })) ?? EMPTY_SHELF);
        return this.probe.seen;
      },
      ask: async () => {
        this.probe.entered += 1;
        await this.probe.gate;
        if (!this.probe.offered || input.body.fail) throw new Failure('request.too-many');
        return new Types.ObjectId().toHexString();
      },
      write: async ({ version, things }, id, withOutcome) => {
        const answer = { id, name: input.body.name };
        const set = { things: [...things, id], ...(await withOutcome(answer)) };
        const saving = shelves.updateOne(
          { _id: SHELF, version },
          { $set: set, $inc: { version: 1 } },
          { upsert: version === 0 },
        );
        const saved = await saving.catch(() => ({ matchedCount: 0, upsertedCount: 0 }));
        if (this.probe.answerLost) {
          this.probe.answerLost = false;
          throw new Error('the answer was lost');
        }
        return saved.matchedCount + saved.upsertedCount > 0 ? answer : undefined;
      },
    });
  }

  @Route(send)
  send(@ValidatedInput() input: Input<typeof send>) {
    return this.idempotency.resumable(input, async ({ workId, resumed }) => {
      this.probe.entered += 1;
      if (resumed) this.probe.resumed.push(workId);
      if (!this.probe.sent.includes(workId)) this.probe.sent.push(workId);
      await this.probe.gate;
      if (input.body.fail === 'refuse') throw new Failure('request.too-many');
      if (input.body.fail === 'break' && !resumed) throw new Error('the answer was lost');
      return { id: workId, name: input.body.name };
    });
  }
}

@Module({ controllers: [ProbeController], providers: [Probe], exports: [Probe] })
export class ProbeModule {}
