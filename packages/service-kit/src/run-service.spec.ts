import net from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { CLOCK_OFFSET_KEY } from './clock/clock-control.ts';
import { Health } from './health/health.ts';
import { KEEP_ALIVE_MS } from './http/close-idle-connections.ts';
import { startTestService, type TestService } from './testing/index.ts';
import { Probe, ProbeModule } from '../test/probe.module.ts';

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

async function start(options: { links?: boolean; environment?: Record<string, string> } = {}) {
  const parts = testInfra('catalog');
  const links: Record<'mongodb' | 'redis', Link> = {
    mongodb: await link(parts.mongodbUri),
    redis: await link(parts.redisUrl),
  };
  if (options.links === false) for (const one of Object.values(links)) await one.cut();
  const service = await startTestService({
    name: 'catalog',
    module: ProbeModule,
    environment: { MONGODB_URI: links.mongodb.url, REDIS_URL: links.redis.url, ...options.environment },
    ready: options.links !== false,
  });
  closing.push(...Object.values(links).map((one) => one.close), service.close);
  return { service, links };
}

const ready = async (service: TestService) => {
  const answer = await fetch(`${service.url}/health/ready`);
  const body = (await answer.json()) as { ready: boolean; why?: string; degraded?: string; pid: number };
  return { status: answer.status, ...body };
};

const make = (service: TestService) =>
  fetch(`${service.url}/api/v1/probe/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ring' }),
  });

describe('a service', () => {
  it('answers what arrives on an idle connection while it stands still for longer than it is told to be kept', async () => {
    const { service } = await start();
    const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
    closing.push(async () => socket.destroy());
    const ask = () => socket.write('GET /health/live HTTP/1.1\r\nhost: shop\r\n\r\n');
    let received = '';
    const answers = () => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
    socket.on('data', (data) => {
      received += data.toString();
      if (answers() > 1) return;
      ask();
      // The service runs in this process: when it goes on, its timers are due before it reads.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, KEEP_ALIVE_MS + 2_000);
    });
    ask();
    await eventually(() => answers() === 2 || socket.destroyed, { what: 'the second answer' });
    expect(received.toLowerCase()).toContain(`keep-alive: timeout=${KEEP_ALIVE_MS / 1000}`);
    expect(answers()).toBe(2);
  });

  it('starts before its database and Redis, says what is missing, and becomes ready when they come', async () => {
    const { service, links } = await start({ links: false });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const early = await ready(service);
    expect(early).toMatchObject({ status: 503, ready: false });
    expect(early.why).toMatch(/mongodb: .*redis: /);
    expect((await make(service)).status).toBe(503);
    await links.mongodb.restore();
    await links.redis.restore();
    await eventually(async () => (await ready(service)).ready, { what: 'the service being ready' });
    expect((await make(service)).status).toBe(201);
  });

  it('makes the indexes of its models before it is ready', async () => {
    const { service } = await start();
    const indexes = await service.connection.collection('idempotency-keys').indexes();
    expect(indexes.map(({ key }) => key)).toContainEqual({ keepUntil: 1 });
  });

  it('answers 503 while its database is away, and works again when it is back', async () => {
    const { service, links } = await start();
    expect((await make(service)).status).toBe(201);
    await links.mongodb.cut();
    const answer = await make(service);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ code: 'service.unavailable' });
    await eventually(async () => (await ready(service)).why?.startsWith('mongodb') ?? false, {
      what: 'readiness saying so',
    });
    await links.mongodb.restore();
    await eventually(async () => (await ready(service)).ready, { what: 'the service being ready again' });
    expect((await make(service)).status).toBe(201);
  });

  it('is ready without Redis, degraded, and not without MongoDB', async () => {
    const { service, links } = await start();
    expect(await ready(service)).toEqual({ status: 200, ready: true, pid: process.pid });
    await links.redis.cut();
    await eventually(async () => expect((await ready(service)).degraded).toMatch(/^redis: /));
    expect(await ready(service)).toMatchObject({ status: 200, ready: true });
    expect((await make(service)).status).toBe(201);
    await links.mongodb.cut();
    await eventually(async () => expect((await ready(service)).why).toMatch(/mongodb: .*redis: |redis: .*mongodb: /));
    expect((await ready(service)).status).toBe(503);
  });

  it('says that it stops and still answers, closing each connection, until the notice is over', async () => {
    const { service } = await start();
    service.app.get(Health).stop();
    expect(await ready(service)).toMatchObject({ status: 503, ready: false, why: 'stopping' });
    const answer = await make(service);
    expect([answer.status, answer.headers.get('connection')]).toEqual([201, 'close']);
    await service.stop();
    await expect(make(service)).rejects.toThrow('fetch failed');
  });

  it('listens as the successor of an instance on the same port when it is ready, and not before', async () => {
    const { service: old, links } = await start({ environment: { LISTEN: 'shared' } });
    const { port } = new URL(old.url);
    const answered = () => fetch(`${old.url}/health/live`).then(({ ok }) => ok);
    await links.mongodb.cut();
    const { MONGODB_URI, REDIS_URL } = old.environment as Record<'MONGODB_URI' | 'REDIS_URL', string>;
    const starting = startTestService({
      name: 'catalog',
      module: ProbeModule,
      environment: { ...old.environment, MONGODB_URI, REDIS_URL, PORT: port, LISTEN: 'when-ready' },
    });
    let isListening = false;
    void starting.then(() => (isListening = true));
    await eventually(async () => (await ready(old)).status === 503, { what: 'the database being away' });
    expect(isListening).toBe(false);
    await links.mongodb.restore();
    const successor = await starting;
    closing.push(successor.close);
    await old.stop();
    expect(await answered()).toBe(true);
    expect((await make(successor)).status).toBe(201);
  });

  it('finishes the request under way when it stops, and takes no new one', async () => {
    const { service } = await start();
    const probe = service.app.get(Probe);
    const open = probe.hold();
    const underWay = fetch(`${service.url}/api/v1/probe/slow`);
    await eventually(() => probe.entered === 1, { what: 'the request being under way' });
    const stopped = service.stop();
    await eventually(
      () =>
        fetch(`${service.url}/health/live`).then(
          () => false,
          () => true,
        ),
      { what: 'new requests being refused' },
    );
    open();
    expect((await underWay).status).toBe(200);
    await stopped;
    expect(service.connection.readyState).toBe(0);
  });

  it.each(['on', 'off'] as const)('has a clock that proofs can move when that is %s', async (control) => {
    const service = await startTestService({
      name: 'catalog',
      module: ProbeModule,
      environment: { CLOCK_CONTROL: control },
    });
    closing.push(service.close);
    const hour = 3_600_000;
    await service.redis.client.set(service.redis.key(CLOCK_OFFSET_KEY), String(hour));
    const ahead = () => service.clock.millis() - Date.now() > hour - 1_000;
    if (control === 'on') await eventually(ahead, { what: 'the clock being an hour ahead' });
    expect(ahead()).toBe(control === 'on');
  });

  it('counts requests by the route and not by the URL', async () => {
    const { service } = await start();
    const metricsNow = async () => (await fetch(`${service.url}/metrics`)).text();
    const counted = (text: string) =>
      Number(
        /http_request_duration_seconds_count\{service="catalog",method="GET",route="\/api\/v1\/probe\/refuse\/:how",status_code="429"\} (\d+)/.exec(
          text,
        )?.[1] ?? 0,
      );
    const before = counted(await metricsNow());
    await fetch(`${service.url}/api/v1/probe/refuse/declared`);
    await fetch(`${service.url}/wp-login.php`);
    const metrics = await metricsNow();
    expect(counted(metrics)).toBe(before + 1);
    expect(metrics).not.toContain('wp-login');
    expect(metrics).toContain('process_resident_memory_bytes');
  });
});
