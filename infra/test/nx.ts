import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { machineEnvironment, ROOT } from '../config.ts';
import { check, type Outcome } from './outcome.ts';
import { short, type Project } from './workspace.ts';

/** Where jest writes its counts (`nx.json` says so, and keeps the file together with the cached result). */
const RESULTS = '.nx/results';
const NX = path.join(ROOT, 'node_modules/nx/dist/bin/nx.js');
const HEADER = /^> nx run (\S+)(?: +\[(.*)\])?$/;

/** Surroundings in which nx asks no network, starts no daemon and finds the pinned Node. */
export const nxEnvironment = (): Record<string, string> => ({
  ...machineEnvironment(),
  PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${machineEnvironment().PATH}`,
  CI: 'true',
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_ISOLATE_PLUGINS: 'false',
  NX_TUI: 'false',
  FORCE_COLOR: '0',
});

/**
 * Runs `targets` of the projects that have them, what did not change from nx's cache, and tells `done` each outcome as it
 * comes. A target that writes jest's counts counts as its tests, another as one check.
 */
export async function runTargets(
  root: string,
  targets: string[],
  projects: Project[],
  done: (outcome: Outcome) => void,
): Promise<void> {
  const only = ['-t', ...targets, '-p', ...projects.map(({ name }) => name)];
  const tasks = await tasksOf(root, only);
  if (tasks.length === 0) return;
  for (const task of tasks) fs.rmSync(resultFile(root, task), { force: true });

  const began = Date.now();
  const nx = execa(process.execPath, [NX, 'run-many', ...only, '--output-style=static', '--nx-bail=false'], {
    cwd: root,
    extendEnv: false,
    env: nxEnvironment(),
    stdin: 'ignore',
    reject: false,
    all: true,
    buffer: false,
    lines: false,
  });
  const told = new Set<string>();
  let current: { task: string; cached: boolean; output: string[] } | undefined;
  let last = began;
  const finish = () => {
    if (!current) return;
    const seconds = current.cached ? 0 : (Date.now() - last) / 1000;
    last = Date.now();
    told.add(current.task);
    done(outcomeOf(root, { ...current, output: current.output.join('\n'), seconds }, projects));
    current = undefined;
  };
  const rest: string[] = [];
  // nx prints a task as a block once it has ended: its header, then all that it wrote.
  for await (const raw of createInterface({ input: nx.all, crlfDelay: Infinity })) {
    const header = HEADER.exec(stripVTControlCharacters(raw).trimEnd());
    if (header && tasks.includes(header[1]!)) {
      finish();
      current = { task: header[1]!, cached: /cache/.test(header[2] ?? ''), output: [] };
    } else {
      (current?.output ?? rest).push(raw);
    }
  }
}
