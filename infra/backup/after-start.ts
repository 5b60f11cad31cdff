import fs from 'node:fs';
import path from 'node:path';
import amqp from 'amqplib';
import { MongoClient } from 'mongodb';
import { writeJson } from '../run/files.ts';
import { DATA_FOLDER } from '../run/programs.ts';
import { DATABASES } from './backup.ts';
import { untilConsumed } from './handlers-without-queue.ts';
import { republishUnhandled } from './unhandled-events.ts';

const NAME = 'restored.json';
const MARK = path.join(DATA_FOLDER, NAME);

/** The next start publishes again what was lost on the way. */
export const markRestored = (takenAt: string): void => writeJson(MARK, { takenAt });

/** Whether no start has been ready since a restore. */
export const isRestored = (folder: string): boolean => fs.existsSync(path.join(folder, NAME));

/**
 * After a restore, when all parts are ready: the first service to start published its waiting events to a new broker, which has no queue for
 * those of services that start later, and forgets them.
 *
 * @returns how many events are published again; undefined where nothing was restored
 */
export async function publishAfterRestore(mongodbUri: string, rabbitmqUrl: string): Promise<number | undefined> {
  if (!fs.existsSync(MARK)) return undefined;
  const rabbitmq = await amqp.connect(rabbitmqUrl, { timeout: 10_000 });
  // A lost connection fails the calls below; unheard, it would end the process.
  rabbitmq.on('error', () => {});
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const absent = await untilConsumed(client, rabbitmq, DATABASES);
    if (absent.length > 0) console.error(`Without a consumer, so without restored events: ${absent.join(', ')}`);
    const republished = await republishUnhandled(client, DATABASES);
    fs.rmSync(MARK);
    return republished;
  } finally {
    await rabbitmq.close();
    await client.close();
  }
}
