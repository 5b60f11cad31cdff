import { publishAfterRestore } from '../backup/after-start.ts';
import crypto from 'node:crypto';
import fs from 'node:fs';
import type { Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { refuseHalfRestored } from '../backup/databases.ts';
import { ROOT, RUN_FOLDER, STORAGE_URL, type Config } from '../config.ts';
import { currentOf } from '@shop/build/registry';
import { rolledBack } from '../deploy/history.ts';
import { notLive, publishBuilt } from '../deploy/publish.ts';
import { openFrontends, readRegistry } from '../deploy/registry.ts';
import { provideShell, removeOtherShells } from '../deploy/shell-files.ts';
import { edge } from '../edge/edge.ts';
import { portsFrom, type Ports } from '../ports.ts';
import { provideInfrastructure } from '../provision/infrastructure.ts';
import { provideNginx } from '../provision/nginx.ts';
import { buildWhatChanged, recordWatchedBuilds } from './build.ts';
import { serveControls } from './control.ts';
import { DemoDataRecord } from './demo-data-record.ts';
import { readJson, writeJson } from './files.ts';
import {
  DATA_FOLDER,
  demoData,
  gateway,
  hasDemoData,
  LOG_FOLDER,
  mailboxUrl,
  migration,
  migrationVersion,
  REMOTES,
  sandbox,
  type ServiceName,
  SERVICES,
  services,
  shell,
  shopUrl,
  type Setting,
} from './programs.ts';
import { takenPorts } from './port-holder.ts';
import { identify, type Program } from './process.ts';
import { showProgress, type Step } from './progress.ts';
import { provideSecrets } from './secrets.ts';
import { writeState, type ShopState } from './state.ts';
import { Supervisor } from './supervisor.ts';
import { watcher } from './watch.ts';

const demoDataRecord = new DemoDataRecord(path.join(DATA_FOLDER, 'demo-data.json'));
/** The migrate program that each database was last migrated by: while it is unchanged, there is nothing to migrate. */
const MIGRATED_RECORD = path.join(DATA_FOLDER, 'migrated.json');
/** The first start writes the databases' journals and the demo data. */
const FREE_MEBIBYTES = { first: 1024, later: 256 };

/** Starts, supervises and stops all programs of `npm start`. */
export class ShopRunner {
  readonly #config: Config;
  readonly #ports: Ports;
  readonly #supervisor: Supervisor;
  readonly #state: ShopState;
  /** Folders of slices that are rebuilt on change. */
  readonly #watched: string[];
  readonly #isEmpty: boolean;
  #setting!: Setting;
  #nginx!: string;
  #controls: Server | undefined;

  /** With `isEmpty` the first start loads no demo data, and no later one does. */
  constructor(config: Config, { watched, isEmpty }: { watched: string[]; isEmpty: boolean }) {
    this.#config = config;
    this.#ports = portsFrom(config.SHOP_PORT_BASE);
    this.#watched = watched;
    this.#isEmpty = isEmpty;
    this.#state = {
      starter: identify(process.pid)!,
      phase: 'starting',
      portBase: config.SHOP_PORT_BASE,
      url: shopUrl(this.#ports, config),
      mailbox: mailboxUrl(this.#ports),
      admin: { email: '', password: '' },
      controlSocket: controlSocket(),
      parts: [],
    };
    this.#supervisor = new Supervisor(
      () => this.#saveState(),
      (message) => console.log(message),
    );
  }

  get state(): ShopState {
    return { ...this.#state, parts: this.#supervisor.states };
  }

  /** Resolves once every program is ready. Call `stop` in any case. @throws Error with what can be done about it */
  async start(): Promise<void> {
    this.#saveState();
    if (this.#isEmpty) demoDataRecord.requireNoneLoaded();
    this.#refuseFullDisk();
    await this.#refuseTakenPorts();
    const secrets = provideSecrets(this.#config);
    this.#state.admin = secrets.admin;

    await showProgress([[this.#infrastructureStep(secrets), this.#buildStep()]]);
    if (this.#watched.length > 0) recordWatchedBuilds(this.#watched);
    const shellServer = await this.#shell({ isFirst: true });
    const parts = [sandbox(this.#setting), ...services(this.#setting), gateway(this.#setting), shellServer];
    await showProgress([
      this.#migrationSteps(),
      parts.map((program) => this.#startStep(program)),
      [this.#startStep(await edge(this.#nginx, this.#config, this.#ports)), ...this.#demoDataSteps()],
      this.#watched.map((folder) => this.#startStep(watcher(folder))),
    ]);

    const { mongodb, rabbitmq } = this.#setting.infrastructure;
    const republished = await publishAfterRestore(mongodb, rabbitmq);
    if (republished !== undefined) console.log(`Restored shop: ${republished} events are published again.`);
    this.#controls = await serveControls(this.#state.controlSocket, {
      restart: (name) => this.#restart(name),
      loadDemoData: (service, args) => this.#loadDemoData(service, args),
    });
    this.#state.phase = 'ready';
    this.#saveState();
  }

  /** Stops everything, dependents first; `graceMs` 0 kills at once. */
  async stop(graceMs?: number): Promise<void> {
    this.#state.phase = 'stopping';
    this.#controls?.close();
    await this.#supervisor.stop(graceMs);
  }

  #infrastructureStep(secrets: Setting['secrets']): Step {
    const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = this.#config;
    return {
      title: 'MongoDB, RabbitMQ, Redis and nginx',
      run: async (report) => {
        const [infrastructure, nginx] = await Promise.all([
          provideInfrastructure({
            given: { mongodb: MONGODB_URI, rabbitmq: RABBITMQ_URL, redis: REDIS_URL },
            ports: this.#ports,
            data: DATA_FOLDER,
            logs: LOG_FOLDER,
            durable: true,
            access: secrets.access,
            report,
          }),
          provideNginx(),
        ]);
        this.#nginx = nginx;
        const setting = { config: this.#config, ports: this.#ports, infrastructure, secrets };
        this.#setting = { ...setting, storage: STORAGE_URL };
        const waiting = new Set(infrastructure.programs.map((program) => program.name));
        await Promise.all(
          infrastructure.programs.map(async (program) => {
            await this.#supervisor.start(program);
            waiting.delete(program.name);
            if (waiting.size > 0) report(`waiting for ${[...waiting].join(', ')}`);
          }),
        );
        await refuseHalfRestored(infrastructure.mongodb);
      },
    };
  }

  #buildStep(): Step {
    return {
      title: 'Build what changed',
      run: async (report) => {
        const done = await buildWhatChanged((program) => {
          report(`output in ${path.relative(ROOT, program.log)}`);
          return this.#supervisor.run(program);
        });
        const all = ['shell', ...REMOTES.map(({ folder }) => folder)];
        const before = await readRegistry();
        const slices = all.filter((slice) => done === 'built' || !currentOf(before, slice));
        if (slices.length > 0) report('publishing the frontends');
        // In one step: a new major version of a shared package has to go live in all of them together.
        await publishBuilt(slices, { keepRollbacks: true, report });
        const kept = rolledBack(await readRegistry()).map((slice) => `${slice} stays rolled back`);
        // Built in the meantime by a shop in another run folder, or by `npm test`.
        const built = (await notLive(all)).join(' ');
        const hint = built ? [`built but not live: npm run deploy -- ${built}`] : [];
        return [`Build what changed${done === 'unchanged' ? ': no changes' : ''}`, ...kept, ...hint].join('; ');
      },
    };
  }

  /** Of services whose migrate program changed since their databases were migrated. */
  #migrationSteps(): Step[] {
    return SERVICES.filter(({ name }) => this.#needsMigration(name)).map(({ name }) => ({
      title: `Migrations of ${name}`,
      run: () => this.#migrate(name),
    }));
  }

  #needsMigration(name: ServiceName): boolean {
    const version = migrationVersion(name);
    if (version === undefined) return false;
    // A database outside of this copy may have been changed or replaced in the meantime.
    return (
      this.#config.MONGODB_URI !== undefined || readJson<Record<string, string>>(MIGRATED_RECORD)?.[name] !== version
    );
  }

  async #migrate(name: ServiceName): Promise<void> {
    const version = migrationVersion(name);
    if (version === undefined) return;
    await this.#supervisor.run(migration(this.#setting, name));
    writeJson(MIGRATED_RECORD, { ...readJson<Record<string, string>>(MIGRATED_RECORD), [name]: version });
  }

  /** Replaces a part by what is built now. A service is ready when its database is migrated, so both start together. */
  async #restart(name: string): Promise<void> {
    const service = SERVICES.find((known) => known.name === name);
    const migrating = service && this.#needsMigration(service.name) ? this.#migrate(service.name) : undefined;
    await Promise.all([migrating, this.#supervisor.restart(name, await this.#programNow(name), this.#ending)]);
  }

  /** Of parts whose program depends on what is deployed or configured now. */
  async #programNow(name: string): Promise<Program | undefined> {
    if (name === 'shell') return this.#shell();
    if (name === 'edge') return edge(this.#nginx, this.#config, this.#ports);
    return undefined;
  }

  /** Where slices are rebuilt on change, the version before answers nothing more once the new one is ready. */
  get #ending(): NodeJS.Signals {
    return this.#watched.length > 0 ? 'SIGINT' : 'SIGTERM';
  }

  /** Of services whose demo data is not loaded yet. */
  #demoDataSteps(): Step[] {
    if (this.#isEmpty) demoDataRecord.leaveOut();
    const names = SERVICES.map(({ name }) => name).filter(hasDemoData);
    return demoDataRecord.missing(names).map((name) => ({
      title: `Demo data of ${name}`,
      run: () => this.#loadDemoData(name, []),
    }));
  }

  async #loadDemoData(name: string, args: string[]): Promise<void> {
    const service = SERVICES.find((known) => known.name === name && hasDemoData(name));
    if (!service) throw new Error(`"${name}" is not a service with demo data.`);
    await this.#supervisor.run(demoData(this.#setting, service.name, args));
    demoDataRecord.loaded(name);
  }

  #startStep(program: Program): Step {
    return { title: program.name, run: () => this.#supervisor.start(program) };
  }

  async #shell({ isFirst = false } = {}): Promise<Program> {
    const { shell: release } = await readRegistry();
    if (!release) throw new Error('No shell is deployed: `npm run deploy -- shell`.');
    const { version } = release;
    const folder = await provideShell(openFrontends(), release);
    if (isFirst) removeOtherShells(version);
    return shell(this.#setting, { version, folder, reload: this.#watched.length > 0 });
  }

  #refuseFullDisk(): void {
    const { bavail, bsize } = fs.statfsSync(RUN_FOLDER);
    const free = Math.floor((bavail * bsize) / 1024 / 1024);
    const needed = demoDataRecord.isNew ? FREE_MEBIBYTES.first : FREE_MEBIBYTES.later;
    if (free >= needed) return;
    throw new Error(`The disk of ${RUN_FOLDER} is full: ${free} MB are free, and the shop needs ${needed} MB.`);
  }

  async #refuseTakenPorts(): Promise<void> {
    const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = this.#config;
    const { mongodb, rabbitmq, rabbitmqDistribution, epmd, redis, alone: _, scratch: __, ...ours } = this.#ports;
    const names = new Map(Object.entries(ours).map(([name, port]) => [port, name]));
    if (!MONGODB_URI) names.set(mongodb, 'mongodb');
    if (!RABBITMQ_URL) names.set(rabbitmq, 'rabbitmq').set(rabbitmqDistribution, 'rabbitmq').set(epmd, 'epmd');
    if (!REDIS_URL) names.set(redis, 'redis');
    const taken = await takenPorts([...names.keys()]);
    if (taken.length === 0) return;
    throw new Error(
      [
        'Ports that the shop needs are taken:',
        ...taken.map(({ port, holder }) => `  ${port} (${names.get(port)}) by ${holder}`),
        `Stop that program, or move all ports: SHOP_PORT_BASE=${this.#config.SHOP_PORT_BASE + 1000} npm start`,
      ].join('\n'),
    );
  }

  #saveState(): void {
    try {
      writeState(this.state);
    } catch (error) {
      // A full disk must not stop a running shop.
      console.error(`The shop's state could not be written: ${(error as Error).message}`);
    }
  }
}

/** In `.run` if the path is short enough for a Unix socket, else in the machine's temporary folder. */
function controlSocket(): string {
  const inside = path.join(RUN_FOLDER, 'control.sock');
  const file =
    inside.length < 100
      ? inside
      : path.join(os.tmpdir(), `shop-${crypto.createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}.sock`);
  fs.rmSync(file, { force: true });
  return file;
}
