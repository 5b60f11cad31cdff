import crypto from 'node:crypto';

/** Addresses of the real parts for one test file: a database name, a virtual host and a key prefix of its own. */
export interface RealParts {
  /** With the database in the path; drop it when done. */
  mongodbUri: string;
  /** Names queues and exchanges, so that files running side by side do not share any. */
  rabbitmqUrl: string;
  redisUrl: string;
  /** Of databases, queues and keys: unique to the file and the run. */
  prefix: string;
}

/** Throws when no real parts were announced: see `real-parts.mjs`. */
export function realParts(name: string): RealParts {
  const prefix = `t-${name}-${crypto.randomBytes(4).toString('hex')}`;
  const mongodb = new URL(required('TEST_MONGODB_URI'));
  mongodb.pathname = `/${prefix}`;
  return {
    mongodbUri: mongodb.href,
    rabbitmqUrl: required('TEST_RABBITMQ_URL'),
    redisUrl: required('TEST_REDIS_URL'),
    prefix,
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests by \`npm test -- <slice>\``);
  return value;
}
