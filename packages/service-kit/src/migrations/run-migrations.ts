import { parseArgs } from 'node:util';
import { getConnectionToken } from '@nestjs/mongoose';
import { NestFactory } from '@nestjs/core';
import type { Connection } from 'mongoose';
import { mongodbFacts, unmetRequirements } from '../database/mongodb-requirements.ts';
import { createServer } from '../http/server.ts';
import { KitModule } from '../kit.module.ts';
import { createPino, PinoLogger } from '../logging/logger.ts';
import type { ServiceOptions } from '../run-service.ts';
import { migrate, type MigrateOptions, migrationStatus } from './migrate.ts';

export interface MigrationsOptions extends ServiceOptions {
  keepIndexes?: MigrateOptions['keepIndexes'];
}

/**
 * The whole of a service's `migrate.ts`: migrates its database and ends the process, with 1 when something failed.
 * `--status` prints what ran and what is pending as one line of JSON and changes nothing; `--keep-old-indexes` drops nothing:
 * for a rollout during which the previous version still needs its indexes, followed by a run without it.
 */
export async function runMigrations({
  name,
  module,
  config,
  migrations = [],
  keepIndexes,
}: MigrationsOptions): Promise<void> {
  const { values } = parseArgs({
    options: {
      status: { type: 'boolean', default: false },
      'keep-old-indexes': { type: 'boolean', default: false },
    },
  });
  const pino = createPino(name, config.LOG_LEVEL);
  const logger = new PinoLogger(pino);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());
  let failed = false;
  try {
    // Created and not initialized: models are registered, and no hook of a provider runs.
    const app = await NestFactory.create(
      KitModule.forService(module, name, config, migrations),
      createServer({ log: pino, bodyLimit: config.BODY_LIMIT_BYTES }),
      { logger, abortOnError: false },
    );
    const connection = app.get<Connection>(getConnectionToken());
    await connection.openUri(config.MONGODB_URI, { bufferCommands: false, autoIndex: false, autoCreate: false });
    const unmet = unmetRequirements(await mongodbFacts(connection.getClient()));
    if (unmet) throw new Error(unmet);
    if (values.status) {
      process.stdout.write(
        `${JSON.stringify({ service: name, ...(await migrationStatus(connection, migrations)) })}\n`,
      );
    } else {
      const report = await migrate({
        connection,
        migrations,
        ...(keepIndexes && { keepIndexes }),
        keepOldIndexes: values['keep-old-indexes'],
        log: logger,
        signal: stopping.signal,
      });
      logger.log('migrated', report);
    }
    await connection.close();
  } catch (error) {
    failed = true;
    logger.error('migrating failed', error);
  }
  process.exit(failed ? 1 : 0);
}
