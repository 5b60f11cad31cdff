import type { ListenOptions } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyListenOptions } from 'fastify';
import { startTracing } from '@shop/service-kit/telemetry';
import { pino } from 'pino';
import { createServer } from './app.ts';
import { readConfig } from './config.ts';

const POLL_MS = 50;

const config = readConfig();
const log = pino({ name: 'shell', level: config.LOG_LEVEL });
const stopTracing = await startTracing('shell', config);
const { app, whyNotReady, announceStop } = await createServer(config, log);
if (config.LISTEN === 'when-ready') while (whyNotReady()) await wait(POLL_MS);
const options: ListenOptions = { port: config.PORT, host: config.HOST, reusePort: config.LISTEN !== 'alone' };
await app.listen(options as FastifyListenOptions);
log.info({ port: config.PORT }, 'listening');

let isStopping = false;
async function stop(signal: string, noticeMs: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  announceStop();
  setTimeout(() => {
    log.error({ limitMs: config.SHUTDOWN_LIMIT }, 'requests did not finish within SHUTDOWN_LIMIT');
    process.exit(1);
  }, noticeMs + config.SHUTDOWN_LIMIT).unref();
  await wait(noticeMs);
  await app.close();
  await stopTracing?.();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal, config.STOP_NOTICE));
process.on('SIGINT', (signal) => void stop(signal, 0));
