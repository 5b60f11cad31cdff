import fs from 'node:fs';
import path from 'node:path';

/**
 * Sets the addresses of the real MongoDB, RabbitMQ and Redis for tests: from the environment, else from the file that
 * `node tools/test/infra.ts up` wrote. Never those of a running shop.
 */
export default function setup() {
  if (process.env.TEST_MONGODB_URI && process.env.TEST_RABBITMQ_URL && process.env.TEST_REDIS_URL) return;
  const file = path.resolve(import.meta.dirname, '../../../.run/test/infra.json');
  if (!fs.existsSync(file)) {
    throw new Error(
      'No MongoDB, RabbitMQ and Redis for tests: run `npm test -- <slice>`, or `node tools/test/infra.ts up` first.',
    );
  }
  Object.assign(process.env, JSON.parse(fs.readFileSync(file, 'utf8')));
}
