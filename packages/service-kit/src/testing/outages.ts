import { type AnyCall, callsOf, isStaffAccess, needsRedis, type Service, wirePath } from '@shop/contracts';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import type { z } from 'zod';
import { type TestService, TEST_SERVICE_TOKEN } from './service.ts';

type Headers = Record<string, string>;

const AT_ONCE = 8;

/** Proxies to Redis and RabbitMQ that a spec cuts, and the variables by which a service uses them. */
export interface OutageLinks {
  redis: Link;
  rabbitmq: Link;
  environment: { REDIS_URL: string; RABBITMQ_URL: string };
  close(): Promise<void>;
}

export async function outageLinks(name: string): Promise<OutageLinks> {
  const { redisUrl, rabbitmqUrl } = testInfra(name);
  const [redis, rabbitmq] = await Promise.all([link(redisUrl), link(rabbitmqUrl)]);
  return {
    redis,
    rabbitmq,
    environment: { REDIS_URL: redis.url, RABBITMQ_URL: rabbitmq.url },
    close: async () => void (await Promise.all([redis.close(), rabbitmq.close()])),
  };
}

interface Answer {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
}

/**
 * Asks every call of `name` once with everything there, once without Redis, once without RabbitMQ. `cookieOf` signs in as staff or
 * as a shopper, by default as `signIn` of the service does.
 *
 * @returns the calls that answer otherwise than `needsRedis` says: with 503, Retry-After and `session.unavailable`, or as before
 */
export async function outageGaps(
  service: TestService,
  name: Service,
  { redis, rabbitmq }: Pick<OutageLinks, 'redis' | 'rabbitmq'>,
  cookieOf = async (role: 'admin' | 'user') => (await service.signIn({ role })).cookie,
): Promise<string[]> {
  const calls = callsOf(name);
  /** Of each call its own: one of them signs out. */
  const asking = async () => {
    const requests: [AnyCall, Request][] = [];
    for (const call of calls) {
      const cookie = call.access === 'service' ? '' : await cookieOf(isStaffAccess(call.access) ? 'admin' : 'user');
      requests.push([call, requestOf(call, service.url, cookie)]);
    }
    return async (): Promise<[AnyCall, Answer][]> => {
      const answers: [AnyCall, Answer][] = [];
      for (let index = 0; index < requests.length; index += AT_ONCE)
        answers.push(
          ...(await Promise.all(
            requests
              .slice(index, index + AT_ONCE)
              .map(async ([call, request]): Promise<[AnyCall, Answer]> => [call, await ask(request)]),
          )),
        );
      return answers;
    };
  };
  const says = async (word: RegExp | undefined) =>
    eventually(
      async () => {
        const { degraded } = (await (await fetch(`${service.url}/health/ready`)).json()) as { degraded?: string };
        return word ? word.test(degraded ?? '') : degraded === undefined;
      },
      { what: `the service saying ${word ?? 'that nothing is missing'}` },
    );

  const asBefore = new Map(await (await asking())());
  const gaps: string[] = [];
  // A body that its schema accepts may still break a rule of the service, which has been reached then.
  for (const [call, answer] of asBefore)
    if (answer.status === 400 && !call.body) gaps.push(`${call.id} answers ${text(answer)} to its fixture`);
  const isAsBefore = (call: AnyCall, { status }: Answer) => status >= 500 === asBefore.get(call)!.status >= 500;

  const withoutRedis = await asking();
  await redis.cut();
  await says(/redis: /);
  for (const [call, answer] of await withoutRedis()) {
    const isRefused = answer.status === 503 && answer.code === 'session.unavailable' && answer.retryAfter !== null;
    const isMet = needsRedis(call) === undefined ? isAsBefore(call, answer) : isRefused;
    if (!isMet) gaps.push(`${call.id} without Redis: ${text(answer)}, before: ${text(asBefore.get(call)!)}`);
  }
  await redis.restore();
  await says(undefined);

  const withoutRabbitmq = await asking();
  await rabbitmq.cut();
  await says(/rabbitmq: /);
  for (const [call, answer] of await withoutRabbitmq())
    if (!isAsBefore(call, answer)) gaps.push(`${call.id} without RabbitMQ: ${text(answer)}`);
  await rabbitmq.restore();
  await says(undefined);
  return gaps;
}

const text = ({ status, code, retryAfter }: Answer): string =>
  [status, code, retryAfter === null ? undefined : `Retry-After ${retryAfter}`].filter(Boolean).join(' ');

function requestOf(call: AnyCall, url: string, cookie: string): Request {
  const params = (call.params ? fixtureOf(call.params as z.ZodType) : {}) as Record<string, string>;
  const query = (call.query ? fixtureOf(call.query as z.ZodType) : {}) as Record<string, unknown>;
  const path = wirePath(call).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const headers: Headers = {
    origin: 'https://shop.example',
    'sec-fetch-site': 'same-origin',
    ...(cookie && { cookie }),
    ...(call.access === 'service' && { 'x-service-token': TEST_SERVICE_TOKEN }),
    ...(call.body && { 'content-type': 'application/json' }),
  };
  const target = new URL(url + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && typeof value !== 'object')
      target.searchParams.set(name, String(value));
  }
  const body = call.body ? JSON.stringify(fixtureOf(call.body as z.ZodType)) : null;
  return new Request(target, { method: call.method, headers, body });
}

async function ask(request: Request): Promise<Answer> {
  const answer = await fetch(request.clone());
  const body = await answer.text();
  const isProblem = answer.headers.get('content-type')?.includes('problem') === true;
  return {
    status: answer.status,
    code: isProblem ? (JSON.parse(body) as { code: string }).code : undefined,
    retryAfter: answer.headers.get('retry-after'),
  };
}
