import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { takenPorts } from './port-holder.ts';
import {
  end,
  identify,
  isAlive,
  launch,
  STOPPED_WITHIN_MS,
  tail,
  untilReady,
  type ProcessIdentity,
  type Program,
} from './process.ts';
import { inStopOrder, type PartState } from './state.ts';

/** Delays before the restarts of a crashed program, ms; the last one repeats. */
const RESTART_DELAYS_MS = [200, 1000, 2000, 5000, 10_000, 30_000];
/** After running this long, the back-off is reset. */
const STABLE_AFTER_MS = 60_000;

interface Part {
  program: Program;
  process?: ProcessIdentity | undefined;
  startedAt: number;
  restarts: number;
  /** Consecutive crashes, each before `STABLE_AFTER_MS`. */
  quickCrashes: number;
  lastExit?: string | undefined;
  /** Set once it is ready: from then on an exit is a crash. */
  isSupervised: boolean;
  /** Counts halts, so that a start in progress detects that it was cancelled. */
  halts: number;
  restartTimer?: NodeJS.Timeout | undefined;
  ready?: Promise<void>;
}

/**
 * Starts programs in the order of their dependencies, restarts those that crash, and stops them in reverse order. Calls
 * `onChange` whenever a process starts or ends.
 */
export class Supervisor {
  readonly #parts = new Map<string, Part>();
  readonly #stopping = new AbortController();
  readonly #onChange: (parts: PartState[]) => void;
  readonly #onCrash: (message: string) => void;

  constructor(onChange: (parts: PartState[]) => void, onCrash: (message: string) => void = () => {}) {
    this.#onChange = onChange;
    this.#onCrash = onCrash;
  }

  /** Aborts when `stop` is called. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get states(): PartState[] {
    return [...this.#parts.values()].map((part) => ({
      name: part.program.name,
      version: part.program.version,
      url: part.program.url,
      process: part.process,
      log: part.program.log,
      after: part.program.after ?? [],
      restarts: part.restarts,
      lastExit: part.lastExit,
    }));
  }

  /**
   * Starts a program once its dependencies are ready and resolves when it is ready; from then on it is supervised.
   *
   * @throws Error when it ends or does not become ready
   */
  start(program: Program): Promise<void> {
    const part: Part = { program, startedAt: 0, restarts: 0, quickCrashes: 0, isSupervised: false, halts: 0 };
    this.#parts.set(program.name, part);
    part.ready = this.#startAfterDependencies(part);
    return part.ready;
  }

  /**
   * Restarts a part, with another program if given. Resolves once it is ready. A program with a successor goes on until that is
   * ready; then it is told to stop by `signal`.
   *
   * @throws Error when it does not become ready; a program with a successor continues
   */
  async restart(name: string, program?: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const part = this.#part(name);
    const next = program ?? part.program;
    if (part.process && isAlive(part.process)) {
      if (next.successor) return this.#succeed(part, next, signal);
      if (next.reloadSignal) return this.#reload(part, next, next.reloadSignal);
    }
    await this.#halt(part);
    if (program) part.program = program;
    part.quickCrashes = 0;
    part.ready = this.#launch(part);
    await part.ready;
  }

  /** Starts `next` beside the old one, on the same port, and stops that when `next` is ready. */
  async #succeed(old: Part, next: Program, signal: NodeJS.Signals): Promise<void> {
    const { name } = next;
    const part: Part = {
      program: { ...next, env: { ...next.env, ...next.successor!.env } },
      startedAt: 0,
      restarts: old.restarts,
      quickCrashes: 0,
      isSupervised: false,
      halts: 0,
    };
    const beside = `${name} (next)`;
    this.#parts.set(beside, part);
    try {
      await this.#launch(part, { sharesPort: true });
    } catch (error) {
      this.#parts.delete(beside);
      await this.#halt(part);
      throw error;
    }
    part.program = next;
    this.#parts.delete(beside);
    this.#parts.set(name, part);
    this.#changed();
    await this.#halt(old, { signal });
  }

  async #reload(part: Part, next: Program, signal: NodeJS.Signals): Promise<void> {
    part.program = next;
    process.kill(part.process!.pid, signal);
    await untilReady(next, () => isAlive(part.process!), this.signal);
  }

  /** Runs a program to its end. @throws Error with the end of its log when it fails */
  async run(program: Program): Promise<void> {
    this.signal.throwIfAborted();
    const part: Part = { program, startedAt: 0, restarts: 0, quickCrashes: 0, isSupervised: false, halts: 0 };
    this.#parts.set(program.name, part);
    try {
      const child = await this.#spawn(part);
      const code = child.exitCode ?? child.signalCode ?? (await once(child, 'exit')).find((value) => value !== null);
      this.signal.throwIfAborted();
      if (code !== 0) throw new Error(`${program.name} failed (${code}).\n${tail(program.log, 30)}`);
    } finally {
      this.#parts.delete(program.name);
      this.#changed();
    }
  }

  /** Stops everything, dependents first, each within its own time or `graceMs`; 0 kills at once. */
  async stop(graceMs?: number): Promise<void> {
    this.#stopping.abort(new DOMException('The shop is being stopped.', 'AbortError'));
    const parts = [...this.#parts.values()].map((part) => ({
      part,
      name: part.program.name,
      after: part.program.after ?? [],
    }));
    await inStopOrder(parts, ({ part }) => this.#halt(part, graceMs === undefined ? {} : { graceMs }));
  }

  #part(name: string): Part {
    const part = this.#parts.get(name);
    if (!part) throw new Error(`There is no part "${name}"; there are: ${[...this.#parts.keys()].join(', ')}.`);
    return part;
  }

  async #startAfterDependencies(part: Part): Promise<void> {
    for (const name of part.program.after ?? []) await this.#parts.get(name)?.ready;
    await this.#launch(part);
  }

  async #launch(part: Part, { sharesPort = false } = {}): Promise<void> {
    this.signal.throwIfAborted();
    const { halts } = part;
    if (!sharesPort) await refuseTakenPort(part.program);
    // It may have been stopped since.
    this.signal.throwIfAborted();
    const child = await this.#spawn(part);
    child.once('exit', (code, signal) => {
      if (part.halts !== halts) return;
      part.lastExit = `${signal ? `ended by ${signal}` : `exit code ${code}`} at ${new Date().toISOString()}`;
      if (part.isSupervised) this.#restartCrashed(part);
    });
    const alive = () => child.exitCode === null && child.signalCode === null;
    await untilReady({ ...part.program, ready: () => part.program.ready(child.pid) }, alive, this.signal);
    part.isSupervised = part.halts === halts;
    this.#changed();
  }

  async #spawn(part: Part): Promise<ChildProcess> {
    const child = launch(part.program);
    // At once, so that a stop in this moment ends it too. Undefined if it was not started or has ended; its event follows.
    part.process = child.pid === undefined ? undefined : identify(child.pid);
    part.startedAt = Date.now();
    await once(child, 'spawn');
    this.#changed();
    return child;
  }

  /** Restarts a crashed part with back-off, after ending the rest of its process group. */
  #restartCrashed(part: Part): void {
    const { halts } = part;
    const isCancelled = () => this.signal.aborted || part.halts !== halts;
    if (isCancelled()) return;
    part.isSupervised = false;
    part.quickCrashes = Date.now() - part.startedAt > STABLE_AFTER_MS ? 1 : part.quickCrashes + 1;
    const pauseMs = RESTART_DELAYS_MS[Math.min(part.quickCrashes, RESTART_DELAYS_MS.length) - 1]!;
    this.#onCrash(`${part.program.name} stopped (${part.lastExit}); starting it again in ${pauseMs / 1000} s`);
    this.#changed();
    part.restartTimer = setTimeout(async () => {
      try {
        if (part.process) await end(part.process);
        part.restarts++;
        await this.#launch(part);
        this.#onCrash(`${part.program.name} runs again`);
      } catch (error) {
        if (isCancelled()) return;
        part.lastExit = (error as Error).message.split('\n')[0];
        if (part.process && isAlive(part.process)) await end(part.process);
        this.#restartCrashed(part);
      }
    }, pauseMs);
  }

  async #halt(
    part: Part,
    { graceMs, signal = part.program.stopSignal ?? 'SIGTERM' }: { graceMs?: number; signal?: NodeJS.Signals } = {},
  ): Promise<void> {
    const withinMs = graceMs ?? part.program.stoppedWithinMs ?? STOPPED_WITHIN_MS;
    part.isSupervised = false;
    part.halts++;
    clearTimeout(part.restartTimer);
    if (part.process) await end(part.process, { graceMs: withinMs, signal });
    part.process = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#onChange(this.states);
  }
}

/** Another program on the port would answer the readiness check. */
async function refuseTakenPort({ name, port }: Program): Promise<void> {
  const [taken] = port ? await takenPorts([port]) : [];
  if (taken) throw new Error(`${name} cannot start: port ${port} is taken by ${taken.holder}`);
}
