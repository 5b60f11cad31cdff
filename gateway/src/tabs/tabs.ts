import type { ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CONFIG, EventBus, Failure, type Session } from '@shop/service-kit';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import { openTabs } from '../metrics.ts';
import { sendFailure } from '../proxy/answers.ts';
import { BASE } from '../routes.ts';
import { SessionCheck } from '../session/session-check.ts';

interface Tab {
  session: Session;
  stream: ServerResponse;
}

/** The browser's delay before it reconnects. */
const RECONNECT_MS = 3_000;
/** A tab that does not read is disconnected when this much is buffered for it. */
const MAX_UNREAD_BYTES = 64_000;

/**
 * Open tabs of signed-in users, notified by server-sent events. Messages carry names and ids, never state, and tabs refetch what
 * they show: duplicates are harmless, and after a gap one `refresh` replaces all missed events.
 */
@Injectable()
export class Tabs implements BeforeApplicationShutdown {
  readonly #byAccount = new Map<string, Set<Tab>>();
  #count = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly sessions: SessionCheck,
    bus: EventBus,
  ) {
    // Events may have been missed: every tab refetches.
    bus.onGap(() => {
      for (const tab of this.#all()) write(tab, text('refresh', {}));
    });
  }

  register(fastify: FastifyInstance): void {
    fastify.get(`${BASE}/events`, { exposeHeadRoute: false }, async (request, reply) => {
      const session = await this.sessions.require({ access: 'user', limited: 'Its own cart and orders' }, request);
      // It left during the check: `close` was emitted before there was a listener.
      if (reply.raw.destroyed) return reply.hijack();
      const ofAccount = this.#byAccount.get(session.userId)?.size ?? 0;
      if (this.#count >= this.config.TABS_LIMIT || ofAccount >= this.config.TABS_PER_ACCOUNT) {
        sendFailure(request, reply, new Failure('request.too-many', { headers: { 'retry-after': '60' } }));
        return reply;
      }
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      reply.raw.write(`retry: ${RECONNECT_MS}\n${text('ready', {})}`);
      this.#add({ session, stream: reply.raw });
      return reply;
    });
    this.#heartbeat = setInterval(() => void this.#checkAll(), this.config.TABS_HEARTBEAT).unref();
  }

  /** Notifies the tabs of one account. `data` must contain ids only. */
  notify(userId: string, event: string, data: Record<string, string>): void {
    const message = text(event, data);
    for (const tab of this.#byAccount.get(userId) ?? []) write(tab, message);
  }

  /** Disconnects all tabs, so that the process can exit; they reconnect to another one. */
  beforeApplicationShutdown(): void {
    clearInterval(this.#heartbeat);
    for (const { stream } of this.#all()) stream.end();
  }

  #all(): Tab[] {
    return [...this.#byAccount.values()].flatMap((tabs) => [...tabs]);
  }

  #add(tab: Tab): void {
    const { userId } = tab.session;
    const tabs = this.#byAccount.get(userId) ?? new Set();
    this.#byAccount.set(userId, tabs.add(tab));
    this.#count++;
    openTabs.inc();
    tab.stream.once('close', () => {
      tabs.delete(tab);
      this.#count--;
      openTabs.dec();
      if (tabs.size === 0) this.#byAccount.delete(userId);
    });
  }

  /** Sends a heartbeat to every tab and disconnects those whose session has ended. */
  async #checkAll(): Promise<void> {
    for (const tab of this.#all()) {
      if (await this.sessions.isLive(tab.session)) write(tab, ':\n\n');
      else tab.stream.end();
    }
  }
}

const text = (event: string, data: Record<string, string>): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function write({ stream }: Tab, message: string): void {
  if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
  else stream.write(message);
}
