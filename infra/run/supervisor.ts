import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { takenPorts } from './port-holder.ts';
import { end, identify, isAlive, launch, tail, untilReady, type ProcessIdentity, type Program } from './process.ts';
import { inStopOrder, type PartState } from './state.ts';

/** How long a part that stopped by itself waits before it is started again, in ms; the last one for ever after. */
const BACK_OFF = [200, 1000, 2000, 5000, 10_000, 30_000];
/** Having run this long, a part is forgiven its earlier stops. */
const STEADY_AFTER_MS = 60_000;
const STOP_GRACE_MS = 15_000;

interface Part {
  program: Program;
  process?: ProcessIdentity | undefined;
  startedAt: number;
  restarts: number;
  /** Stops in a row, each soon after the start before it. */
  quickStops: number;
  lastExit?: string | undefined;
  /** From when it was ready: an exit now is a crash. Before that it fails the start, and after a halt it is meant. */
  watched: boolean;
  /** Counts halts, so that a start that was under way knows that it is no longer wanted. */
  halts: number;
  again?: NodeJS.Timeout | undefined;
  ready?: Promise<void>;
}

/**
 * Starts programs in the order of their dependencies, starts again what stops by itself, and ends all of them in the
 * reverse order. Tells `onChange` whenever a process came or went.
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

  /** Aborts as soon as everything is being stopped. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get states(): PartState[] {
    return [...this.#parts.values()].map((part) => ({
      name: part.program.name,
      url: part.program.url,
      process: part.process,
      log: part.program.log,
      after: part.program.after ?? [],
      restarts: part.restarts,
      lastExit: part.lastExit,
    }));
  }

  /**
   * Starts a program as soon as those it comes after are ready, and resolves once it is ready itself. Rejects when it
   * ends or does not become ready; from then on it is kept running.
   */
  start(program: Program): Promise<void> {
    const part: Part = { program, startedAt: 0, restarts: 0, quickStops: 0, watched: false, halts: 0 };
    this.#parts.set(program.name, part);
    part.ready = this.#startInTurn(part);
    return part.ready;
  }

  /** Ends a part and starts it anew, with another program if one is given. Resolves once it is ready. */
  async restart(name: string, program?: Program): Promise<void> {
    const part = this.#part(name);
    await this.#halt(part);
    if (program) part.program = program;
    part.quickStops = 0;
    part.ready = this.#launch(part);
    await part.ready;
  }

  /**
   * Starts `next` beside the running part of that name, and when it is ready lets `switchOver` point users to it before
   * the old one is ended. When `next` does not become ready, the old one goes on and this rejects.
   */
  async roll(name: string, next: Program, switchOver: () => void): Promise<void> {
    const old = this.#part(name);
    const part: Part = { program: next, startedAt: 0, restarts: old.restarts, quickStops: 0, watched: false, halts: 0 };
    const beside = `${name} (next)`;
    this.#parts.set(beside, part);
    try {
      await this.#launch(part);
      switchOver();
    } catch (error) {
      this.#parts.delete(beside);
      await this.#halt(part);
      this.#changed();
      throw error;
    }
    this.#parts.delete(beside);
    this.#parts.set(name, part);
    this.#changed();
    await this.#halt(old);
  }

  /** Runs a program to its end. Rejects with the end of its log when it fails. */
  async run(program: Program): Promise<void> {
    this.signal.throwIfAborted();
    const part: Part = { program, startedAt: 0, restarts: 0, quickStops: 0, watched: false, halts: 0 };
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

  /** Ends everything, dependents first. With `graceMs` 0 nobody is asked. */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#stopping.abort(new DOMException('The shop is being stopped.', 'AbortError'));
    const parts = [...this.#parts.values()].map((part) => ({
      part,
      name: part.program.name,
      after: part.program.after ?? [],
    }));
    await inStopOrder(parts, ({ part }) => this.#halt(part, graceMs));
  }

  #part(name: string): Part {
    const part = this.#parts.get(name);
    if (!part) throw new Error(`There is no part "${name}"; there are: ${[...this.#parts.keys()].join(', ')}.`);
    return part;
  }

  async #startInTurn(part: Part): Promise<void> {
    for (const name of part.program.after ?? []) await this.#parts.get(name)?.ready;
    await this.#launch(part);
  }

  async #launch(part: Part): Promise<void> {
    this.signal.throwIfAborted();
    const { halts } = part;
    await refuseTakenPort(part.program);
    const child = await this.#spawn(part);
    child.once('exit', (code, signal) => {
      if (part.halts !== halts) return;
      part.lastExit = `${signal ? `ended by ${signal}` : `exit code ${code}`} at ${new Date().toISOString()}`;
      if (part.watched) this.#startAgain(part);
    });
    await untilReady(part.program, () => child.exitCode === null && child.signalCode === null, this.signal);
    part.watched = part.halts === halts;
    this.#changed();
  }

  async #spawn(part: Part): Promise<ChildProcess> {
    const child = launch(part.program);
    await once(child, 'spawn');
    part.startedAt = Date.now();
    // Without /proc/<pid> it has already ended; its exit event says how.
    part.process = identify(child.pid!);
    this.#changed();
    return child;
  }

  /** A part stopped by itself: ends what it left, waits the longer the more often it happened, and starts it. */
  #startAgain(part: Part): void {
    const { halts } = part;
    const unwanted = () => this.signal.aborted || part.halts !== halts;
    if (unwanted()) return;
    part.watched = false;
    part.quickStops = Date.now() - part.startedAt > STEADY_AFTER_MS ? 1 : part.quickStops + 1;
    const pauseMs = BACK_OFF[Math.min(part.quickStops, BACK_OFF.length) - 1]!;
    this.#onCrash(`${part.program.name} stopped (${part.lastExit}); starting it again in ${pauseMs / 1000} s`);
    this.#changed();
    part.again = setTimeout(async () => {
      try {
        if (part.process) await end(part.process);
        part.restarts++;
        await this.#launch(part);
        this.#onCrash(`${part.program.name} runs again`);
      } catch (error) {
        if (unwanted()) return;
        part.lastExit = (error as Error).message.split('\n')[0];
        if (part.process && isAlive(part.process)) await end(part.process);
        this.#startAgain(part);
      }
    }, pauseMs);
  }

  async #halt(part: Part, graceMs = STOP_GRACE_MS): Promise<void> {
    part.watched = false;
    part.halts++;
    clearTimeout(part.again);
    if (part.process) {
      await end(part.process, { graceMs, ...(part.program.stopSignal && { signal: part.program.stopSignal }) });
    }
    part.process = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#onChange(this.states);
  }
}

/** Another program on the port would answer in the part's place and make it look ready. */
async function refuseTakenPort({ name, port }: Program): Promise<void> {
  const [taken] = port ? await takenPorts([port]) : [];
  if (taken) throw new Error(`${name} cannot start: port ${port} is taken by ${taken.holder}`);
}
