// `npm run migrate [-- <service> …]`: builds indexes and runs pending migrations in the databases of all services or of those
// named, whether the shop runs or not. `-- --status` lists what ran and what is pending; `-- --keep-old-indexes` drops nothing.
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readConfig, STORAGE_URL, type Config } from '../config.ts';
import { portsFrom } from '../ports.ts';
import { migration, migrationVersion, type ServiceName, SERVICES } from './programs.ts';
import { provideSecrets } from './secrets.ts';
import { withMongodb } from './shop-mongodb.ts';

interface Status {
  migrations: {
    id: string;
    state: string;
    startedAt?: string;
    finishedAt?: string;
    cursor?: unknown;
    error?: string;
  }[];
  missingIndexes: string[];
  undeclaredIndexes: string[];
}

interface Report {
  collections: string[];
  built: string[];
  migrations: string[];
  dropped: string[];
}

/** Runs the migrate programs of the named services, several at a time, and prints their outcomes; answers the exit code. */
async function migrateServices(
  names: ServiceName[],
  options: string[],
  mongodb: string,
  config: Config,
): Promise<number> {
  const ports = portsFrom(config.SHOP_PORT_BASE);
  // Migrations use MongoDB and the storage only; the other addresses just have to be well-formed.
  const infrastructure = {
    mongodb,
    rabbitmq: `amqp://127.0.0.1:${ports.rabbitmq}`,
    redis: `redis://127.0.0.1:${ports.redis}`,
  };
  const setting = { config, ports, infrastructure, secrets: provideSecrets(config), storage: STORAGE_URL };
  const outcomes = await Promise.all(
    names.map(async (name) => {
      const { command, args, cwd, env } = migration(setting, name, options);
      return await new Promise<{ name: ServiceName; failed: boolean; lines: string[] }>((resolve) => {
        // Above `info` the report would not be logged.
        const environment = { ...env, LOG_LEVEL: 'info' };
        execFile(command, args, { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
          resolve({
            name,
            failed: error !== null,
            lines: [...stdout.split('\n'), ...stderr.split('\n')].filter(Boolean),
          });
        });
      });
    }),
  );
  for (const { name, failed, lines } of outcomes) {
    if (failed) console.error(`${name} failed:\n${lines.join('\n')}`);
    else console.log(`${name}:${options.includes('--status') ? statusText(lines) : reportText(lines)}`);
  }
  return outcomes.some(({ failed }) => failed) ? 1 : 0;
}

function statusText(lines: string[]): string {
  const { migrations, missingIndexes, undeclaredIndexes } = JSON.parse(lines.at(-1)!) as Status;
  const rows = [
    ...migrations.map(({ id, state, finishedAt, cursor, error }) =>
      [id, state, finishedAt, cursor !== undefined && !finishedAt && `at ${JSON.stringify(cursor)}`, error]
        .filter(Boolean)
        .join('  '),
    ),
    ...(missingIndexes.length > 0 ? [`indexes to build: ${missingIndexes.join(', ')}`] : []),
    ...(undeclaredIndexes.length > 0 ? [`indexes that are not declared: ${undeclaredIndexes.join(', ')}`] : []),
  ];
  return rows.length === 0 ? ' nothing is pending' : rows.map((row) => `\n  ${row}`).join('');
}

function reportText(lines: string[]): string {
  const line = lines.find((text) => text.includes('"msg":"migrated"'));
  const { collections, built, migrations, dropped } = JSON.parse(line!) as Report;
  const changes = [
    collections.length > 0 && `created ${collections.join(', ')}`,
    built.length > 0 && `built ${built.join(', ')}`,
    migrations.length > 0 && `ran ${migrations.join(', ')}`,
    dropped.length > 0 && `dropped ${dropped.join(', ')}`,
  ].filter((change) => change !== false);
  return ` ${changes.length === 0 ? 'nothing was pending' : changes.join('; ')}`;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { status: { type: 'boolean' }, 'keep-old-indexes': { type: 'boolean' } },
  });
  const all = SERVICES.map(({ name }) => name);
  const unknown = positionals.filter((given) => !all.some((name) => name === given));
  if (unknown.length > 0) throw new Error(`"${unknown.join(', ')}" is not a service; there are: ${all.join(', ')}`);
  const names = all.filter((name) => positionals.length === 0 || positionals.includes(name));
  const notBuilt = names.filter((name) => migrationVersion(name) === undefined);
  if (notBuilt.length > 0) throw new Error(`Not built yet: ${notBuilt.join(', ')}. \`npm start\` builds and migrates.`);
  const options = Object.keys(values).map((option) => `--${option}`);
  const config = readConfig();
  process.exitCode = await withMongodb(config, (uri) => migrateServices(names, options, uri, config));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
