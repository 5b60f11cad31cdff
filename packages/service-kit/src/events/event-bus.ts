import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { AnyEvent, Consumer, Envelope, Subscription } from '@shop/contracts';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { isObservable, lastValueFrom } from 'rxjs';
import { CONFIG } from '../config/tokens.ts';
import { Health } from '../health/health.ts';
import { inContext } from '../logging/context.ts';
import { BroadcastQueue } from './broadcast-queue.ts';
import { Broker } from './broker.ts';
import { alone, countDead, type DeadLetter, deadLettersOf, replayDead, takeDead } from './dead-letters.ts';
import { EventContext } from './event-context.ts';
import type { EventsConfig } from './event-variables.ts';
import { broadcastMeasurement, handlerDuration, queueMeasurement, type QueueMeasures } from './metrics.ts';
import { type Names, namesFor } from './names.ts';
import { CONSUMER, EVENT_SPECS, WORK } from './options.ts';
import { releaseChannel } from './release-channel.ts';
import { type EventSubscription, subscriptionOf } from './subscription.ts';
import { traced } from './tracing.ts';
import { retryArguments } from './queue-arguments.ts';
import { WorkQueue } from './work-queue.ts';
import type { WorkDependencies } from './work-dependencies.ts';

const REFRESH_RETRY_MS = 1_000;

interface Registered {
  subscription: EventSubscription;
  /** By the event's name. */
  handlers: Map<string, MessageHandler>;
  specs: Map<string, AnyEvent>;
}

/**
 * The event bus as a transport of `@nestjs/microservices`: handlers are `@EventPattern` methods of controllers, with
 * `work(…)` or `broadcast(…)`. It connects in the background, so a process can start before its broker.
 */
@Injectable()
export class EventBus extends Server implements CustomTransportStrategy {
  readonly #log = new Logger(EventBus.name);
  readonly #names: Names;
  readonly #specs: ReadonlyMap<string, AnyEvent>;
  readonly #registered = new Map<string, Registered>();
  readonly #refreshers: (() => void | Promise<void>)[] = [];
  #queues: WorkQueue[] = [];
  #refreshing: Promise<void> = Promise.resolve();
  #refreshes = 0;
  #closing = false;
  #stopping: Promise<unknown> | undefined;
  readonly #stopMeasuring: (() => void)[] = [];
  /** The last look at dead letters. */
  #looked: Promise<unknown> = Promise.resolve();
  /** When broadcasts arrived for the last time that was looked. */
  #heardAt = Date.now();

  constructor(
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: EventsConfig,
    @Inject(CONSUMER) private readonly consumer: Consumer,
    @Inject(EVENT_SPECS) specs: readonly AnyEvent[],
    health: Health,
    @Optional() @Inject(WORK) private readonly dependencies?: WorkDependencies,
  ) {
    super();
    this.#names = namesFor(config.EVENTS_PREFIX);
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
    // Events are written to the outbox in the meantime.
    health.register('rabbitmq', () => broker.why, { isRequired: false });
    health.onStopping(() => void this.#stopConsuming());
  }

  /**
   * Called whenever broadcasts may have been missed: when the process first subscribes and after every reconnect. Refresh
   * what they invalidate. Broadcasts wait for it; if it throws it is called again.
   */
  onGap(callback: () => void | Promise<void>): void {
    this.#refreshers.push(callback);
  }

  /** Whether broadcasts arrive, and every callback of `onGap` has finished since they last did not. */
  get hearsBroadcasts(): boolean {
    return this.broker.isConnected && this.#refreshes === 0;
  }

  /** Called by Nest for every `@EventPattern`. Nest would chain the handlers of one event; here each has its own queue. */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    _isEvent = false,
    extras: Record<string, unknown> = {},
  ) {
    const name = String(pattern);
    const subscription = subscriptionOf(extras);
    if (!subscription) throw new Error(`@EventPattern('${name}') needs work('…') or broadcast('…')`);
    const spec = this.#specs.get(name);
    if (!spec) throw new Error(`${subscription.handler} subscribes to ${name}, which no contract declares`);
    if (!this.#declared(spec).includes(subscription.kind)) {
      throw new Error(
        `${subscription.handler}: the contract of ${name} must name ${this.consumer} with '${subscription.kind}'`,
      );
    }
    const { handler } = subscription;
    const known = this.#registered.get(handler) ?? { subscription, handlers: new Map(), specs: new Map() };
    if (known.handlers.has(name) || known.subscription.kind !== subscription.kind) {
      throw new Error(`Two handlers of ${this.consumer} are named ${handler}`);
    }
    known.handlers.set(name, callback);
    known.specs.set(name, spec);
    this.#registered.set(handler, known);
  }

  /** Called by Nest when all handlers are known. */
  listen(ready: () => void): void {
    for (const spec of this.#specs.values()) {
      for (const kind of this.#declared(spec)) {
        const handlers = [...this.#registered.values()].filter(({ subscription }) => subscription.kind === kind);
        if (handlers.some(({ specs }) => specs.has(spec.name))) continue;
        this.#log.error(
          `The contract of ${spec.name} names the consumer ${this.consumer} with '${kind}', which has no handler for it`,
        );
      }
    }
    this.#queues = this.#work();
    const broadcasts = this.#broadcasts();
    this.broker.onSetUp(async (connection) => {
      await this.#declare(connection);
      for (const queue of this.#queues) await queue.consume(connection);
      for (const queue of broadcasts) await queue.consume(connection);
      if (broadcasts.length > 0) this.#refresh();
    });
    void this.broker.open();
    this.#recordQueues();
    this.#stopMeasuring.push(queueMeasurement.by(() => this.#measureQueues()));
    if (broadcasts.length > 0) this.#stopMeasuring.push(broadcastMeasurement.by(() => this.#measureBroadcasts()));
    ready();
  }

  /** Handlers of this service that work, by name: those that can give up on an event. */
  get workHandlers(): string[] {
    return this.#queues.map((queue) => queue.describe().handler).toSorted();
  }

  /** What the handlers of this service have given up on, `limit` at most, and how many there are. @throws NotConfirmed, OthersLook */
  async deadLetters(limit: number): Promise<{ letters: DeadLetter[]; count: number }> {
    const handlers = this.workHandlers.map((handler) => this.#deadLettersOf(handler));
    return this.#alone(async (channel) => {
      const counts = await countDead(channel, handlers);
      const letters: DeadLetter[] = [];
      for (const [index, handler] of handlers.entries()) {
        const most = Math.min(counts[index]!, limit - letters.length);
        letters.push(...(await takeDead(channel, handler, most)).map(({ letter }) => letter));
      }
      return { letters, count: counts.reduce((sum, count) => sum + count, 0) };
    });
  }

  /**
   * Gives a handler again what it has given up on: one event, or up to `limit`. `allow` is called with their number before any of them
   * is moved; what it throws leaves all where they are.
   * @returns how many were moved, and how many are left
   * @throws NotConfirmed, OthersLook
   */
  replay(
    handler: string,
    { eventId, limit }: { eventId?: string | undefined; limit: number },
    allow: (count: number) => Promise<void>,
  ): Promise<{ replayed: number; left: number }> {
    const which = { limit, isWanted: (id: string) => eventId === undefined || id === eventId };
    return this.#alone((channel) => replayDead(channel, this.#deadLettersOf(handler), which, allow));
  }

  #deadLettersOf(handler: string) {
    return deadLettersOf(this.#names.queue(this.consumer, handler), handler);
  }

  /** One look at dead letters after another, of this connection and of others. */
  #alone<T>(look: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
    const looked = this.#looked.then(() => alone(this.broker, this.#names.returns(this.consumer), look));
    this.#looked = looked.catch(() => {});
    return looked;
  }

  async #measureQueues(): Promise<QueueMeasures[]> {
    const queues = this.#queues.map((queue) => queue.describe());
    if (queues.length === 0 || !this.broker.isConnected) return [];
    const [waiting, dead] = await Promise.all([
      this.broker.countWaiting(queues.map(({ queue }) => queue)),
      this.broker.countWaiting(queues.map(({ handler }) => this.#names.dead(this.consumer, handler))),
    ]);
    return queues.map(({ handler }, index) => ({ handler, waiting: waiting[index]!, dead: dead[index]! }));
  }

  async #measureBroadcasts(): Promise<{ missedSeconds: number }[]> {
    const now = Date.now();
    if (this.hearsBroadcasts) this.#heardAt = now;
    return [{ missedSeconds: (now - this.#heardAt) / 1_000 }];
  }

  #declared(spec: AnyEvent): Subscription[] {
    return [spec.consumers[this.consumer] ?? []].flat().map(({ subscription }) => subscription);
  }

  #recordQueues(): void {
    const queues = this.#queues.map((queue) => queue.describe());
    this.dependencies?.store
      .recordQueues(queues, () => this.#closing)
      .catch((error: unknown) => this.#log.warn('Queues could not be recorded for `npm run events`', error));
  }

  #work(): WorkQueue[] {
    const wanted = [...this.#registered.values()].filter(({ subscription }) => subscription.kind === 'work');
    const { dependencies } = this;
    if (wanted.length === 0) return [];
    if (!dependencies) throw new Error(`${this.consumer} has no database, which work('…') needs: use broadcast('…')`);
    return wanted.map(
      (registered) =>
        new WorkQueue({
          ...dependencies,
          service: this.consumer,
          handler: registered.subscription.handler,
          idempotent: 'idempotent' in registered.subscription && registered.subscription.idempotent,
          specs: registered.specs,
          broker: this.broker,
          config: this.config,
          run: (event, headers, attempt, session) =>
            this.#run(registered, event, headers, new EventContext({ attempt, ...(session && { session }) })),
        }),
    );
  }

  #broadcasts(): BroadcastQueue[] {
    return [...this.#registered.values()]
      .filter(({ subscription }) => subscription.kind === 'broadcast')
      .map(
        (registered) =>
          new BroadcastQueue({
            handler: registered.subscription.handler,
            specs: registered.specs,
            broker: this.broker,
            names: this.#names,
            run: (event, headers) => this.#run(registered, event, headers, new EventContext({ attempt: 1 })),
            ready: () => this.#refreshing,
            onFailed: () => this.#refresh(),
          }),
      );
  }

  async #declare(connection: ChannelModel): Promise<void> {
    const channel = await connection.createChannel();
    await channel.assertExchange(this.#names.exchange, 'topic', { durable: true });
    if (this.#queues.length > 0) {
      const returns = this.#names.returns(this.consumer);
      await channel.assertExchange(returns, 'direct', { durable: true });
      for (const delay of this.config.EVENTS_RETRY_DELAYS) {
        const name = this.#names.retry(this.consumer, delay);
        await channel.assertExchange(name, 'fanout', { durable: true });
        await channel.assertQueue(name, { durable: true, arguments: retryArguments(returns, delay, this.config) });
        await channel.bindQueue(name, name, '');
      }
    }
    for (const queue of this.#queues) await queue.declare(connection, channel);
    releaseChannel(channel);
  }

  async #run(
    { subscription, handlers }: Registered,
    event: Envelope,
    headers: object,
    context: EventContext,
  ): Promise<void> {
    const { handler } = subscription;
    const stop = handlerDuration.startTimer({ handler });
    try {
      await inContext({ requestId: event.id, correlationId: event.correlationId }, () =>
        traced(handler, event, headers, async () => {
          const result: unknown = await handlers.get(event.name)!(event, context);
          if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
        }),
      );
    } finally {
      stop();
    }
  }

  #refresh(): void {
    this.#refreshes += 1;
    this.#refreshing = this.#refreshing.then(async () => {
      for (const refresher of this.#refreshers) {
        for (;;) {
          if (this.#closing) return;
          try {
            await refresher();
            break;
          } catch (error) {
            this.#log.error('A refresh after missed broadcasts failed and is retried', error);
            await new Promise((resolve) => setTimeout(resolve, REFRESH_RETRY_MS));
          }
        }
      }
      this.#refreshes -= 1;
    });
  }

  /** Other instances get the events from now on; the batches under way are finished. */
  #stopConsuming(): Promise<unknown> {
    return (this.#stopping ??= Promise.all(this.#queues.map((queue) => queue.stop())));
  }

  /** Called by Nest after the last request: finishes the batches, then publishes their events. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stop of this.#stopMeasuring) stop();
    await this.#stopConsuming();
    await this.dependencies?.relay.finish();
  }

  override on(): never {
    throw new Error('The event bus emits no events; see Broker');
  }

  override unwrap<T>(): T {
    return this.broker as T;
  }
}
