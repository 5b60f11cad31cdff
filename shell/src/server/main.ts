import { pino } from 'pino';
import { createServer } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig();
const log = pino({ name: 'shell', level: config.LOG_LEVEL });
const app = createServer(config, log);
await app.listen({ port: config.PORT, host: config.HOST });
log.info({ port: config.PORT }, 'listening');

let isStopping = false;
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  await app.close();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));
