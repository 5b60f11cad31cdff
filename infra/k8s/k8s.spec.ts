import { beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { readConfig, ROOT } from '../config.ts';
import { DEFAULT_PORT_BASE, type PortName, portsFrom } from '../ports.ts';
import { provideKubectl } from '../provision/kubectl.ts';
import { LOG_FILTER } from '../provision/mongodb.ts';
import { REMOTES, SERVICES } from '../run/programs.ts';
import { makeSecrets } from '../run/secrets.ts';
import { localFiles, nodePort, operatorJob, type OperatorsCommand, productionFiles, write } from './make.ts';

// Needs no cluster: what Kustomize makes is well-formed, complete and consistent with the code. `npm run prove -- cluster` runs it.
interface Container {
  name: string;
  image: string;
  imagePullPolicy?: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext?: object;
  resources?: object;
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}
interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface PodSpec {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  topologySpreadConstraints?: { topologyKey: string }[];
  initContainers?: Container[];
  containers: Container[];
  volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[];
}
interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // oxlint-disable-next-line typescript/no-explicit-any -- of every kind
  spec?: any;
  data?: Record<string, string>;
}

const ports = portsFrom(DEFAULT_PORT_BASE);
const secrets = makeSecrets(readConfig());
const HOST = 'node.example';

/** What `kubectl apply -k` sends. */
async function made(overlay: 'local' | 'production', files: Record<string, string>): Promise<Resource[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'k8s-'));
  try {
    fs.cpSync(import.meta.dirname, folder, { recursive: true, filter: (file) => path.basename(file) !== 'made' });
    const place = path.join(folder, 'overlays', overlay);
    write(path.join(place, 'made'), files);
    const { stdout } = await execa(await provideKubectl(), ['kustomize', place]);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

let local: Resource[] = [];
let production: Resource[] = [];
// Those of people are made by a command.
const ofPeople: [OperatorsCommand, string[]][] = [
  ['events', ['replay', 'cart-order.create-order', '--all']],
  ['restore', ['/backups/2026-11-23']],
];
const isOfPeople = ({ kind, metadata }: Resource) =>
  kind === 'Job' && ofPeople.some(([name]) => name === metadata.name);
const PRODUCTION = { url: 'https://shop.example', hosts: [], trustedProxies: ['10.42.0.0/16'] };
beforeAll(async () => {
  local = await made('local', localFiles(HOST, secrets));
  production = await made('production', productionFiles(PRODUCTION));
  for (const resources of [local, production])
    for (const [command, args] of ofPeople) {
      const job = operatorJob(command, args, 'shop/operator') as Resource;
      resources.push({ ...job, metadata: { ...job.metadata, name: command } });
    }
});

const overlays = [
  { overlay: 'local', resources: () => local },
  { overlay: 'production', resources: () => production },
];
const of = (resources: Resource[], kind: string): Resource[] => resources.filter((one) => one.kind === kind);
const named = (resources: Resource[], kind: string, name: string): Resource =>
  resources.find((one) => one.kind === kind && one.metadata.name.replace(/-[a-z0-9]{10}$/, '') === name) ??
  resources.find((one) => one.kind === kind && one.metadata.name === name)!;
const workloads = (resources: Resource[]): Resource[] =>
  ['Deployment', 'StatefulSet', 'Job', 'CronJob'].flatMap((kind) => of(resources, kind));
const templateOf = ({ kind, spec }: Resource) => (kind === 'CronJob' ? spec.jobTemplate.spec : spec).template;
const podOf = (workload: Resource): PodSpec => templateOf(workload).spec as PodSpec;
const labelsOf = (workload: Resource): Record<string, string> => templateOf(workload).metadata.labels;
const containersOf = (workload: Resource): Container[] => {
  const { containers, initContainers = [] } = podOf(workload);
  return [...initContainers, ...containers];
};
const partOf = (workload: Resource): Container => podOf(workload).containers[0]!;
const isOurs = ({ image }: Container): boolean => /(^|\/)shop\//.test(image);

/** Every part that listens, with its port. */
const LISTENING: { name: string; folder: string; port: PortName }[] = [
  ...SERVICES,
  { name: 'gateway', folder: 'gateway', port: 'gateway' },
  { name: 'shell', folder: 'shell', port: 'shell' },
];
const PARTS = [...LISTENING.map(({ name }) => name), 'edge'];

/** Variables that S3's own client reads. */
const OF_S3 = 'AWS_';

describe.each(overlays)('the overlay $overlay', ({ overlay, resources }) => {
  it('has the form that each kind wants', async () => {
    const wrong: string[] = [];
    for (const resource of resources()) {
      const { apiVersion, kind, metadata } = resource;
      const isGateway = apiVersion.startsWith('gateway.');
      const from = `${isGateway ? '@kubernetes-models/gateway-api' : 'kubernetes-models'}/${apiVersion}`;
      const models = (await import(from)) as Record<string, new (of: object) => { validate(): void }>;
      try {
        new models[kind]!(kind === 'Secret' ? unwrapped(resource) : resource).validate();
      } catch (error) {
        wrong.push(`${kind} ${metadata.name}: ${(error as Error).message}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(resources().length).toBeGreaterThan(40);
  });

  it('runs every part, and the job of each remote', () => {
    const deployed = of(resources(), 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployed.sort()).toEqual([...PARTS, ...(overlay === 'local' ? ['sandbox'] : [])].sort());
    const publishing = containersOf(named(resources(), 'Job', 'publish-remotes')).map(({ image }) => nameOf(image));
    expect(publishing).toEqual(REMOTES.map(({ folder }) => folder));
  });

  it('migrates the database of every service, and drops no index that the version before needs', () => {
    for (const { name } of SERVICES) {
      const job = named(resources(), 'Job', `${name}-migrate`);
      const { image, command, envFrom } = partOf(job);
      const service = partOf(named(resources(), 'Deployment', name));
      expect([image, command, envFrom]).toEqual([
        service.image,
        ['node', 'dist/migrate.js', '--keep-old-indexes'],
        service.envFrom,
      ]);
    }
  });

  it('gives no workload more than it needs', () => {
    for (const workload of workloads(resources())) {
      const pod = podOf(workload);
      const { name } = workload.metadata;
      expect([name, pod]).toEqual([
        name,
        expect.objectContaining({ automountServiceAccountToken: false, enableServiceLinks: false }),
      ]);
      expect([name, pod.securityContext]).toEqual([
        name,
        expect.objectContaining({
          runAsNonRoot: true,
          runAsUser: expect.any(Number),
          seccompProfile: { type: 'RuntimeDefault' },
        }),
      ]);
      for (const container of containersOf(workload)) {
        const where = `${name}/${container.name}`;
        expect([where, container.securityContext]).toEqual([
          where,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
        const bounds = { cpu: expect.anything(), memory: expect.stringMatching(/^\d+Mi$/) };
        expect([where, container.resources]).toEqual([where, { requests: bounds, limits: bounds }]);
        expect([where, container.imagePullPolicy]).toEqual([where, 'IfNotPresent']);
      }
      const unbound = (pod.volumes ?? []).filter(({ emptyDir }) => emptyDir && !emptyDir.sizeLimit);
      expect([name, unbound]).toEqual([name, []]);
    }
  });

  it('asks each part for its health where the code answers', () => {
    const sources = (folder: string) =>
      fs
        .globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.spec.ts'] })
        .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8'))
        .join('\n');
    const answering: Record<string, string> = {
      edge: 'infra/edge',
      shell: 'shell/src/server',
      sandbox: 'tools/sandbox/src',
    };
    for (const deployment of of(resources(), 'Deployment')) {
      const { name } = deployment.metadata;
      const { startupProbe, livenessProbe, readinessProbe } = partOf(deployment);
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet!);
      const live = name === 'edge' ? '/edge/health' : '/health/live';
      const ready = name === 'edge' ? '/edge/health' : '/health/ready';
      expect([name, asked.map(({ path: place }) => place)]).toEqual([name, [live, live, ready]]);
      const code = sources(answering[name] ?? 'packages/service-kit/src');
      for (const { path: place, port } of asked) {
        expect([name, place, code.includes(place)]).toEqual([name, place, true]);
        expect(port).toBe('http');
      }
      // Not ready soon, dead late: a busy machine restarts nothing.
      expect(livenessProbe!.periodSeconds * livenessProbe!.failureThreshold).toBeGreaterThanOrEqual(60);
      expect(readinessProbe!.periodSeconds * readinessProbe!.failureThreshold).toBeLessThanOrEqual(5);
    }
  });

  it('lets each part end as it wants to', async () => {
    const { processVariables } = await load<Kit>('packages/service-kit/src/config/config.ts');
    const { STOP_NOTICE, SHUTDOWN_LIMIT } = zodDefaults(processVariables);
    for (const { name } of LISTENING) {
      const { terminationGracePeriodSeconds: seconds } = podOf(named(resources(), 'Deployment', name));
      expect(seconds! * 1000).toBeGreaterThan(STOP_NOTICE + SHUTDOWN_LIMIT);
    }
    // nginx gives no notice itself.
    expect(
      partOf(named(resources(), 'Deployment', 'edge')).lifecycle!.preStop.sleep.seconds * 1000,
    ).toBeGreaterThanOrEqual(STOP_NOTICE);
  });

  it('replaces a copy by a ready one, and spreads them over nodes and zones', () => {
    for (const name of PARTS) {
      const deployment = named(resources(), 'Deployment', name);
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      expect(podOf(deployment).topologySpreadConstraints!.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ]);
      const budget = named(resources(), 'PodDisruptionBudget', name);
      expect(budget.spec).toMatchObject({ maxUnavailable: 1, selector: deployment.spec.selector });
    }
  });

  it('uses the ports of infra/ports.ts, and services that lead to a container', () => {
    for (const { name, port } of LISTENING) {
      const { env, ports: open } = partOf(named(resources(), 'Deployment', name));
      expect([name, env!.find((variable) => variable.name === 'PORT')!.value]).toEqual([name, String(ports[port])]);
      expect([name, open]).toEqual([name, [{ name: 'http', containerPort: ports[port] }]]);
    }
    const edge = partOf(named(resources(), 'Deployment', 'edge')).ports!.map(({ containerPort }) => containerPort);
    expect(edge).toEqual([ports.edge, ...REMOTES.map(({ port }) => ports[port])]);
    const pods = workloads(resources());
    for (const service of of(resources(), 'Service')) {
      const selected = pods.filter((workload) => matches(service.spec.selector, labelsOf(workload)));
      const open = selected.flatMap(containersOf).flatMap((container) => container.ports ?? []);
      for (const { port, targetPort } of service.spec.ports as { port: number; targetPort?: string }[]) {
        // Those of RabbitMQ's nodes among themselves are not declared.
        if (targetPort === undefined) continue;
        const found = open.find(({ name }) => name === targetPort)?.containerPort;
        expect([service.metadata.name, port, found]).toEqual([service.metadata.name, port, port]);
      }
    }
  });

  it('gives each part the variables that it reads, and no other', async () => {
    for (const { name, folder } of LISTENING) {
      const reads = Object.keys(await variablesOf(folder));
      const deployment = named(resources(), 'Deployment', name);
      const own = [...(await ownVariables(overlay, resources(), deployment))].filter(
        (variable) => !reads.includes(variable) && !variable.startsWith(OF_S3),
      );
      expect([name, own]).toEqual([name, []]);
    }
  });
});

describe('what is set', () => {
  it.each(LISTENING)('is what $name accepts, on a cluster with databases of its own', async ({ name, folder }) => {
    const parseConfig = await parserOf(folder);
    const environment = environmentOf(local, named(local, 'Deployment', name));
    expect(() => parseConfig({ ...environment, SHELL_VERSION: 'of its own code' })).not.toThrow();
    expect('REDIS_SENTINELS' in environment).toBe(name !== 'shell');
  });

  it('is what the sandbox accepts', async () => {
    const { parseConfig } = await load<{ parseConfig: Parser }>('tools/sandbox/src/config.ts');
    const environment = environmentOf(local, named(local, 'Deployment', 'sandbox'));
    expect(() => parseConfig({ ...environment, DATA_DIR: '/srv/sandbox' })).not.toThrow();
  });

  it.each(LISTENING)('lacks for $name in production what the list of secrets names', async ({ name, folder }) => {
    const parseConfig = await parserOf(folder);
    const deployment = named(production, 'Deployment', name);
    const environment = environmentOf(production, deployment);
    const missing = new Set<string>();
    try {
      parseConfig({ ...environment, SHELL_VERSION: 'of its own code' });
    } catch (error) {
      for (const [, variable] of (error as Error).message.matchAll(/^ {2}(\w+): is missing$/gm)) missing.add(variable!);
    }
    const listed = new Set(secretsOf(deployment).flatMap((secret) => outside[secret]!));
    if (name === 'payment') for (const variable of await secretsOfProviders()) listed.add(variable);
    for (const variable of listed) if (variable.startsWith(OF_S3)) listed.delete(variable);
    // The shell can do without, and hears of changes later then.
    if (name === 'shell') listed.delete('RABBITMQ_URL');
    expect([...missing].sort()).toEqual([...listed].sort());
  });

  it('names addresses that exist', () => {
    const services = new Map(
      of(local, 'Service').map(({ metadata, spec }) => [
        metadata.name,
        (spec.ports as { port: number }[]).map(({ port }) => port),
      ]),
    );
    const environments = of(local, 'Deployment').map((deployment) => Object.values(environmentOf(local, deployment)));
    const addresses = environments
      .flat()
      .join(' ')
      .replaceAll(/:\/\/[^@/\s]*@/g, '://');
    const named = addresses.matchAll(/(?<=:\/\/|,)([a-z0-9-]+)(?:\.([a-z-]+))?:(\d+)/g);
    // The name that sentinels know, and what browsers use.
    const known = [...named].filter(([, host, domain]) => host !== 'shop' && domain !== 'example');
    const wrong = known.filter(([, host, domain, port]) => !services.get(domain ?? host!)?.includes(Number(port)));
    expect(wrong.map(([address]) => address)).toEqual([]);
    expect(known.length).toBeGreaterThan(20);
  });
});

describe('the network', () => {
  const edges = new Set<string>();
  beforeAll(() => {
    for (const edge of edgesOf(local, 'egress')) edges.add(edge);
  });

  it.each(overlays)('denies in $overlay what no policy names', ({ resources }) => {
    expect(named(resources(), 'NetworkPolicy', 'nothing').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    for (const workload of workloads(resources())) {
      const { name } = workload.metadata;
      const chosen = of(resources(), 'NetworkPolicy').filter(({ spec }) =>
        matches(spec.podSelector.matchLabels ?? {}, labelsOf(workload)),
      );
      expect([name, chosen.length]).toEqual([name, expect.any(Number)]);
      // Only those two select everything.
      expect(
        chosen
          .filter(({ spec }) => Object.keys(spec.podSelector).length === 0)
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(['names', 'nothing']);
    }
  });

  it('allows both ends of each call, at the port of the one that is called', () => {
    const incoming = edgesOf(local, 'ingress').filter((edge) => !edge.startsWith('anyone'));
    expect(incoming.filter((edge) => !edges.has(edge))).toEqual([]);
    // Anyone may come to the sandbox's pages.
    const outgoing = [...edges].filter((edge) => !edge.includes('internet') && !edge.endsWith('sandbox:4440'));
    expect(outgoing.filter((edge) => !incoming.includes(edge))).toEqual([]);
  });

  it('allows the calls that the code makes', async () => {
    const expected: string[] = [];
    for (const { name, folder } of LISTENING) {
      const reads = Object.keys(await variablesOf(folder));
      for (const callee of LISTENING) {
        const variable = `${callee.name.replace('-', '_').toUpperCase()}_URL`;
        if (reads.includes(variable) && callee.name !== name)
          expected.push(`${name} → ${callee.name}:${ports[callee.port]}`);
      }
    }
    const between = [...edges].filter((edge) => isBetweenParts(edge) && !edge.startsWith('edge'));
    expect(between.sort()).toEqual(expected.sort());
  });

  it('is the picture of ARCHITECTURE.md', () => {
    const text = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const picture = /```mermaid\n([^]*?)```/.exec(text)![1]!;
    const aliases: Record<string, string> = { cart: 'cart-order' };
    const drawn = new Set<string>();
    for (const line of picture.split('\n')) {
      const [, from, to] = /^ {2}([\w &-]+?) -->(?:\|[^|]*\|)? (.+)$/.exec(line) ?? [];
      // A chain has one arrow after the other: `browser -->|pages| edge --> shell`.
      const nodes = [from ?? '', ...(to ?? '').split(/ -->(?:\|[^|]*\|)? /)].map(namesIn);
      for (const [index, callers] of nodes.slice(0, -1).entries())
        for (const caller of callers) for (const callee of nodes[index + 1]!) drawn.add(`${caller} → ${callee}`);
    }
    function namesIn(text: string): string[] {
      return text.split('&').map((one) => {
        const name = one.trim().replace(/\[.*/, '');
        return aliases[name] ?? name;
      });
    }
    const known = [...drawn].filter((edge) => edge.split(' → ').every((name) => PARTS.includes(name)));
    // Of every service, which the text below the picture says.
    expect(text).toContain("Each service fetches identity's public keys");
    for (const { name } of SERVICES) if (name !== 'identity') known.push(`${name} → identity`);
    const allowed = [...edges].filter(isBetweenParts).map((edge) => edge.replace(/:\d+$/, ''));
    expect([...new Set(known)].sort()).toEqual(allowed.sort());
  });

  it('lets out to the internet only those that call services of others', () => {
    const leaving = [...edges].filter((edge) => edge.includes('internet')).map((edge) => edge.split(' ')[0]);
    expect([...new Set(leaving)].sort()).toEqual(['content', 'payment']);
  });
});

it("the edge finds its parts by their services' addresses, which stay", () => {
  for (const resources of [local, production]) {
    const configuration = named(resources, 'ConfigMap', 'edge').data!['nginx.conf']!;
    for (const port of ['gateway', 'shell'] as const) expect(configuration).toContain(`server ${port}:${ports[port]};`);
    expect(configuration).not.toContain('resolver');
  }
});

describe('the local overlay', () => {
  it("keeps values out of MongoDB's log, as `npm start` does", () => {
    expect(named(local, 'ConfigMap', 'mongodb').data!['start.sh']).toContain(`> >(exec sed -uE '${LOG_FILTER}')`);
  });

  it('opens the edge and the sandbox to the node, and nothing else', () => {
    const open = of(local, 'Service').filter(({ spec }) => spec.type === 'NodePort');
    const opened = open.flatMap(({ spec }) => spec.ports as { port: number; nodePort: number }[]);
    const expected = (['edge', ...REMOTES.map(({ port }) => port), 'sandbox'] as const).map((port) => ({
      port: ports[port],
      nodePort: nodePort(port),
    }));
    expect(opened.map(({ port, nodePort: outside }) => ({ port, nodePort: outside }))).toEqual(expected);
  });

  it('loads the demo data of every service that has some', () => {
    const having = SERVICES.filter(({ folder }) => fs.existsSync(path.join(ROOT, folder, 'src/demo-data/main.ts')));
    const loading = of(local, 'Job')
      .map(({ metadata }) => metadata.name)
      .filter((name) => name.endsWith('-demo-data'));
    expect(loading.sort()).toEqual(having.map(({ name }) => `${name}-demo-data`).sort());
  });

  it('names no container but official ones and ours', () => {
    const images = workloads(local)
      .flatMap(containersOf)
      .map(({ image }) => image);
    const foreign = images.filter((image) => !/^shop\/[a-z-]+$/.test(image));
    expect([...new Set(foreign)].sort()).toEqual(['mongo:8.0', 'rabbitmq:4.1-alpine', 'redis:8-alpine']);
  });
});

describe('the production overlay', () => {
  it('has no secret, no database and no port of a node', () => {
    for (const kind of ['Secret', 'StatefulSet']) expect(of(production, kind)).toEqual([]);
    expect(
      of(production, 'Service').filter(({ spec }) => spec.type !== undefined && spec.type !== 'ClusterIP'),
    ).toEqual([]);
    expect(JSON.stringify(production)).not.toMatch(/sandbox|localhost:/);
    const used = new Set(workloads(production).flatMap(secretsOf));
    expect([...used].sort()).toEqual(Object.keys(outside).sort());
  });

  it('is released after commands of the README that delete every job, as none can be changed', () => {
    const text = fs.readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
    const selectors = [...text.matchAll(/delete jobs -l (\S+?)[`\s]/g)].map(([, selector]) => selector!.split('='));
    expect(selectors.length).toBeGreaterThan(1);
    const jobs = of(production, 'Job').filter((job) => !isOfPeople(job));
    for (const [key = '', value] of selectors) {
      const left = jobs.filter(({ metadata }) => {
        const label = metadata.labels?.[key];
        return value === undefined ? label === undefined : label !== value;
      });
      expect(left.map(({ metadata }) => metadata.name)).toEqual([]);
    }
  });

  it('lets Prometheus ask every copy of each part, and the parts send traces', () => {
    const file = path.join(ROOT, 'infra/observability/prometheus.yml');
    const { scrape_configs: jobs } = parse(fs.readFileSync(file, 'utf8')) as {
      scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
    };
    const asked = jobs.flatMap(({ dns_sd_configs: found = [] }) =>
      found.flatMap(({ names, port }) =>
        names.filter((name) => name.endsWith('.shop.svc')).map((name) => ({ name, port })),
      ),
    );
    expect(asked).toHaveLength(LISTENING.length);
    const { spec } = named(production, 'NetworkPolicy', 'monitoring');
    const peers = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
    const open = asked.map(({ port }) => ({ port }));
    expect(spec).toMatchObject({
      ingress: [{ from: peers, ports: open }],
      egress: [{ to: peers, ports: [{ port: 4318 }] }],
    });
    const [{ key, values }] = spec.podSelector.matchExpressions;
    for (const { name, port } of asked) {
      const { spec: service } = named(production, 'Service', name.split('.')[0]!);
      expect([name, service.clusterIP, service.ports[0].port]).toEqual([name, 'None', port]);
      expect(values).toContain(service.selector[key]);
    }
  });

  it('names the release of every image', () => {
    const images = workloads(production)
      .filter((workload) => !isOfPeople(workload))
      .flatMap(containersOf)
      .filter(isOurs)
      .map(({ image }) => image);
    expect(images.filter((image) => !/^registry\.example\/shop\/[a-z-]+:release$/.test(image))).toEqual([]);
  });

  it('lets everyone who has the secret of the storage reach S3, and nobody else', () => {
    const { spec } = named(production, 'NetworkPolicy', 'storage-clients');
    expect(spec).toMatchObject({ podSelector: { matchLabels: { storage: 'client' } }, policyTypes: ['Egress'] });
    for (const workload of workloads(production)) {
      const isClient = labelsOf(workload)['storage'] === 'client';
      expect([workload.metadata.name, isClient]).toEqual([
        workload.metadata.name,
        secretsOf(workload).includes('storage'),
      ]);
    }
  });

  it('backs up every night, as a user that only reads, onto a volume of its own', () => {
    const backup = named(production, 'CronJob', 'backup');
    expect(backup.spec).toMatchObject({
      schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
      concurrencyPolicy: 'Forbid',
    });
    expect(secretsOf(backup).sort()).toEqual(['backup', 'storage']);
    expect(outside['backup']).toEqual(['MONGODB_URI']);
    const { command, volumeMounts } = partOf(backup) as { command: string[]; volumeMounts: object[] };
    const [program] = /infra\/docker\/\S+/.exec(command.at(-1)!)!;
    const script = fs.readFileSync(path.join(ROOT, program), 'utf8');
    expect(script).toContain('backup | restore) program="infra/backup/$1.ts"');
    expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    expect(podOf(backup).volumes).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } });
    expect(named(production, 'PersistentVolumeClaim', 'backups')).toBeDefined();
    expect(podOf(named(production, 'Job', 'restore')).volumes).toContainEqual(
      expect.objectContaining({ persistentVolumeClaim: { claimName: 'backups' } }),
    );
  });

  it('runs three copies or more of each part', () => {
    for (const name of PARTS) {
      const { spec } = named(production, 'HorizontalPodAutoscaler', name);
      expect([name, spec.scaleTargetRef.name, spec.minReplicas]).toEqual([name, name, 3]);
      expect(named(production, 'Deployment', name).spec.replicas).toBeUndefined();
    }
  });

  it('leads each host to its origin of the edge, over TLS', () => {
    const environment = environmentOf(production, named(production, 'Deployment', 'shell'));
    const origins = JSON.parse(environment['REMOTES_ORIGINS']!) as Record<string, string>;
    const routes = of(production, 'HTTPRoute').filter(({ spec }) => spec.hostnames);
    const led = routes.map(({ spec }) => [`https://${spec.hostnames[0]}`, spec.rules[0].backendRefs[0]]);
    expect(Object.fromEntries(led)).toEqual({
      [environment['SHOP_URL']!]: { name: 'edge', port: ports.edge },
      ...Object.fromEntries(REMOTES.map(({ folder, port }) => [origins[folder], { name: 'edge', port: ports[port] }])),
    });
    expect(routes.every(({ spec }) => spec.parentRefs[0].sectionName === 'https')).toBe(true);
  });
});

it('refuses a shop in production without TLS', () => {
  expect(() => productionFiles({ ...PRODUCTION, url: 'http://shop.example' })).toThrow('--url');
  expect(() => productionFiles({ ...PRODUCTION, trustedProxies: [] })).toThrow('TRUSTED_PROXIES');
  expect(productionFiles(PRODUCTION)['nginx.conf']).toContain('set_real_ip_from 10.42.0.0/16;');
});

// ---

type Parser = (environment: Record<string, string>) => unknown;
interface Kit {
  serviceVariables: z.ZodRawShape;
  eventVariables: z.ZodRawShape;
  processVariables: Record<'STOP_NOTICE' | 'SHUTDOWN_LIMIT', z.ZodType<number>>;
  parseConfig: (variables: z.ZodRawShape, environment: Record<string, string>) => unknown;
}
const outside = parse(
  fs.readFileSync(path.join(import.meta.dirname, 'overlays/production/outside.yaml'), 'utf8'),
) as Record<string, string[]>;

const load = async <Module>(file: string): Promise<Module> => (await import(path.join(ROOT, file))) as Module;
const zodDefaults = ({ STOP_NOTICE, SHUTDOWN_LIMIT }: Kit['processVariables']) => ({
  STOP_NOTICE: STOP_NOTICE.parse(undefined),
  SHUTDOWN_LIMIT: SHUTDOWN_LIMIT.parse(undefined),
});

/** By name, as the part's own code declares them. */
async function variablesOf(folder: string): Promise<Record<string, unknown>> {
  const { serviceVariables, eventVariables } = await load<Kit>('packages/service-kit/src/index.ts');
  if (folder === 'gateway')
    return (await load<{ gatewayVariables: z.ZodRawShape }>('gateway/src/config.ts')).gatewayVariables;
  if (folder === 'shell') {
    const source = fs.readFileSync(path.join(ROOT, 'shell/src/server/config.ts'), 'utf8');
    return Object.fromEntries([...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => [name!, true]));
  }
  const own = `${folder}/src/variables.ts`;
  const { variables = {} } = fs.existsSync(path.join(ROOT, own)) ? await load<{ variables: z.ZodRawShape }>(own) : {};
  return { ...eventVariables, ...serviceVariables, ...variables };
}

async function parserOf(folder: string): Promise<Parser> {
  if (folder === 'shell') return (await load<{ parseConfig: Parser }>('shell/src/server/config.ts')).parseConfig;
  const { parseConfig } = await load<Kit>('packages/service-kit/src/index.ts');
  const variables = (await variablesOf(folder)) as z.ZodRawShape;
  return (environment) => parseConfig(variables, environment);
}

/** Of payment; the list of secrets names none of them, because they are their folders'. */
async function secretsOfProviders(): Promise<string[]> {
  const { PROVIDER_DEPLOYMENTS } = await load<{ PROVIDER_DEPLOYMENTS: Record<string, { secrets: object }> }>(
    'services/payment/src/providers/deployments.ts',
  );
  return Object.values(PROVIDER_DEPLOYMENTS).flatMap(({ secrets: own }) => Object.keys(own));
}

const nameOf = (image: string): string => image.replace(/^.*\//, '').replace(/:.*$/, '');
const decoded = (data: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]));

/** Kustomize breaks long values into lines, which is for people. */
const unwrapped = ({ data = {}, ...secret }: Resource): Resource => ({
  ...secret,
  data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value.replaceAll(/\s/g, '')])),
});

/** As the container gets it, but for Secrets that are not there. */
function environmentOf(resources: Resource[], deployment: Resource): Record<string, string> {
  const { env = [], envFrom = [] } = partOf(deployment);
  const from = envFrom.map(({ configMapRef, secretRef }) => {
    const kind = configMapRef ? 'ConfigMap' : 'Secret';
    const found = resources.find((one) => one.kind === kind && one.metadata.name === (configMapRef ?? secretRef)!.name);
    return configMapRef ? found!.data! : decoded(found?.data ?? {});
  });
  return Object.assign({}, ...from, ...env.map(({ name, value }) => ({ [name]: value })));
}

/** Variables of a part that are not those of all. */
async function ownVariables(overlay: string, resources: Resource[], deployment: Resource): Promise<Set<string>> {
  const { env = [], envFrom = [] } = partOf(deployment);
  const names = envFrom.flatMap(({ secretRef }) => {
    if (!secretRef) return [];
    if (overlay === 'production') return outside[secretRef.name]!;
    return Object.keys(resources.find((one) => one.kind === 'Secret' && one.metadata.name === secretRef.name)!.data!);
  });
  return new Set([...env.map(({ name }) => name), ...names]);
}

const secretsOf = (workload: Resource): string[] =>
  containersOf(workload).flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []));

const matches = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
  ipBlock?: { cidr: string };
}

/** `catalog → identity:4411`, for every pod that policies select. */
function edgesOf(resources: Resource[], direction: 'egress' | 'ingress'): string[] {
  const pods = workloads(resources).map((workload) => ({ name: workload.metadata.name, labels: labelsOf(workload) }));
  const selected = (selector: Peer['podSelector'] = {}) =>
    pods.filter(({ labels }) => matches(selector.matchLabels ?? {}, labels)).map(({ name }) => name);
  const peers = (list: Peer[] | undefined): string[] =>
    list?.flatMap(({ podSelector, ipBlock }) => (ipBlock ? ['internet'] : selected(podSelector))) ?? ['anyone'];
  return of(resources, 'NetworkPolicy')
    .filter(({ metadata }) => metadata.name !== 'names')
    .flatMap(({ spec }) =>
      ((spec[direction] ?? []) as { to?: Peer[]; from?: Peer[]; ports: { port: number }[] }[]).flatMap((rule) =>
        selected(spec.podSelector).flatMap((pod) =>
          peers(direction === 'egress' ? rule.to : rule.from).flatMap((peer) =>
            rule.ports.map(({ port }) =>
              direction === 'egress' ? `${pod} → ${peer}:${port}` : `${peer} → ${pod}:${port}`,
            ),
          ),
        ),
      ),
    );
}

const isBetweenParts = (edge: string): boolean =>
  edge
    .replace(/:\d+$/, '')
    .split(' → ')
    .every((name) => PARTS.includes(name));
