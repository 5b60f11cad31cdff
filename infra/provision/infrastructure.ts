import path from 'node:path';
import type { Ports } from '../ports.ts';
import type { Program } from '../run/process.ts';
import { mongodbAnswers, mongodbServer, mongodbUri, provideMongodb } from './mongodb.ts';
import type { Access } from './users.ts';
import { epmd, provideRabbitmq, rabbitmqAnswers, rabbitmqServer, rabbitmqUrl, type RabbitmqPlace } from './rabbitmq.ts';
import { provideRedis, redisAnswers, redisServer, redisUrl } from './redis.ts';

/** Addresses given in the environment; those servers are used and not started. */
export interface GivenAddresses {
  mongodb?: string | undefined;
  rabbitmq?: string | undefined;
  redis?: string | undefined;
}

export interface Infrastructure {
  mongodb: string;
  rabbitmq: string;
  redis: string;
  /** To be started; epmd before RabbitMQ. */
  programs: Program[];
}

/**
 * MongoDB, RabbitMQ and Redis: those of the given addresses, else programs of this machine (installed if necessary) on our
 * ports with their data in `data`. `report` gets progress messages.
 *
 * @throws CannotProvide
 * @throws Error naming the variable whose address does not answer
 */
export async function provideInfrastructure(options: {
  given: GivenAddresses;
  ports: Ports;
  data: string;
  logs: string;
  /** Whether Redis persists its data across restarts. */
  durable: boolean;
  /** Whether Redis is a cluster of one node: see `redisServer`. */
  clustered?: boolean;
  /** With it each part of the shop has a user of its own on the servers that are started; the addresses are the operator's. */
  access?: Access;
  report?: (what: string) => void;
}): Promise<Infrastructure> {
  const { given, ports, data, logs, durable, clustered = false, access, report } = options;
  const [mongodb, rabbitmq, redis] = await Promise.all([
    given.mongodb ? undefined : provideMongodb(path.join(data, 'mongodb'), report),
    given.rabbitmq ? undefined : provideRabbitmq(),
    given.redis ? undefined : provideRedis(),
    given.mongodb && mustAnswer('MONGODB_URI', mongodbAnswers(given.mongodb)),
    given.rabbitmq && mustAnswer('RABBITMQ_URL', rabbitmqAnswers(given.rabbitmq)),
    given.redis && mustAnswer('REDIS_URL', redisAnswers(given.redis)),
  ]);
  const programs: Program[] = [];
  if (rabbitmq) {
    const place = rabbitmqPlace(rabbitmq, { ports, data, logs });
    programs.push(epmd(place), rabbitmqServer(place, access));
  }
  if (mongodb) {
    programs.push(
      mongodbServer({
        program: mongodb,
        port: ports.mongodb,
        data: path.join(data, 'mongodb'),
        log: path.join(logs, 'mongodb.log'),
        access,
      }),
    );
  }
  if (redis) {
    programs.push(
      redisServer({
        program: redis,
        port: ports.redis,
        data: path.join(data, 'redis'),
        log: path.join(logs, 'redis.log'),
        durable,
        access,
        ...(clustered && { busPort: ports.redisBus }),
      }),
    );
  }
  return {
    mongodb: given.mongodb ?? mongodbUri(ports.mongodb, access),
    rabbitmq: given.rabbitmq ?? rabbitmqUrl(ports.rabbitmq, access),
    redis: given.redis ?? redisUrl(ports.redis, access),
    programs,
  };
}

/** Our RabbitMQ of these ports and folders, for `rabbitmqctl` and `addVirtualHost`. */
export function rabbitmqPlace(
  program: string,
  { ports, data, logs }: { ports: Ports; data: string; logs: string },
): RabbitmqPlace {
  return {
    program,
    port: ports.rabbitmq,
    distributionPort: ports.rabbitmqDistribution,
    epmdPort: ports.epmd,
    data: path.join(data, 'rabbitmq'),
    log: path.join(logs, 'rabbitmq.log'),
  };
}

async function mustAnswer(variable: string, answer: Promise<string | undefined>): Promise<void> {
  const why = await answer;
  if (why) throw new Error(`${variable} is set in the environment, but ${why}`);
}
