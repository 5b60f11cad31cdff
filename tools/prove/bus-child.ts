import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, ROOT } from '../../infra/config.ts';

const SERVICE = path.join(ROOT, 'packages/service-kit/proof-service');

/** Commands to a child and its reports; the other end is `packages/service-kit/proof-service`. */
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
type ReportOf<T extends Report['told']> = Extract<Report, { told: T }>;

export interface ChildOptions {
  mongodbUri: string;
  rabbitmqUrl: string;
  prefix: string;
  /** Additional variables: `CRASH_AT`, `EVENTS_BATCH` … */
  environment?: Record<string, string>;
}

/** A process of the proof's service, which contains only the event bus. */
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

  get hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  send(command: Command): void {
    if (!this.hasExited) this.#process.send(command, () => {});
  }

  /** Waits for a report; undefined if the process exited first. */
  async nextReport<T extends Report['told']>(told: T, withinMs = 60_000): Promise<ReportOf<T> | undefined> {
    const end = Date.now() + withinMs;
    for (;;) {
      const index = this.#reports.findIndex((report) => report.told === told);
      if (index >= 0) return this.#reports.splice(index, 1)[0] as ReportOf<T>;
      if (this.hasExited) return undefined;
      if (Date.now() > end)
        throw new Error(`The process did not report "${told}" within ${withinMs} ms\n${this.#output.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Waits for a report. @throws if the process exited first */
  async report<T extends Report['told']>(told: T, withinMs?: number): Promise<ReportOf<T>> {
    const report = await this.nextReport(told, withinMs);
    if (!report) throw new Error(`The process exited before it reported "${told}"\n${this.#output.join('')}`);
    return report;
  }

  async exited(withinMs = 60_000): Promise<void> {
    if (this.hasExited) return;
    await Promise.race([
      once(this.#process, 'exit'),
      new Promise((_, reject) => {
        setTimeout(() => reject(new Error(`The process did not exit within ${withinMs} ms`)), withinMs).unref();
      }),
    ]);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exited();
  }

  async stop(): Promise<void> {
    this.send({ tell: 'stop' });
    await this.exited();
  }
}

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
