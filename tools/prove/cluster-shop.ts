import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { machineEnvironment, readConfig, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../../infra/ports.ts';
import { keptSecrets, localFiles, nodePort, write } from '../../infra/k8s/make.ts';
import { provideKubectl } from '../../infra/provision/kubectl.ts';
import { OPERATOR, withUser } from '../../infra/provision/users.ts';
import type { Secrets } from '../../infra/run/secrets.ts';
import { eventually } from '@shop/test-kit';
import type { PlayedShop } from './own-shop.ts';

const NAMESPACE = 'shop-proof';
const OVERLAY = path.join(RUN_FOLDER, 'prove-cluster');
const ports = portsFrom(DEFAULT_PORT_BASE);
/** By which the proof reads the books: a port of the node for each, beside those of the overlay. */
const BOOK_PORTS = { mongodb: nodePort('mongodb'), rabbitmq: nodePort('rabbitmq') };
const READY_WITHIN = '900s';
const POLL_MS = 500;

const COPIES = 3;
const SERVERS = ['mongodb', 'rabbitmq', 'redis'];

export const SERVICES = ['catalog', 'identity', 'cart-order', 'payment', 'content'] as const;
export const DEPLOYMENTS = [...SERVICES, 'gateway', 'shell', 'edge'] as const;
export type Deployment = (typeof DEPLOYMENTS)[number];
export const REMOTES = ['mfe-storefront', 'mfe-checkout', 'mfe-account', 'mfe-admin'] as const;
export type Remote = (typeof REMOTES)[number];

interface Pod {
  metadata: { name: string; deletionTimestamp?: string };
  status: { conditions?: { type: string; status: string }[]; containerStatuses?: { restartCount: number }[] };
}
interface Job {
  metadata: { name: string; labels?: object };
  spec: { template: { metadata: object; spec: PodSpec }; ttlSecondsAfterFinished: number };
}
interface PodSpec {
  initContainers?: Container[];
  containers: Container[];
}
interface Container {
  name: string;
  image: string;
  command?: string[];
}

/** The shop of `infra/k8s/overlays/local` in a namespace of its own, on the cluster of KUBECONFIG. */
export class ClusterShop implements PlayedShop {
  readonly folder = OVERLAY;
  readonly secrets: Secrets;
  readonly #kubectl: string;
  readonly #host: string;

  private constructor(kubectl: string, host: string, secrets: Secrets) {
    this.#kubectl = kubectl;
    this.#host = host;
    this.secrets = secrets;
  }

  /** @param environment of all parts: durations, limits. @throws Error when no cluster answers */
  static async prepare(options: { environment: Record<string, string>; products: number }): Promise<ClusterShop> {
    fs.rmSync(OVERLAY, { recursive: true, force: true });
    fs.mkdirSync(OVERLAY, { recursive: true });
    const kubectl = await provideKubectl();
    const address = '{.items[0].status.addresses[?(@.type=="InternalIP")].address}';
    const host = await kubectlAt(kubectl, ['get', 'nodes', '-o', `jsonpath=${address}`]);
    const shop = new ClusterShop(kubectl, host, keptSecrets(path.join(OVERLAY, 'secrets')));
    // Kustomize reads no file outside an overlay's own folder.
    for (const part of ['base', 'common', 'overlays/local'])
      fs.cpSync(path.join(ROOT, 'infra/k8s', part), path.join(OVERLAY, part), {
        recursive: true,
        filter: (file) => path.basename(file) !== 'made',
      });
    write(path.join(OVERLAY, 'overlays/local/made'), localFiles(host, shop.secrets));
    write(path.join(OVERLAY, 'proof'), proofFiles(options));
    return shop;
  }

  get url(): string {
    return `http://${this.#host}:${nodePort('edge')}`;
  }
  get origin(): string {
    return this.url;
  }
  get sandbox(): string {
    return `http://${this.#host}:${nodePort('sandbox')}`;
  }
  get mailbox(): string {
    return `${this.sandbox}/mailbox`;
  }
  get admin(): Secrets['admin'] {
    return this.secrets.admin;
  }
  /** Of the first member, which has all that a majority has. */
  get mongodbUri(): string {
    const uri = `mongodb://${this.#host}:${BOOK_PORTS.mongodb}/?directConnection=true&authSource=admin`;
    return withUser(uri, OPERATOR, this.secrets.access.operator);
  }
  get rabbitmqUrl(): string {
    return withUser(`amqp://${this.#host}:${BOOK_PORTS.rabbitmq}`, OPERATOR, this.secrets.access.operator);
  }

  /** @returns what it printed */
  kubectl(...args: string[]): Promise<string> {
    return kubectlAt(this.#kubectl, ['--namespace', NAMESPACE, ...args]);
  }

  /** Brings the images in by `load`, if there is such a command, applies everything and waits until it is ready. */
  async start(load: string | undefined): Promise<void> {
    const manifests = await kubectlAt(this.#kubectl, ['kustomize', path.join(OVERLAY, 'proof')]);
    const images = [...new Set([...manifests.matchAll(/^ +(?:- )?image: (\S+)$/gm)].map(([, image]) => image!))];
    if (load) await execa(load, images, { shell: true, stdin: 'ignore', extendEnv: true });
    await this.kubectl('apply', '--server-side', '--force-conflicts', '--kustomize', path.join(OVERLAY, 'proof'));
    for (const name of SERVERS)
      await this.kubectl('rollout', 'status', `statefulset/${name}`, `--timeout=${READY_WITHIN}`);
    for (const job of ['mongodb-prepare', 'publish-remotes', ...SERVICES.map((service) => `${service}-migrate`)])
      await this.#done(job);
    for (const job of ['catalog', 'identity', 'cart-order', 'content']) await this.#done(`${job}-demo-data`);
    // One after the other: a small machine that starts all copies at once starts none.
    for (const name of DEPLOYMENTS) await this.scale([name], COPIES);
  }

  /** Replaces every copy of a part. */
  async roll(deployment: Deployment): Promise<void> {
    await this.kubectl('rollout', 'restart', `deployment/${deployment}`);
    await this.kubectl('rollout', 'status', `deployment/${deployment}`, `--timeout=${READY_WITHIN}`);
    // Those that end still answer for a while.
    await eventually(async () => (await this.pods(deployment)).every(({ metadata }) => !metadata.deletionTimestamp), {
      what: `no copy of ${deployment} that ends`,
      withinMs: 120_000,
      everyMs: POLL_MS,
    });
  }

  async scale(deployments: readonly Deployment[], copies: number): Promise<void> {
    await this.kubectl('scale', ...deployments.map((name) => `deployment/${name}`), `--replicas=${copies}`);
    for (const name of deployments) {
      await eventually(
        async () => {
          const pods = await this.pods(name);
          return pods.length === copies && pods.every(isReady);
        },
        { what: `${copies} copies of ${name}`, withinMs: 600_000, everyMs: POLL_MS },
      );
    }
  }

  async pods(name: string): Promise<Pod[]> {
    const json = await this.kubectl('get', 'pods', '-l', `app.kubernetes.io/name=${name}`, '-o', 'json');
    return (JSON.parse(json) as { items: Pod[] }).items;
  }

  /** The process of one copy is killed with -9; resolves when its container runs again and all copies are ready. */
  async kill(deployment: Deployment): Promise<void> {
    const pod = (await this.pods(deployment)).find(isReady)!;
    const { name } = pod.metadata;
    const before = restartsOf(pod);
    const program = deployment === 'edge' ? 'nginx' : 'node';
    // The shell of the command is not of that program; the connection to it may end with the container.
    const script = `for p in /proc/[0-9]*; do case "$(readlink $p/exe)" in */${program}) kill -9 "\${p#/proc/}";; esac; done; true`;
    await this.kubectl('exec', name, '--', 'sh', '-c', script).catch(() => {});
    await eventually(
      async () => {
        const pods = await this.pods(deployment);
        const killed = pods.find(({ metadata }) => metadata.name === name);
        return killed !== undefined && restartsOf(killed) > before && pods.every(isReady);
      },
      { what: `${name} being started again`, withinMs: 300_000, everyMs: POLL_MS },
    );
  }

  /** A server's pod vanishes without notice; resolves when its successor is ready. */
  async destroy(pod: string): Promise<void> {
    await this.kubectl('delete', 'pod', pod, '--grace-period=0', '--force', '--wait=false');
    await eventually(async () => (await this.pods(pod.replace(/-\d$/, ''))).filter(isReady).length === COPIES, {
      what: `${pod} being ready again`,
      withinMs: 300_000,
      everyMs: POLL_MS,
    });
  }

  /** @returns the pod of the server that sentinels name */
  async redisPrimary(): Promise<string> {
    const said = await this.kubectl('exec', 'redis-1', '-c', 'sentinel', '--', ...SENTINEL_ASKED);
    return said.split('.')[0]!;
  }

  /** @returns the pods of the primary before and after */
  async stepDown(): Promise<[before: string, after: string]> {
    const before = await this.#mongodbPrimary();
    await this.#mongosh(before, 'db.adminCommand({ replSetStepDown: 60 })');
    const after = await eventually(
      async () => {
        const now = await this.#mongodbPrimary().catch(() => before);
        return now !== before && now;
      },
      { what: 'another primary', withinMs: 120_000, everyMs: POLL_MS },
    );
    return [before, after];
  }

  async #mongodbPrimary(): Promise<string> {
    const said = await this.#mongosh('mongodb-1', 'print(db.hello().primary)');
    const name = /mongodb-\d/.exec(said)?.[0];
    if (!name) throw new Error(`There is no primary: ${said}`);
    return name;
  }

  #mongosh(pod: string, script: string): Promise<string> {
    const shell = `mongosh --quiet --port ${ports.mongodb} -u "$MONGO_INITDB_ROOT_USERNAME" --password="$MONGO_INITDB_ROOT_PASSWORD" --eval '${script}'`;
    return this.kubectl('exec', pod, '--', 'sh', '-c', shell);
  }

  /** Publishes a changed build of a remote into the running shop, without an image of it. */
  deploy(remote: Remote): Promise<void> {
    const changed = `cp -r ${remote}/dist /tmp/dist && echo '.shipped{color:inherit}' >> "$(ls /tmp/dist/browser/*.css | head -n 1)"`;
    return this.#publish(
      `deploy-${remote}`,
      remote,
      `${changed} && node infra/deploy/deploy.ts ${remote} --dist /tmp/dist`,
    );
  }

  rollBack(remote: Remote): Promise<void> {
    return this.#publish(`rollback-${remote}`, remote, `node infra/deploy/rollback.ts ${remote}`);
  }

  /** Runs a command where the remote publishes itself: its own image, with the folder that shell and edge read. */
  async #publish(name: string, remote: Remote, command: string): Promise<void> {
    const { spec } = JSON.parse(await this.kubectl('get', 'job', 'publish-remotes', '-o', 'json')) as Job;
    const { initContainers = [], containers, ...pod } = spec.template.spec;
    const container = [...initContainers, ...containers].find(({ image }) => image.includes(remote))!;
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: {
        backoffLimit: 0,
        template: {
          spec: { ...pod, restartPolicy: 'Never', containers: [{ ...container, command: ['sh', '-ec', command] }] },
        },
      },
    };
    const file = path.join(OVERLAY, `${name}.json`);
    fs.writeFileSync(file, JSON.stringify(job));
    await this.kubectl('delete', 'job', name, '--ignore-not-found');
    await this.kubectl('create', '-f', file);
    await this.#done(name);
  }

  async #done(job: string): Promise<void> {
    await eventually(
      async () => {
        const json = await this.kubectl('get', 'job', job, '-o', 'json');
        const { status } = JSON.parse(json) as { status: { conditions?: { type: string; status: string }[] } };
        const holds = (type: string) => status.conditions?.some((one) => one.type === type && one.status === 'True');
        if (holds('Failed')) throw new Error(await this.kubectl('logs', `job/${job}`, '--tail=20'));
        return holds('Complete') === true;
      },
      { what: `${job} being done`, withinMs: 900_000, everyMs: POLL_MS },
    );
  }

  /** The namespace with everything in it. */
  async remove(): Promise<void> {
    await kubectlAt(this.#kubectl, ['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
  }
}

const SENTINEL_ASKED = ['redis-cli', '-p', String(ports.redisSentinel), 'sentinel', 'get-master-addr-by-name', 'shop'];

const isReady = ({ metadata, status }: Pod): boolean =>
  !metadata.deletionTimestamp &&
  status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
const restartsOf = ({ status }: Pod): number => status.containerStatuses?.[0]?.restartCount ?? 0;

/** On top of the local overlay: what proofs may do and people may not. */
function proofFiles({
  environment,
  products,
}: {
  environment: Record<string, string>;
  products: number;
}): Record<string, string> {
  const port = (name: string, selector: object, server: number, outside: number) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { type: 'NodePort', selector, ports: [{ port: server, nodePort: outside }] },
  });
  const first = { 'statefulset.kubernetes.io/pod-name': 'mongodb-0' };
  const resources = [
    port('books-mongodb', first, ports.mongodb, BOOK_PORTS.mongodb),
    port('books-rabbitmq', { 'app.kubernetes.io/name': 'rabbitmq' }, ports.rabbitmq, BOOK_PORTS.rabbitmq),
  ];
  const template = (spec: object) => ({ spec: { template: { spec } } });
  const demoData = ['node', 'dist/demo-data.js', '--products', String(products)];
  return {
    'resources.yaml': resources.map((resource) => stringify(resource)).join('---\n'),
    'kustomization.yaml': stringify({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: NAMESPACE,
      resources: ['../overlays/local', 'resources.yaml'],
      replicas: DEPLOYMENTS.map((name) => ({ name, count: 0 })),
      configMapGenerator: [
        {
          name: 'shop',
          behavior: 'merge',
          literals: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        },
      ],
      patches: [
        // No process kills the first one of its own pod.
        {
          target: { kind: 'Deployment' },
          patch: stringify({
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'every' },
            ...template({ shareProcessNamespace: true }),
          }),
        },
        {
          target: { kind: 'Job', name: 'catalog-demo-data' },
          patch: stringify({
            apiVersion: 'batch/v1',
            kind: 'Job',
            metadata: { name: 'every' },
            ...template({ containers: [{ name: 'part', command: demoData }] }),
          }),
        },
      ],
    }),
  };
}

async function kubectlAt(program: string, args: string[]): Promise<string> {
  const { KUBECONFIG } = readConfig();
  const { stdout } = await execa(program, args, {
    extendEnv: false,
    env: { ...machineEnvironment(), ...(KUBECONFIG && { KUBECONFIG }) },
    stdin: 'ignore',
    maxBuffer: 64_000_000,
  });
  return stdout;
}
