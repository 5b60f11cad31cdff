// `npm run k8s -- local [--host <address of the node>]`: writes what the overlay needs and version control may not have into its
// `made/`: addresses, nginx's configuration, and secrets, which stay what they are when it runs again.
// `npm run k8s -- production --url https://…`: the same without secrets, which come from outside.
// `npm run --silent k8s -- events replay <handler> --all | kubectl create -f -`: `npm run events` as a job on the cluster; `backup` and
// `restore` likewise.
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

const MONGODB = MEMBERS.map((number) => `mongodb-${number}.mongodb:${ports.mongodb}`).join(',');
const RABBITMQ = `amqp://rabbitmq:${ports.rabbitmq}`;
const mongodbUri = (database: string) => `mongodb://${MONGODB}/${database}?replicaSet=shop&authSource=admin`;

const operatorAddresses = ({ operator }: Access): Variables => ({
  MONGODB_URI: withUser(mongodbUri(''), OPERATOR, operator),
  RABBITMQ_URL: withUser(RABBITMQ, OPERATOR, operator),
  // Whether it is empty, any member can tell.
  REDIS_URL: withUser(`redis://redis-0.redis:${ports.redis}`, OPERATOR, operator),
});

/** Addresses of databases as a part gets them, with its own user. */
function serverAddresses(part: Part, access: Access): Variables {
  const as = (url: string) => withUser(url, part, access.parts[part]);
  const sentinels = MEMBERS.map((number) => `redis://redis-${number}.redis:${ports.redisSentinel}`).join(',');
  return {
    RABBITMQ_URL: as(RABBITMQ),
    ...(part !== 'shell' && { REDIS_URL: as(`redis://${OPERATOR}:${ports.redis}`), REDIS_SENTINELS: sentinels }),
    ...(hasDatabase(part) && { MONGODB_URI: as(mongodbUri(databaseOf(part))) }),
  };
}

/** What parts have of their own beside addresses of databases. */
function ownSecrets(
  part: Part,
  { identitySecret, auditKey, authenticatorKey, orderLinkKey, admin, providers }: Secrets,
  sandbox: Sandbox,
): Variables {
  if (part === 'identity') {
    return {
      IDENTITY_SECRET: identitySecret,
      AUDIT_KEY: auditKey,
      AUTHENTICATOR_KEY: authenticatorKey,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    };
  }
  if (part === 'payment') return { ...providerAddresses(sandbox), ...providers };
  if (part === 'cart-order') return { ORDER_LINK_KEY: orderLinkKey };
  if (part !== 'content') return {};
  const { servers } = sandbox;
  return {
    ORDER_LINK_KEY: orderLinkKey,
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
    'operator.env': envFile(operatorAddresses(access)),
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

interface Production {
  url: string;
  /** Further names of the shop. */
  hosts: readonly string[];
  /** Networks of the Gateway's pods. */
  trustedProxies: readonly string[];
}

/** Files of the production overlay; each remote has a host name of its own below the shop's. */
export function productionFiles({ url, hosts, trustedProxies }: Production): Record<string, string> {
  if (trustedProxies.length === 0) {
    throw new Error("TRUSTED_PROXIES: the network of the Gateway's pods. Without it all visitors are one for the edge");
  }
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
    'nginx.conf': containerEdgeConf({ url, hosts: [...Object.values(names), ...hosts], trustedProxies }),
  };
}

const OPERATORS_COMMANDS = ['events', 'backup', 'restore'] as const;
export type OperatorsCommand = (typeof OPERATORS_COMMANDS)[number];

/** A command with these arguments, once, as the operator whose addresses are in the secret `operator`. */
export function operatorJob(command: OperatorsCommand, args: readonly string[], image: string): object {
  const isOfBackups = command !== 'events';
  const mounts = [
    { name: 'tmp', mountPath: '/tmp' },
    ...(isOfBackups ? [{ name: 'backups', mountPath: '/backups' }] : []),
  ];
  const volumes = [
    { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
    ...(isOfBackups ? [{ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } }] : []),
  ];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { generateName: `${command}-`, namespace: 'shop' },
    spec: {
      backoffLimit: 0,
      ttlSecondsAfterFinished: 24 * 3600,
      template: {
        metadata: { labels: { 'app.kubernetes.io/name': command, ...clientOf(command) } },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            runAsGroup: 1000,
            fsGroup: 1000,
            fsGroupChangePolicy: 'OnRootMismatch',
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'part',
              image,
              imagePullPolicy: 'IfNotPresent',
              args: [command, ...args],
              envFrom: ['operator', ...(isOfBackups ? ['storage'] : [])].map((name) => ({ secretRef: { name } })),
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              resources: {
                requests: { cpu: '20m', memory: '128Mi' },
                limits: { cpu: '1', memory: '384Mi' },
              },
              volumeMounts: mounts,
            },
          ],
          volumes,
        },
      },
    },
  };
}

/** Labels by which network policies let it call servers. */
function clientOf(command: OperatorsCommand): Variables {
  if (command === 'events') return { mongodb: 'client', rabbitmq: 'client' };
  const ofRestore = { rabbitmq: 'client', redis: 'client' };
  return { mongodb: 'client', storage: 'client', ...(command === 'restore' && ofRestore) };
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
  const [overlay, ...args] = process.argv.slice(2).filter((argument, index) => index > 0 || argument !== '--');
  const command = OPERATORS_COMMANDS.find((name) => name === overlay);
  if (command) {
    // Its arguments are those of `npm run`.
    const at = args.indexOf('--image');
    const [, image] = at === -1 ? [] : args.splice(at, 2);
    console.log(JSON.stringify(operatorJob(command, args, image ?? 'shop/operator'), null, 2));
    return;
  }
  const { values } = parseArgs({
    args,
    options: { host: { type: 'string', default: 'localhost' }, url: { type: 'string' } },
  });
  if (overlay !== 'local' && overlay !== 'production')
    throw new Error(`npm run k8s -- local | production | ${OPERATORS_COMMANDS.join(' | ')}`);
  const place = overlayFolder(overlay);
  if (overlay === 'local')
    write(path.join(place, 'made'), localFiles(values.host, keptSecrets(path.join(place, 'made'))));
  else if (values.url) {
    const { SHOP_HOSTS: hosts, TRUSTED_PROXIES: trustedProxies } = readConfig();
    write(path.join(place, 'made'), productionFiles({ url: values.url, hosts, trustedProxies }));
  } else throw new Error("--url: the shop's address is missing");
  const shown = path.relative(process.cwd(), place);
  console.log(`${shown}/made is written. Then: kubectl apply --server-side -k ${shown}`);
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
