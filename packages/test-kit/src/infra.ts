import crypto from 'node:crypto';

/** The real MongoDB, RabbitMQ and Redis as one test file uses them: with its own database name and prefix. */
export interface TestInfra {
  /** With the database in the path; drop the database afterwards. */
  mongodbUri: string;
  rabbitmqUrl: string;
  redisUrl: string;
  /** For databases, queues and keys: unique per call, so that concurrent test files share nothing. */
  prefix: string;
  /** Folder for recorded queries, which `tools/test/query-plans.ts` explains after the run; unset: nothing is recorded. */
  queriesFolder: string | undefined;
}

/** @throws when the addresses are not set, see `infra-setup.mjs` */
export function testInfra(name: string): TestInfra {
  const prefix = `t-${name}-${crypto.randomBytes(4).toString('hex')}`;
  const mongodb = new URL(required('TEST_MONGODB_URI'));
  mongodb.pathname = `/${prefix}`;
  return {
    mongodbUri: mongodb.href,
    rabbitmqUrl: required('TEST_RABBITMQ_URL'),
    redisUrl: required('TEST_REDIS_URL'),
    prefix,
    queriesFolder: process.env['TEST_QUERIES'],
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests by \`npm test -- <slice>\``);
  return value;
}
