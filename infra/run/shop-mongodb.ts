import path from 'node:path';
import type { Config } from '../config.ts';
import { portsFrom } from '../ports.ts';
import { identify } from './process.ts';
import { DATA_FOLDER, LOG_FOLDER, mailboxUrl, shopUrl } from './programs.ts';
import { provideSecrets } from './secrets.ts';
import { becomeStarter, endOrphans, resignAsStarter, runningShop, writeState } from './state.ts';
import { Supervisor } from './supervisor.ts';

/**
 * Calls `work` with the operator's address of the shop's MongoDB, which is started for it when the shop does not run.
 *
 * @throws Error while the shop is started or stopped, or another command had it started
 */
export async function withMongodb<T>(config: Config, work: (uri: string) => Promise<T>): Promise<T> {
  const ports = portsFrom(config.SHOP_PORT_BASE);
  const port = ports.mongodb;
  if (config.MONGODB_URI) return await work(config.MONGODB_URI);
  // Containers have no programs of servers, and nothing to install them with.
  const { mongodbServer, mongodbUri, provideMongodb } = await import('../provision/mongodb.ts');
  const { access } = provideSecrets(config);
  // Only a shop that is ready keeps its MongoDB: another command's ends with that command.
  if (runningShop()?.phase === 'ready') return await work(mongodbUri(port, access));
  const other = becomeStarter();
  if (other) {
    const who = `pid ${other.pid}`;
    throw new Error(`The shop is being started or stopped, or another command has its MongoDB (${who}): try again`);
  }
  // By it the next start finds what a killed one has left running.
  const supervisor = new Supervisor((parts) =>
    writeState({
      starter: identify(process.pid)!,
      phase: 'starting',
      portBase: config.SHOP_PORT_BASE,
      ...{ url: shopUrl(ports, config), mailbox: mailboxUrl(ports), controlSocket: '' },
      admin: { email: '', password: '' },
      parts,
    }),
  );
  const stop = () => void supervisor.stop();
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  try {
    await endOrphans();
    const data = path.join(DATA_FOLDER, 'mongodb');
    const program = await provideMongodb(data, (message) => console.log(message));
    await supervisor.start(mongodbServer({ program, port, data, log: path.join(LOG_FOLDER, 'mongodb.log'), access }));
    return await work(mongodbUri(port, access));
  } finally {
    await supervisor.stop();
    resignAsStarter();
  }
}
