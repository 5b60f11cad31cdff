import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, ROOT } from '../../infra/config.ts';

const SERVICE = path.join(ROOT, 'packages/service-kit/proof-service');

/** What a child is told and tells; the other end is `packages/service-kit/proof-service`. */
type Command =
  | { tell: 'change'; keys: string[] }
  | { tell: 'load'; keys: number; writers: number; pauseMs: number }
  | { tell: 'stop loading' }
  | { tell: 'fill'; events: number; keys: number }
  | { tell: 'ping'; times: number; pauseMs: number }
  | { tell: 'stop' };
type Report =
  | { told: 'ready' }
  | { told: 'changed' }
  | { told: 'loaded'; committed: number; refused: number }
  | { told: 'filled' }
  | { told: 'pinged'; ms: number[] };
type Told<T extends Report['told']> = Extract<Report, { told: T }>;

export interface ChildOptions {
  mongodbUri: string;
  rabbitmqUrl: string;
  prefix: string;
  /** More variables: `CRASH_AT`, `EVENTS_BATCH` … */
  environment?: Record<string, string>;
}

/** A process of the proof's service, which has nothing but the event bus. */
export class BusChild {
  readonly #process: ChildProcess;
  readonly #reports: Report[] = [];
  readonly #output: string[] = [];

  constructor({ mongodbUri, rabbitmqUrl, prefix, environment = {} }: ChildOptions) {
    this.#process = fork(path.join(SERVICE, 'dist/main.js'), {
      execArgv: ['--enable-source-maps', '--max-semi-space-size=16'],
      env: {
        ...machineEnvironment(),
        MONGODB_URI: mongodbUri,
        RABBITMQ_URL: rabbitmqUrl,
        EVENTS_PREFIX: prefix,
        EVENTS_OUTBOX_LEASE: '500ms',
        EVENTS_OUTBOX_SWEEP: '200ms',
        EVENTS_RETRY_DELAYS: '200ms,1s',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process.on('message', (report) => this.#reports.push(report as Report));
    for (const stream of [this.#process.stdout!, this.#process.stderr!]) {
      stream.on('data', (text: Buffer) => this.#output.push(text.toString()));
    }
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get isGone(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  tell(command: Command): void {
    if (!this.isGone) this.#process.send(command, () => {});
  }

  /** Waits for a report, or answers undefined when the process ended before it came. */
  async heard<T extends Report['told']>(told: T, withinMs = 60_000): Promise<Told<T> | undefined> {
    const end = Date.now() + withinMs;
    for (;;) {
      const index = this.#reports.findIndex((report) => report.told === told);
      if (index >= 0) return this.#reports.splice(index, 1)[0] as Told<T>;
      if (this.isGone) return undefined;
      if (Date.now() > end)
        throw new Error(`The process did not tell "${told}" within ${withinMs} ms\n${this.#output.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Waits for a report; throws when the process ended before it came. */
  async must<T extends Report['told']>(told: T, withinMs?: number): Promise<Told<T>> {
    const report = await this.heard(told, withinMs);
    if (!report) throw new Error(`The process ended before it told "${told}"\n${this.#output.join('')}`);
    return report;
  }

  /** Waits until it is gone. */
  async gone(withinMs = 60_000): Promise<void> {
    if (this.isGone) return;
    await Promise.race([
      once(this.#process, 'exit'),
      new Promise((_, reject) => {
        setTimeout(() => reject(new Error(`The process did not end within ${withinMs} ms`)), withinMs).unref();
      }),
    ]);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.gone();
  }

  async stop(): Promise<void> {
    this.tell({ tell: 'stop' });
    await this.gone();
  }
}

/** Builds the proof's service. */
export async function buildBusChild(): Promise<void> {
  await execa(
    process.execPath,
    [path.join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build', '--config', 'rspack.config.ts'],
    {
      cwd: SERVICE,
    },
  );
  if (!fs.existsSync(path.join(SERVICE, 'dist/main.js'))) throw new Error(`${SERVICE} was not built`);
}
