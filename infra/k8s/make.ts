// `npm run k8s -- local [--host <address of the node>]`: writes what the overlay needs and version control may not have into its
// `made/`: addresses, nginx's configuration, and secrets, which stay what they are when it runs again.
// `npm run k8s -- production --url https://…`: the same without secrets, which come from outside.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { containerEdgeConf } from '../docker/edge-conf.ts';
import { DEFAULT_PORT_BASE, type PortName, portsFrom } from '../ports.ts';
import { mongodbRights } from '../provision/mongodb-users.ts';
import {
  type Access,
  databaseOf,
  hasDatabase,
  OPERATOR,
  type Part,
  PARTS,
  rabbitmqDefinitions,
  redisUsers,
  withUser,
} from '../provision/users.ts';
import { readJson, writeJson } from '../run/files.ts';
import { REMOTES } from '../run/programs.ts';
import { checkoutOrigins, providerAddresses, webhookAddresses } from '../run/provider-variables.ts';
import { makeSecrets, type Secrets } from '../run/secrets.ts';

type Variables = Record<string, string>;

const ports = portsFrom(DEFAULT_PORT_BASE);
/** Of the services of type NodePort in the local overlay. */
export const nodePort = (port: PortName): number => ports[port] + 26_000;
const MEMBERS = [0, 1, 2];
/** Kept beside what is made of them. */
const SECRETS = 'secrets.json';

export const overlayFolder = (name: 'local' | 'production'): string => path.join(import.meta.dirname, 'overlays', name);

/** Addresses of databases as a part gets them, with its own user. */
function serverAddresses(part: Part, access: Access): Variables {
  const as = (url: string) => withUser(url, part, access.parts[part]);
  const mongodb = MEMBERS.map((number) => `mongodb-${number}.mongodb:${ports.mongodb}`).join(',');
  const sentinels = MEMBERS.map((number) => `redis://redis-${number}.redis:${ports.redisSentinel}`).join(',');
  return {
    RABBITMQ_URL: as(`amqp://rabbitmq:${ports.rabbitmq}`),
    ...(part !== 'shell' && { REDIS_URL: as(`redis://${OPERATOR}:${ports.redis}`), REDIS_SENTINELS: sentinels }),
    ...(hasDatabase(part) && {
      MONGODB_URI: as(`mongodb://${mongodb}/${databaseOf(part)}?replicaSet=shop&authSource=admin`),
    }),
  };
}

/** What parts have of their own beside addresses of databases. */
function ownSecrets(part: Part, { identitySecret, admin, providers }: Secrets, sandbox: Sandbox): Variables {
  if (part === 'identity') {
    return { IDENTITY_SECRET: identitySecret, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  }
  if (part === 'payment') return { ...providerAddresses(sandbox), ...providers };
  if (part !== 'content') return {};
  const { servers } = sandbox;
  return {
    SMTP_URL: `smtp://sandbox:${ports.smtp}`,
    COUNTRIES_URL: `${servers}/countries`,
    RATES_URL: `${servers}/rates`,
  };
}

interface Sandbox {
  servers: string;
  browsers: string;
}

/** Files of the local overlay by name; `host` is where browsers find the node. */
export function localFiles(host: string, secrets: Secrets): Record<string, string> {
  const at = (port: PortName) => `http://${host}:${nodePort(port)}`;
  const sandbox = { servers: `http://sandbox:${ports.sandbox}`, browsers: at('sandbox') };
  const { access, providers, serviceToken } = secrets;
  const parts = PARTS.map((part) => {
    const variables = { ...serverAddresses(part, access), ...ownSecrets(part, secrets, sandbox) };
    return [`${part}.env`, envFile(variables)];
  });
  return {
    ...Object.fromEntries(parts),
    'shop.env': envFile({
      SHOP_URL: at('edge'),
      REMOTES_ORIGINS: JSON.stringify(Object.fromEntries(REMOTES.map(({ folder, port }) => [folder, at(port)]))),
      CHECKOUT_ORIGINS: JSON.stringify([sandbox.browsers]),
    }),
    'service.env': envFile({ SERVICE_TOKEN: serviceToken }),
    'storage.env': envFile({ STORAGE_URL: 'file:///srv/storage' }),
    'sandbox.env': envFile({
      SANDBOX_URL: sandbox.browsers,
      ...providers,
      ...webhookAddresses(`http://gateway:${ports.gateway}`),
    }),
    'mongodb.env': envFile({ MONGO_INITDB_ROOT_USERNAME: OPERATOR, MONGO_INITDB_ROOT_PASSWORD: access.operator }),
    'mongodb.key': access.mongodbKey,
    'mongodb-rights.json': JSON.stringify(mongodbRights(access)),
    'erlang.cookie': access.mongodbKey.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 40),
    'rabbitmq-definitions.json': JSON.stringify(rabbitmqDefinitions(access)),
    'redis.env': envFile({ OPERATOR, PASSWORD: access.operator }),
    'redis-users.acl': redisUsers(access),
    'nginx.conf': containerEdgeConf({ url: at('edge'), hosts: [] }),
  };
}

/** Files of the production overlay: `url` is the shop's; each remote has a host name of its own below it. */
export function productionFiles(url: string, hosts: readonly string[]): Record<string, string> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') throw new Error('--url: a shop in production has an https:// address');
  const names = Object.fromEntries(REMOTES.map(({ name }) => [name, `${name}.${hostname}`]));
  return {
    'hosts.env': envFile({ shop: hostname, ...names }),
    'shop.env': envFile({
      SHOP_URL: url,
      REMOTES_ORIGINS: JSON.stringify(
        Object.fromEntries(REMOTES.map(({ name, folder }) => [folder, `https://${names[name]}`])),
      ),
      CHECKOUT_ORIGINS: JSON.stringify(checkoutOrigins()),
      MAIL_FROM: `no-reply@${hostname}`,
      ...providerAddresses(),
    }),
    'nginx.conf': containerEdgeConf({ url, hosts: [...Object.values(names), ...hosts] }),
  };
}

const envFile = (variables: Variables): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Writes the files into an overlay's `made/`. */
export function write(folder: string, files: Record<string, string>): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files))
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o600 });
}

/** Those of an earlier run, else new ones. */
export function keptSecrets(folder: string): Secrets {
  const known = readJson<Secrets>(path.join(folder, SECRETS));
  if (known) return known;
  const secrets = makeSecrets(readConfig());
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeJson(path.join(folder, SECRETS), secrets, 0o600);
  return secrets;
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { host: { type: 'string', default: 'localhost' }, url: { type: 'string' } },
  });
  const [overlay] = positionals;
  if (overlay !== 'local' && overlay !== 'production') throw new Error('npm run k8s -- local | production');
  const folder = path.join(overlayFolder(overlay), 'made');
  if (overlay === 'local') write(folder, localFiles(values.host, keptSecrets(folder)));
  else if (values.url) write(folder, productionFiles(values.url, readConfig().SHOP_HOSTS));
  else throw new Error("--url: the shop's address is missing");
  console.log(
    `${path.relative(process.cwd(), folder)} is written. Then: kubectl apply -k ${path.dirname(path.relative(process.cwd(), folder))}`,
  );
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
