import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openLog } from './files.ts';

/** Identifies a process even if its pid is reused: by its start (Linux: boot id and clock ticks; elsewhere: `ps`). */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** A program that the runner starts. */
export interface Program {
  name: string;
  /** Of what is deployed. */
  version?: string;
  command: string;
  args: string[];
  cwd: string;
  /** The port that it listens on. */
  port?: number;
  /** Its address, if it listens. */
  url?: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  /** The file to which stdout and stderr are appended. */
  log: string;
  /** Resolves to why the program is not ready yet, as one line, or undefined. `pid`: of the process that is asked about. */
  ready(pid?: number): Promise<string | undefined>;
  /** It shares its port with its successor, which `successor` turns it into; otherwise it is stopped before it is started again. */
  successor?: { env: Record<string, string> };
  /** A running program takes up its new configuration on this signal, instead of being restarted. */
  reloadSignal?: NodeJS.Signals;
  /** Names of programs that have to be ready before this one is started. */
  after?: string[];
  /** For a graceful stop; default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** Default 60 s. */
  readyWithinMs?: number;
  /** When it has ended by itself after it was told to stop; what is left then is killed. Default `STOPPED_WITHIN_MS`. */
  stoppedWithinMs?: number;
}

/** Of a program that does not say: databases and brokers write what they hold in memory. */
export const STOPPED_WITHIN_MS = 15_000;

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

/** Undefined when there is no live process with that pid; one that has ended and waits for its parent does not count. */
export function identify(pid: number): ProcessIdentity | undefined {
  const stat = linuxStat(pid);
  if (stat) return stat.hasEnded ? undefined : { pid, started: `${bootId()}/${stat.startTicks}` };
  if (process.platform === 'linux') return undefined;
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether exactly this process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only the runner, which stops programs in order. Its
 * output goes to a file directly, so that it survives the runner.
 */
export function launch(program: Program) {
  if (fs.existsSync(program.log) && fs.statSync(program.log).size > LOG_LIMIT_BYTES) {
    fs.renameSync(program.log, `${program.log}.1`);
  }
  const log = openLog(program.log);
  try {
    return spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    fs.closeSync(log);
  }
}

/**
 * Waits until a launched program is ready.
 *
 * @throws Error with the end of its log when it exits or is not ready in time; the reason of `signal` when that aborts
 */
export async function untilReady(program: Program, alive: () => boolean, signal?: AbortSignal): Promise<void> {
  const withinMs = program.readyWithinMs ?? 60_000;
  const end = Date.now() + withinMs;
  let pauseMs = 40;
  for (;;) {
    signal?.throwIfAborted();
    if (!alive()) throw new Error(`${program.name} stopped while it was starting.\n${tail(program.log)}`);
    const why = await program.ready().catch((error: unknown) => (error as Error).message);
    if (why === undefined) return;
    if (Date.now() > end) {
      throw new Error(`${program.name} was not ready after ${withinMs / 1000} s: ${why}\n${tail(program.log)}`);
    }
    await wait(pauseMs);
    pauseMs = Math.min(250, pauseMs * 1.3);
  }
}

/**
 * Stops a process and its group, and kills what is left after `graceMs`. A process that reuses the pid is not affected.
 */
export async function end(
  identity: ProcessIdentity,
  { signal = 'SIGTERM' as NodeJS.Signals, graceMs = 10_000 } = {},
): Promise<void> {
  const until = Date.now() + graceMs;
  if (isAlive(identity)) {
    send(identity.pid, signal);
    while (isAlive(identity) && Date.now() < until) await wait(25);
  }
  // The rest of the group: a leader that did not stop, or the workers of a killed leader.
  const leader = identify(identity.pid);
  if (leader && leader.started !== identity.started) return;
  const killedBy = Date.now() + 5000;
  while (groupLives(identity.pid) && Date.now() < killedBy) {
    send(-identity.pid, 'SIGKILL');
    await wait(25);
  }
}

/** The last lines of a log, indented, to show beside an error. */
export function tail(file: string, lines = 15): string {
  if (!fs.existsSync(file)) return '';
  const size = fs.statSync(file).size;
  const length = Math.min(size, 16 * 1024);
  const buffer = Buffer.alloc(length);
  const handle = fs.openSync(file, 'r');
  fs.readSync(handle, buffer, 0, length, size - length);
  fs.closeSync(handle);
  const last = buffer
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(-lines)
    // A stack trace of a minified bundle quotes its line, which can be the whole bundle.
    .map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  return [`Its log (${path.relative(process.cwd(), file)}) ends with:`, ...last.map((line) => `  ${line}`)].join('\n');
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process group has a member that has not ended; init may reap orphans late. */
function groupLives(group: number): boolean {
  if (process.platform !== 'linux') return send(-group, 0);
  if (!send(-group, 0)) return false;
  return fs.readdirSync('/proc').some((entry) => {
    const stat = /^\d+$/.test(entry) ? linuxStat(Number(entry)) : undefined;
    return stat?.group === group && !stat.hasEnded;
  });
}

function linuxStat(pid: number): { hasEnded: boolean; group: number; startTicks: string } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name in parentheses, may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie with more threads than its first one still has its files and ports.
    const hasEnded = fields[0] === 'Z' && Number(fields[17]) <= 1;
    return { hasEnded, group: Number(fields[2]), startTicks: fields[19]! };
  } catch {
    return undefined;
  }
}

let boot: string | undefined;
function bootId(): string {
  boot ??= fs.existsSync('/proc/sys/kernel/random/boot_id')
    ? fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    : '';
  return boot;
}
