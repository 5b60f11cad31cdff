import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { execa } from 'execa';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseDocument } from 'yaml';
import type { z } from 'zod';
import { ROOT } from '../config.ts';
import { DEFAULT_PORT_BASE, portsFrom, type PortName } from '../ports.ts';
import { LOG_FILTER } from '../provision/mongodb.ts';
import {
  BACKUP,
  hasDatabase,
  OPERATOR,
  PARTS,
  passwordVariable,
  rabbitmqPermissions,
  redisRules,
} from '../provision/users.ts';
import { PROVIDER_DEPLOYMENTS } from '../../services/payment/src/providers/deployments.ts';
import { REMOTES, SERVICES } from '../run/programs.ts';
import { projectsOf } from '../workspace.ts';
import { environmentFile, missingFrom, providersFile } from './secrets.ts';
import { PART_PASSWORDS, userFiles } from './users.ts';

// Needs no Docker engine: checks that the compose file is well-formed, complete and consistent with the code.
interface Service {
  image?: string;
  pull_policy?: string;
  command?: string[];
  build?: { target: string; args?: { SLICE?: string } };
  environment?: Record<string, string | null>;
  env_file?: string[];
  ports?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  profiles?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  volumes?: (string | { type: string; source: string; target: string; bind: object })[];
  configs?: { source: string; target: string }[];
  mem_limit?: string;
  cpus?: string;
  pids_limit?: number;
}

const text = fs.readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = fs.readFileSync(path.join(import.meta.dirname, 'Dockerfile'), 'utf8');
// Its own aliases are many, and no attack.
const maxAliasCount = -1;
interface Network {
  ipam: { config: { subnet: string; ip_range?: string }[] };
}
const compose = parseDocument(text, { merge: true }).toJS({ maxAliasCount }) as {
  networks: Record<string, Network>;
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
};
const { services } = compose;
const ports = portsFrom(DEFAULT_PORT_BASE);

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
/** Substitutes variables as compose does; `missing` are the required ones that are unset. */
function filledIn(environment: Record<string, string>): {
  services: Record<string, Service>;
  networks: Record<string, Network>;
  missing: string[];
} {
  const missing = new Set<string>();
  const filled = text.replaceAll(VARIABLE, (_, name: string, kind?: string, other = '') => {
    if (environment[name]) return environment[name];
    if (kind === '?') missing.add(name);
    return kind === '-' ? other : '';
  });
  return { ...(parse(filled, { merge: true, maxAliasCount }) as typeof compose), missing: [...missing] };
}

const variablesOf = (file: string) => parseEnv(file) as Record<string, string>;
const demo = variablesOf(environmentFile({ demo: true }));

/** Every slice with its name in the compose file and its port, if it listens. */
const SLICES: { name: string; folder: string; port?: PortName }[] = [
  ...SERVICES,
  ...REMOTES.map(({ folder }) => ({ name: folder, folder })),
  { name: 'gateway', folder: 'gateway', port: 'gateway' },
  { name: 'shell', folder: 'shell', port: 'shell' },
];
const ours = Object.entries(services).filter(([, { build }]) => build);

describe('docker-compose.yml', () => {
  it('follows the Compose specification', () => {
    const schema = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'compose-spec.schema.json'), 'utf8'));
    delete schema.$schema;
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const valid = ajv.compile(schema);
    valid(compose);
    expect(valid.errors ?? []).toEqual([]);
  });

  it("keeps values out of MongoDB's log, as `npm start` does", () => {
    const { entrypoint } = services['mongodb'] as { entrypoint: string[] };
    expect(entrypoint.at(-1)!.replaceAll('$$', '$')).toContain(`> >(exec sed -uE '${LOG_FILTER}')`);
  });

  it('runs every slice out of an image of its own', () => {
    for (const { name, folder } of SLICES) expect(services[name]?.build?.args?.SLICE).toBe(folder);
    const folders = fs.globSync(['services/*', 'mfe-*', 'gateway', 'shell'], { cwd: ROOT });
    expect(SLICES.map(({ folder }) => folder).sort()).toEqual(folders.sort());
  });

  it('loads the demo data of every service that has some', () => {
    const having = SERVICES.filter(({ folder }) => fs.existsSync(path.join(ROOT, folder, 'src/demo-data/main.ts')));
    const loading = Object.keys(services).filter((name) => name.endsWith('-demo-data'));
    expect(loading.sort()).toEqual(having.map(({ name }) => `${name}-demo-data`).sort());
  });

  it('migrates the database of every service before the service and its demo data start', () => {
    const migrating = Object.keys(services).filter((name) => name.endsWith('-migrate'));
    expect(migrating.sort()).toEqual(SERVICES.map(({ name }) => `${name}-migrate`).sort());
    for (const { name } of SERVICES) {
      const { image, command, environment } = services[`${name}-migrate`]!;
      expect([image, environment]).toEqual([services[name]!.image, services[name]!.environment]);
      expect(command).toEqual(['node', 'dist/migrate.js']);
      for (const waiting of [services[name], services[`${name}-demo-data`]]) {
        if (!waiting) continue;
        expect(waiting.depends_on).toMatchObject({
          [`${name}-migrate`]: { condition: 'service_completed_successfully' },
          mongodb: { condition: 'service_healthy' },
          'mongodb-users': { condition: 'service_completed_successfully' },
        });
      }
    }
  });

  it('waits only for parts that it runs', () => {
    const awaited = Object.values(services).flatMap(({ depends_on: others = {} }) => Object.keys(others));
    expect(awaited.filter((name) => !services[name])).toEqual([]);
    const unhealthy = Object.values(services).flatMap(({ depends_on: others = {} }) =>
      Object.entries(others).filter(
        ([name, { condition }]) => condition === 'service_healthy' && !services[name]!.healthcheck,
      ),
    );
    expect(unhealthy).toEqual([]);
  });

  it('uses the ports of infra/ports.ts', () => {
    for (const { name, port } of SLICES) {
      expect([name, services[name]!.environment?.PORT]).toEqual([name, port && String(ports[port])]);
    }
    const published = [...REMOTES.map(({ port }) => ports[port]), ports.edge, ports.edgePlain];
    expect(services.edge!.ports!.map((line) => Number(line.split(':').at(-1))).sort()).toEqual(published.sort());
    expect(services.sandbox!.environment).toMatchObject({ PORT: String(ports.sandbox), SMTP_PORT: String(ports.smtp) });
    const spoken = new Map<string, number>([
      ...SLICES.flatMap(({ name, port }) => (port ? [[name, ports[port]] as const] : [])),
      ...(['mongodb', 'rabbitmq', 'redis', 'sandbox'] as const).map((name) => [name, ports[name]] as const),
    ]);
    const { services: filled } = filledIn(demo);
    const addresses = Object.values(filled).flatMap(({ environment = {} }) => Object.values(environment).join(' '));
    const named = addresses.join(' ').matchAll(/\b(?:https?|amqp|redis|mongodb):\/\/(?:[^@/\s]*@)?([a-z-]+):(\d+)/g);
    const wrong = [...named].filter(([, host, port]) => host !== 'localhost' && spoken.get(host!) !== Number(port));
    expect(wrong.map(([address]) => address)).toEqual([]);
  });

  it('keeps uploads in a volume of their own, which content may write to, unless S3 is given', () => {
    const { content, 'content-migrate': migrate, 'content-demo-data': demoData } = filledIn(demo).services;
    for (const service of [content, migrate, demoData, filledIn(demo).services.operator]) {
      expect(service!.environment!.STORAGE_URL).toBe('file:///srv/storage');
      expect(service!.volumes).toContain('storage:/srv/storage');
    }
    // Whichever is the first to mount it.
    for (const target of ['service AS content', '${NODE} AS operator'])
      expect(dockerfile.split(/^FROM /m).find((stage) => stage.startsWith(target))).toMatch(
        /mkdir -p \/srv\/storage.* && chown node:node \/srv\/storage/,
      );
    const given = filledIn({ ...demo, STORAGE_URL: 's3://uploads' }).services.content!.environment!;
    expect(given.STORAGE_URL).toBe('s3://uploads');
  });

  it('holds no secret and no default for one', () => {
    const secret = /PASSWORD|SECRET|TOKEN|KEY|CLIENT_ID|WEBHOOK_ID/;
    const withDefault = [...text.matchAll(VARIABLE)].filter(
      ([, name, kind, other]) => secret.test(name!) && kind !== '?' && other,
    );
    expect(withDefault.map(([all]) => all)).toEqual([]);
    const literal = Object.entries(services).flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([key, value]) => secret.test(key) && !/^(\$\{\w+:[-?][^}]*\})?$/.test(value ?? ''))
        .map(([key]) => `${name}.${key}`),
    );
    expect(literal).toEqual([]);
    expect(text).not.toMatch(/:\/\/[^$\s]*:[^$\s@/]+@/);
    expect(fs.readFileSync(path.join(ROOT, '.gitignore'), 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.providers']),
    );
  });

  it('gives no secret to a command as a word of its own: one that begins with a dash would be an option', () => {
    const commands = [...fs.globSync('infra/{docker,k8s}/**/*.{sh,js,yaml}', { cwd: ROOT }), 'docker-compose.yml'];
    const asWord = /\s-{1,2}[a-z-]+ "?\$+\{?[A-Z_]*(?:PASSWORD|SECRET|TOKEN|KEY)/;
    expect(`mongosh -p "$$MONGO_INITDB_ROOT_PASSWORD"`).toMatch(asWord);
    for (const file of commands) expect(fs.readFileSync(path.join(ROOT, file), 'utf8')).not.toMatch(asWord);
  });

  it('stops without its secrets, and is content with those of infra/docker/secrets.ts', () => {
    expect(filledIn({}).missing).toEqual(
      expect.arrayContaining([
        'MONGODB_PASSWORD',
        'RABBITMQ_PASSWORD',
        'REDIS_PASSWORD',
        ...[...PARTS, BACKUP].map(passwordVariable),
        'SERVICE_TOKEN',
        'IDENTITY_SECRET',
        'AUDIT_KEY',
        'AUTHENTICATOR_KEY',
        'ORDER_LINK_KEY',
      ]),
    );
    expect(filledIn(demo).missing).toEqual([]);
    const real = environmentFile({ demo: false });
    for (const name of filledIn({}).missing) expect(real).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it('gives each part users of its own, and the operator to people alone', () => {
    const { services: filled } = filledIn(demo);
    const servers = { MONGODB_URI: 'mongodb:4430', RABBITMQ_URL: 'rabbitmq:4431', REDIS_URL: 'redis:4434' };
    for (const [name, { environment = {} }] of Object.entries(filled)) {
      const part = name.replace(/-(migrate|demo-data)$/, '');
      const isOperators = ['operator', 'mongodb-users'].includes(name);
      for (const [variable, server] of Object.entries(servers)) {
        if (!environment[variable]) continue;
        const address = /^\w+:\/\/([^:]+):([^@]+)@([^/]+)(?:\/([^?]*))?/.exec(environment[variable])!.slice(1);
        const user = isOperators ? OPERATOR : part;
        const password = isOperators ? variable.replace(/_UR[IL]$/, '_PASSWORD') : passwordVariable(part);
        const database = variable === 'MONGODB_URI' ? (isOperators ? '' : `shop-${part}`) : undefined;
        expect([name, ...address]).toEqual([name, user, demo[password], server, database]);
      }
    }
    for (const part of PARTS) {
      const given = Object.keys(servers).filter((variable) => filled[part]!.environment![variable]);
      const wanted =
        part === 'shell'
          ? ['RABBITMQ_URL']
          : Object.keys(servers).filter((variable) => variable !== 'MONGODB_URI' || hasDatabase(part));
      expect([part, given]).toEqual([part, wanted]);
    }
    const knowing = Object.entries(filled).filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes(demo['MONGODB_PASSWORD']!),
    );
    expect(knowing.map(([name]) => name)).toEqual(['mongodb-users', 'operator', 'mongodb']);
  });

  it('has the servers read at their start the users that the code describes', () => {
    const { users, rabbitmq, redis, 'mongodb-users': mongodbUsers } = filledIn(demo).services;
    const folder = '/srv/users';
    expect(users!.command).toEqual(['users', 'files', folder]);
    for (const variable of [...PART_PASSWORDS, 'RABBITMQ_PASSWORD', 'REDIS_PASSWORD'])
      expect([variable, users!.environment![variable]]).toEqual([variable, demo[variable]]);
    for (const variable of [...PART_PASSWORDS, passwordVariable(BACKUP)])
      expect([variable, mongodbUsers!.environment![variable]]).toEqual([variable, demo[variable]]);
    const files = userFiles(users!.environment as Record<string, string>);
    const { permissions } = JSON.parse(files['rabbitmq.json']!) as { permissions: { user: string; vhost: string }[] };
    for (const part of PARTS) {
      expect(permissions).toContainEqual({ user: part, vhost: '/', ...rabbitmqPermissions(part) });
      const rules = redisRules(part, demo[passwordVariable(part)]!).filter((rule) => rule !== 'reset');
      expect(files['redis.acl']).toContain(`user ${rules.join(' ')}\n`);
    }
    for (const server of [rabbitmq, redis]) {
      expect(server!.volumes).toContain(`users:${folder}:ro`);
      expect(server!.depends_on).toEqual({ users: { condition: 'service_completed_successfully', restart: true } });
    }
    expect(redis!.command!.join(' ')).toContain(`--aclfile ${folder}/redis.acl`);
    const [{ source, target }] = rabbitmq!.configs as [{ source: string; target: string }];
    expect(target).toMatch(/^\/etc\/rabbitmq\/conf\.d\//);
    expect(compose.configs[source]!.content).toBe(`load_definitions = ${folder}/rabbitmq.json\n`);
    expect(Object.keys(files).sort()).toEqual(['rabbitmq.json', 'redis.acl']);
  });

  it("asks RabbitMQ for its health as RabbitMQ's user, so that Erlang's cookie is not root's before the server reads it", () => {
    const { test } = services['rabbitmq']!.healthcheck!;
    expect(test.slice(0, 3)).toEqual(['CMD', 'docker-entrypoint.sh', 'rabbitmq-diagnostics']);
  });

  it('starts no part of a shop that is half restored: a queue or a session would keep the restore from beginning again', () => {
    const waitsFor = (name: string): string[] =>
      Object.keys(services[name]!.depends_on ?? {}).flatMap((other) => [other, ...waitsFor(other)]);
    for (const part of PARTS) expect([part, waitsFor(part)]).toEqual([part, expect.arrayContaining(['mongodb-users'])]);
  });

  it('lets operators back up into a folder of the host, and starts nothing for it', () => {
    const { operator } = filledIn(demo).services;
    expect(operator).toMatchObject({ profiles: ['operator'], image: 'shop/operator', restart: 'no' });
    expect(operator!.depends_on).toBeUndefined();
    // Made by Docker it would be root's.
    expect(operator!.volumes).toContainEqual({
      type: 'bind',
      source: './.backups',
      target: '/backups',
      bind: { create_host_path: false },
    });
    expect(filledIn({ ...demo, BACKUPS: '/srv/backups' }).services.operator!.volumes).toContainEqual(
      expect.objectContaining({ source: '/srv/backups' }),
    );
    for (const file of ['.gitignore', '.dockerignore'])
      expect(fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n')).toContain('.backups');
  });

  it('names no payment provider, and gives their variables to payment and the sandbox alone', () => {
    const names = Object.keys(PROVIDER_DEPLOYMENTS).join('|');
    expect(text).not.toMatch(new RegExp(names, 'i'));
    const reading = Object.entries(services).filter(([, { env_file: file }]) => file);
    expect(reading.map(([name]) => name).sort()).toEqual(['payment', 'payment-migrate', 'sandbox']);
    for (const [, { env_file: file }] of reading) expect(file).toEqual(['.env.providers']);
  });

  it('allows browsers the pages of the providers, or of the sandbox instead', () => {
    const origins = (isDemo: boolean) => {
      const { CHECKOUT_ORIGINS } = variablesOf(environmentFile({ demo: isDemo }));
      return filledIn({ CHECKOUT_ORIGINS: CHECKOUT_ORIGINS! }).services.shell!.environment!.CHECKOUT_ORIGINS;
    };
    expect(JSON.parse(origins(true)!)).toEqual([`http://localhost:${ports.sandbox}`]);
    expect(JSON.parse(origins(false)!)).toEqual([
      'https://checkout.razorpay.com',
      'https://api.razorpay.com',
      'https://www.paypal.com',
    ]);
  });

  it('has secrets from a bare clone: their program needs no installed package', () => {
    const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'bare-'));
    const files = fs.globSync(['infra/{docker,provision,run}/*.ts', 'services/payment/src/providers/**/*.ts'], {
      cwd: ROOT,
    });
    for (const file of files) fs.cpSync(path.join(ROOT, file), path.join(clone, file));
    fs.writeFileSync(path.join(clone, 'package.json'), '{ "type": "module" }');
    const run = () =>
      spawnSync(process.execPath, ['infra/docker/secrets.ts', '--demo'], { cwd: clone, encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    const written = () => ['.env', '.env.providers'].map((file) => fs.readFileSync(path.join(clone, file), 'utf8'));
    const first = written();
    expect(filledIn(variablesOf(first[0]!)).missing).toEqual([]);
    expect(run().stdout).toContain('.env exists already');
    expect(written()).toEqual(first);
    // Of a version before: a line is missing, and the last one has no end.
    const former = first[0]!.replace(/^BACKUP_PASSWORD=.*\n/m, '').trimEnd();
    fs.writeFileSync(path.join(clone, '.env'), former);
    expect(run().stdout).toMatch(/^\.env has now:\n {2}BACKUP_PASSWORD\n/);
    const [completed] = written();
    expect(completed).toMatch(/\nBACKUP_PASSWORD=\S+\n$/);
    expect(completed!.startsWith(`${former}\n`)).toBe(true);
  });

  it('adds to the secrets of an earlier version what they lack, and nothing that people removed after the first start', () => {
    expect(missingFrom(environmentFile({ demo: true }))).toBeUndefined();
    const former = 'MONGODB_PASSWORD=given\nCOMPOSE_PROFILES=\nSMTP_URL=\n';
    const added = variablesOf(missingFrom(former)!);
    expect(Object.keys(added)).toEqual(expect.arrayContaining([...PARTS, BACKUP].map(passwordVariable)));
    for (const name of ['MONGODB_PASSWORD', 'SMTP_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'COUNTRIES_URL'])
      expect(added).not.toHaveProperty(name);
    expect(variablesOf(missingFrom('COMPOSE_PROFILES=demo\n')!)).toHaveProperty('COUNTRIES_URL');
    const { missing } = filledIn(variablesOf(`${environmentFile({ demo: false })}`));
    expect(missing).toEqual(['SMTP_URL']);
  });

  it('builds every image once, and pulls none of them', () => {
    const building = Object.entries(services).filter(([, { build }]) => build);
    const images = building.map(([, { image }]) => image);
    expect(images).toEqual([...new Set(images)]);
    const sharing = Object.entries(services).filter(([, { build, image }]) => !build && image?.startsWith('shop/'));
    for (const [name, { image, pull_policy: policy }] of sharing)
      expect([name, policy, images.includes(image)]).toEqual([name, 'never', true]);
  });

  it('bounds the memory, the processor, the processes and the temporary files of every part', () => {
    for (const [
      name,
      { mem_limit: memory, cpus, pids_limit: processes, tmpfs = [], security_opt: options },
    ] of Object.entries(services)) {
      expect([name, memory, cpus, processes, options]).toEqual([
        name,
        expect.stringMatching(/^\d+m$/),
        expect.stringMatching(/^\d+(\.\d+)?$/),
        expect.any(Number),
        ['no-new-privileges:true'],
      ]);
      for (const mount of tmpfs) expect([name, mount]).toEqual([name, expect.stringMatching(/[:,]size=\d+m/)]);
    }
  });

  it('opens the shop when every service can serve', () => {
    for (const { name } of SERVICES)
      expect(services['edge']!.depends_on![name]).toEqual({ condition: 'service_healthy' });
  });

  it('gives MongoDB a key that it takes: of the letters of base64 alone', () => {
    expect(demo['MONGODB_KEY']).toMatch(/^[A-Za-z0-9+/]{6,1024}={0,2}$/);
  });

  it('starts the sandbox in the profile "demo" only', () => {
    const sandboxed = Object.entries(services).filter(([name]) => name === 'sandbox' || name.endsWith('-demo-data'));
    for (const [name, { profiles }] of sandboxed) expect([name, profiles]).toEqual([name, ['demo']]);
    const defaults = JSON.stringify(filledIn({}).services.payment) + JSON.stringify(filledIn({}).services.content);
    expect(defaults).not.toContain('sandbox');
    expect(Object.values(variablesOf(providersFile({ demo: false }))).join(' ')).not.toMatch(/sandbox|localhost/);
  });

  it('asks for health where the code answers', () => {
    const sourcesOf = (folder: string): string =>
      fs
        .globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.spec.ts'] })
        .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8'))
        .join('\n');
    const answering: Record<string, string[]> = {
      edge: ['infra/edge'],
      sandbox: ['tools/sandbox/src'],
      shell: ['shell/src/server'],
      gateway: ['gateway/src', 'packages/service-kit/src'],
    };
    const asked = ours.filter(([, { healthcheck }]) => healthcheck);
    expect(asked.map(([name]) => name).sort()).toEqual(
      [...SERVICES.map(({ name }) => name), 'gateway', 'shell', 'edge', 'sandbox'].sort(),
    );
    for (const [name, { healthcheck }] of asked) {
      const [asks] = /\/(?:edge\/)?health[a-z/]*/.exec(healthcheck!.test.join(' '))!;
      const sources = (answering[name] ?? ['packages/service-kit/src']).map(sourcesOf).join('\n');
      expect([name, asks, sources.includes(asks) || sources.includes(asks.slice(1))]).toEqual([name, asks, true]);
    }
  });

  it('lets the edge alone say who asks, and reach the gateway and the shell alone', () => {
    const { services: filled } = filledIn(demo);
    const networks = (name: string) => {
      const { networks: joined = [] } = filled[name]!;
      return Array.isArray(joined) ? joined : Object.keys(joined);
    };
    const address = (filled['edge']!.networks as Record<string, { ipv4_address?: string }>)['front']!.ipv4_address;
    expect(filled['gateway']!.environment!['TRUSTED_PROXIES']).toBe(address);
    expect(networks('edge').sort()).toEqual(['front', 'outside']);
    const reached = Object.keys(filled).filter((name) => networks(name).includes('front'));
    expect(reached.sort()).toEqual(['edge', 'gateway', 'shell']);
  });

  it("keeps the edge's address out of those that Docker gives to the others, which start before it", () => {
    const { services: filled, networks } = filledIn(demo);
    const address = (filled['edge']!.networks as Record<string, { ipv4_address?: string }>)['front']!.ipv4_address!;
    const [{ subnet, ip_range: range }] = networks['front']!.ipam.config as [Network['ipam']['config'][0]];
    const contains = (network: string) => {
      const [start, bits] = network.split('/') as [string, string];
      const list = new net.BlockList();
      list.addSubnet(start, Number(bits));
      return list.check(address);
    };
    expect(contains(subnet)).toBe(true);
    expect(contains(range ?? subnet)).toBe(false);
  });

  it('builds the edge with every variable that its configuration reads', () => {
    const stage = /^FROM dependencies AS edge-configuration$([^]*?)^FROM /m.exec(dockerfile)![1]!;
    const taken = [...stage.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name!);
    expect(Object.keys(services['edge']!.build!.args!).sort()).toEqual(taken.sort());
  });

  it('mounts the storage of the frontends where they expect it, writable for their user', () => {
    for (const name of ['shell', ...REMOTES.map(({ folder }) => folder)]) {
      const { environment, volumes } = services[name]!;
      const storage = /:-file:\/\/(\/[^}]+)\}/.exec(environment!.STORAGE_URL!)![1]!;
      expect([name, volumes]).toEqual([name, [`frontends:${storage}`]]);
      expect(dockerfile).toContain(`mkdir -p ${storage} && chown node:node ${storage}`);
    }
    expect(JSON.stringify(services['edge']!.volumes)).not.toContain('frontends:');
  });

  it('keeps everything but the edge and the sandbox off the network', () => {
    const open = Object.entries(services)
      .filter(([, one]) => one.ports)
      .map(([name]) => name);
    expect(open.sort()).toEqual(['edge', 'sandbox']);
  });
});

describe('what compose sets', () => {
  const { services: filled } = filledIn(demo);
  interface Kit {
    serviceVariables: z.ZodRawShape;
    eventVariables: z.ZodRawShape;
    parseConfig: (variables: z.ZodRawShape, environment: Record<string, string>) => unknown;
  }
  const load = async <Module>(file: string): Promise<Module> => (await import(path.join(ROOT, file))) as Module;
  /** As a container gets it: unset variables are empty. */
  const environmentOf = (name: string, providers = providersFile({ demo: true })): Record<string, string> => ({
    ...(filled[name]!.env_file && variablesOf(providers)),
    ...Object.fromEntries(Object.entries(filled[name]!.environment ?? {}).map(([key, value]) => [key, value ?? ''])),
  });

  it.each(SERVICES.map(({ name, folder }) => ({ name, folder })))('is what $name reads', async ({ name, folder }) => {
    const { serviceVariables, eventVariables, parseConfig } = await load<Kit>('packages/service-kit/src/index.ts');
    const own = fs.existsSync(path.join(ROOT, folder, 'src/variables.ts'))
      ? await load<{ variables: z.ZodRawShape }>(`${folder}/src/variables.ts`)
      : undefined;
    const variables = { ...eventVariables, ...serviceVariables, ...own?.variables };
    expect(() => parseConfig(variables, environmentOf(name))).not.toThrow();
  });

  it('stops payment at its start, with the name of every secret of a provider that is missing', async () => {
    const { parseConfig } = await load<Kit>('packages/service-kit/src/index.ts');
    const { variables } = await load<{ variables: z.ZodRawShape }>('services/payment/src/variables.ts');
    const said = () => parseConfig(variables, environmentOf('payment', providersFile({ demo: false })));
    const secrets = Object.values(PROVIDER_DEPLOYMENTS).flatMap((provider) => Object.keys(provider.secrets));
    expect(secrets.length).toBeGreaterThan(4);
    for (const name of secrets) expect(said).toThrow(name);
    const filledOut = providersFile({ demo: false, known: Object.fromEntries(secrets.map((name) => [name, 'given'])) });
    expect(() => parseConfig(variables, environmentOf('payment', filledOut))).not.toThrow();
  });

  it('is what the gateway reads', async () => {
    const { parseConfig } = await load<Kit>('packages/service-kit/src/index.ts');
    const { gatewayVariables } = await load<{ gatewayVariables: z.ZodRawShape }>('gateway/src/config.ts');
    expect(() => parseConfig(gatewayVariables, environmentOf('gateway'))).not.toThrow();
  });

  // Their images or their programs set these.
  it.each<{ name: string; folder: string; image?: Record<string, string>; program?: Record<string, string> }>([
    { name: 'shell', folder: 'shell/src/server', program: { SHELL_VERSION: '0.0.0-0' } },
    { name: 'sandbox', folder: 'tools/sandbox/src', image: { DATA_DIR: '/srv/sandbox' } },
  ])('is what the $name reads', async ({ name, folder, image = {}, program = {} }) => {
    const { parseConfig } = await load<{ parseConfig: (environment: Record<string, string>) => unknown }>(
      `${folder}/config.ts`,
    );
    for (const [key, value] of Object.entries(image)) expect(dockerfile).toContain(`${key}=${value}`);
    expect(() => parseConfig({ ...environmentOf(name), ...image, ...program })).not.toThrow();
    const nothing = Object.fromEntries(Object.keys(environmentOf(name)).map((key) => [key, '']));
    expect(() => parseConfig(nothing)).toThrow(/^.+:\n( {2}[A-Z_]+: .+\n?)+$/);
  });
});

describe('the images', () => {
  const stages = new Map(
    dockerfile
      .split(/^FROM /m)
      .slice(1)
      .map((stage) => [/ AS ([\w-]+)/.exec(stage)?.[1], stage]),
  );

  /** Of the stage, or of the one that it is based on. */
  const userOf = (target: string): string | undefined => {
    const stage = stages.get(target)!;
    const own = [...stage.matchAll(/^USER (\S+)/gm)].at(-1)?.[1];
    const base = /^(\S+) AS /.exec(stage)![1]!;
    return own ?? (stages.has(base) ? userOf(base) : undefined);
  };

  it('exist for every part that is built here', () => {
    expect(ours.map(([, { build }]) => build!.target).filter((target) => !stages.has(target))).toEqual([]);
  });

  it('install with the package.json of every project, or npm refuses the lockfile', () => {
    const [, copied] = /^COPY --parents (.+) \.\/$/m.exec(dockerfile)!;
    const found = fs.globSync(copied!.split(' '), { cwd: ROOT });
    const missing = projectsOf(ROOT)
      .map(({ folder }) => `${folder}/package.json`)
      .filter((file) => fs.existsSync(path.join(ROOT, file)) && !found.includes(file));
    expect(missing).toEqual([]);
  });

  it('run as somebody who is not root, without capabilities, on a file system that is not theirs to write', () => {
    for (const [name, { build, read_only: readOnly, cap_drop: dropped }] of ours) {
      const user = userOf(build!.target);
      expect([name, user, readOnly, dropped]).toEqual([name, expect.stringMatching(/^(node|101)$/), true, ['ALL']]);
    }
  });

  it('bring no secret along', () => {
    expect(dockerfile).not.toMatch(/PASSWORD|SECRET|TOKEN/);
    expect(fs.readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.providers', '.run', '**/node_modules', '.git']),
    );
  });
});

// Checked by `docker compose` itself where it is installed.
if (spawnSync('docker', ['compose', 'version']).status === 0) {
  it('docker compose accepts the file', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compose-'));
    fs.copyFileSync(path.join(ROOT, 'docker-compose.yml'), path.join(folder, 'docker-compose.yml'));
    fs.writeFileSync(path.join(folder, '.env'), environmentFile({ demo: true }));
    fs.writeFileSync(path.join(folder, '.env.providers'), providersFile({ demo: true }));
    await execa('docker', ['compose', 'config', '--quiet'], { cwd: folder });
    fs.rmSync(folder, { recursive: true });
    expect(services.edge).toBeDefined();
  });
}
