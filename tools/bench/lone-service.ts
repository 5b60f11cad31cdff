import crypto from 'node:crypto';
import path from 'node:path';
import { sessionKey, startTestIdentity } from '@shop/service-kit/testing/identity';
import { execa } from 'execa';
import { createClient } from 'redis';
import { readConfig, storageIn } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { end, identify, isAlive, launch, type Program, untilReady } from '../../infra/run/process.ts';
import { migration, services, type Setting } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { startOwnServers } from '../prove/own-servers.ts';
import { buildProjects } from '../prove/own-shop.ts';

const PORT_OFFSET = 800;
/** What V8 takes in the container of a service (`mem_limit` of docker-compose.yml): where there is more memory, it lets more garbage lie. */
const CONTAINER_HEAP_MB = 192;

export interface LoneService {
  url: string;
  /** Of an owner who is signed in. */
  cookie: string;
  pid: number;
}

interface Options {
  service: 'catalog' | 'cart-order';
  /** Of the benchmark: a folder under `.run`. */
  name: string;
  /** What the database has before the service starts. */
  fill: (setting: Setting, program: Program) => Promise<unknown>;
}

/** Runs `measure` against one built service with servers of its own, beside an identity that only signs in. */
export async function withLoneService<T>(
  { service, name, fill }: Options,
  measure: (one: LoneService) => Promise<T>,
): Promise<T> {
  await buildProjects([`@shop/${service}`]);
  const config = readConfig();
  const ports = portsFrom(config.SHOP_PORT_BASE + PORT_OFFSET);
  const servers = await startOwnServers(name, ports);
  const identity = await startTestIdentity();
  const prefix = `${name}-${process.pid}:`;
  try {
    await servers.redis.start();
    const setting: Setting = {
      config,
      ports,
      infrastructure: { mongodb: servers.mongodbUri, rabbitmq: servers.rabbitmqUrl, redis: servers.redisUrl },
      secrets: provideSecrets(config),
      storage: storageIn(path.join(servers.folder, 'data')),
    };
    await runToEnd(migration(setting, service));
    const found = services(setting).find((one) => one.name === service)!;
    const program: Program = {
      ...found,
      args: [`--max-old-space-size=${CONTAINER_HEAP_MB}`, ...found.args],
      env: { ...found.env, IDENTITY_URL: identity.url, REDIS_PREFIX: prefix },
      log: path.join(servers.folder, 'logs', `${service}.log`),
    };
    await fill(setting, program);
    const child = launch(program);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const started = identify(child.pid!)!;
    try {
      await untilReady(program, () => isAlive(started));
      const cookie = await signIn(identity, program.env!['REDIS_URL']!, prefix);
      return await measure({ url: program.url!, cookie, pid: child.pid! });
    } finally {
      await end(started);
    }
  } finally {
    await identity.stop();
    await servers.close();
  }
}

export const runToEnd = ({ command, args, cwd, env }: Program) => execa(command, args, { cwd, env, extendEnv: false });

async function signIn(identity: Awaited<ReturnType<typeof startTestIdentity>>, redisUrl: string, prefix: string) {
  const [userId, sid] = [crypto.randomBytes(12).toString('hex'), crypto.randomUUID()];
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  await redis.set(prefix + sessionKey(sid), JSON.stringify({ userId, role: 'admin' }));
  redis.destroy();
  return `access=${await identity.token({ sub: userId, sid, role: 'admin' })}`;
}
