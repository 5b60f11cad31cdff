import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { dockerEnvironment, ROOT } from '../../infra/config.ts';

/** A container as `docker compose ps` tells of it. */
export interface Part {
  /** Its name in the compose file. */
  name: string;
  id: string;
  image: string;
  isRunning: boolean;
  /** `none` of one that has no check: it does its work and ends. */
  health: 'none' | 'starting' | 'healthy' | 'unhealthy';
  exitCode: number;
}

interface Inspected {
  Id: string;
  Config: { Image: string; Labels: Record<string, string>; Healthcheck?: object };
  State: { Running: boolean; Restarting: boolean; ExitCode: number; Health?: { Status: Part['health'] } };
}

/** In the clone. */
const BACKUPS = '.backups';
/** Of the payment providers and other outside parties, who lose nothing when the shop does. */
const VOLUMES_OF_OTHERS = ['sandbox'];
const PROJECT = 'shop-proof';

/** The image in which secrets are made and processes of other containers are killed. */
const NODE_IMAGE = 'node:24-slim';

/** The shop of `docker-compose.yml` in a bare clone of the last commit, with volumes and containers of its own. */
export class ContainerShop {
  readonly url = 'http://localhost:4400';
  readonly mailbox = 'http://localhost:4440/mailbox';
  readonly #clone: string;

  private constructor(clone: string) {
    this.#clone = clone;
  }

  /** Clones, and makes secrets as README says. @throws Error when Docker does not answer */
  static async prepare(): Promise<ContainerShop> {
    const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-containers-'));
    const shop = new ContainerShop(clone);
    await execa('git', ['clone', '--quiet', ROOT, clone]);
    await shop.#inClone('node', 'infra/docker/secrets.ts', '--demo');
    await shop.#inClone('install', '-d', '-m', '700', '-o', 'node', '-g', 'node', BACKUPS);
    return shop;
  }

  /** As root: the proof may be run by another user. */
  #inClone(...command: string[]): Promise<string> {
    return this.docker('run', '--rm', '-v', `${this.#clone}:/shop`, '-w', '/shop', NODE_IMAGE, ...command);
  }

  /** Changes a file of the clone, as somebody who ships a slice does. */
  edit(file: string, change: (text: string) => string): void {
    const place = path.join(this.#clone, file);
    fs.writeFileSync(place, change(fs.readFileSync(place, 'utf8')));
  }

  /** The account that the shop was started with. */
  get admin(): { email: string; password: string } {
    const text = fs.readFileSync(path.join(this.#clone, '.env'), 'utf8');
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1]!;
    return { email: valueOf('ADMIN_EMAIL'), password: valueOf('ADMIN_PASSWORD') };
  }

  /** @returns what it printed */
  async docker(...args: string[]): Promise<string> {
    const { stdout } = await execa('docker', args, {
      cwd: this.#clone,
      extendEnv: false,
      env: { ...dockerEnvironment(), COMPOSE_PROJECT_NAME: PROJECT },
      stdin: 'ignore',
    });
    return stdout;
  }

  compose(...args: string[]): Promise<string> {
    return this.docker('compose', '--progress', 'quiet', ...args);
  }

  /** One command of people. @returns what it printed */
  operator(...args: string[]): Promise<string> {
    return this.compose('run', '--rm', '--no-TTY', 'operator', ...args);
  }

  /** Containers and all volumes of the shop; its secrets, images and backups stay. */
  async lose(): Promise<void> {
    await this.compose('down', '--timeout', '10');
    const all = await this.docker('volume', 'ls', '--quiet', '--filter', `label=com.docker.compose.project=${PROJECT}`);
    const own = all.split('\n').filter((name) => !VOLUMES_OF_OTHERS.includes(name.replace(`${PROJECT}_`, '')));
    await this.docker('volume', 'rm', ...own);
  }

  /** Megabytes of the backups. */
  async backupSize(): Promise<number> {
    const [bytes] = (await this.#inClone('du', '--summarize', '--bytes', BACKUPS)).split('\t');
    return Number(bytes) / 1e6;
  }

  /** Of every container, also those that have done their work. */
  async parts(): Promise<Part[]> {
    const ids = (await this.compose('ps', '--all', '--quiet')).split('\n').filter(Boolean);
    const containers = JSON.parse(await this.docker('inspect', ...ids)) as Inspected[];
    return containers.map(({ Id, Config, State }) => ({
      name: Config.Labels['com.docker.compose.service']!,
      id: Id,
      image: Config.Image,
      isRunning: State.Running && !State.Restarting,
      // A container that is being started again has the health of before.
      health: Config.Healthcheck ? (State.Running && !State.Restarting ? State.Health!.Status : 'starting') : 'none',
      exitCode: State.Running ? 0 : State.ExitCode,
    }));
  }

  /** Kills the first process of a container with -9, from outside, because no process inside may. */
  async kill({ id }: Part): Promise<void> {
    const pid = await this.docker('inspect', '--format', '{{.State.Pid}}', id);
    await this.docker(
      'run',
      '--rm',
      '--pid=host',
      '--privileged',
      NODE_IMAGE,
      'node',
      '-e',
      `process.kill(${pid.trim()}, 'SIGKILL')`,
    );
  }

  /** How often Docker has started a container again. */
  async restarts({ id }: Part): Promise<number> {
    return Number(await this.docker('inspect', '--format', '{{.RestartCount}}', id));
  }

  /** Resident megabytes of every running container, by its name in the compose file. */
  async memory(): Promise<Map<string, number>> {
    const running = (await this.parts()).filter(({ isRunning }) => isRunning);
    const lines = await this.docker(
      'stats',
      '--no-stream',
      '--format',
      '{{.ID}} {{.MemUsage}}',
      ...running.map(({ id }) => id),
    );
    const byId = new Map(lines.split('\n').map((line) => [line.split(' ')[0]!, megabytes(line.split(' ')[1]!)]));
    return new Map(running.map(({ name, id }) => [name, byId.get(id.slice(0, 12)) ?? 0]));
  }

  /** Megabytes of an image, with its base. */
  async sizeOf(image: string): Promise<number> {
    return Math.round(Number(await this.docker('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);
  }

  /** Removes containers, networks, volumes and the clone; images stay. */
  async remove(): Promise<void> {
    await this.compose('down', '--volumes', '--timeout', '10');
    await this.#inClone('rm', '-r', BACKUPS);
    fs.rmSync(this.#clone, { recursive: true, force: true });
  }
}

const UNITS: Record<string, number> = { B: 1e-6, KiB: 0.001024, MiB: 1.048576, GiB: 1073.741824 };
const megabytes = (text: string): number => {
  const [, amount, unit] = /^([\d.]+)(\w+)$/.exec(text)!;
  return Math.round(Number(amount) * UNITS[unit!]!);
};
