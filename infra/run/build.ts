import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CACHE_FOLDER, machineEnvironment, ROOT } from '../config.ts';
import { readJson, writeJson } from './files.ts';
import { LOG_FOLDER } from './programs.ts';
import type { Program } from './process.ts';

/** The last build's sources and outputs. */
interface BuildRecord {
  sources: string;
  dists: string[];
}

const RECORD = path.join(CACHE_FOLDER, 'build.json');
const WATCHED = path.join(CACHE_FOLDER, 'watched.json');
const LOG = path.join(LOG_FOLDER, 'build.log');
/** Not read by builds: what nx excludes from its `production` inputs. */
const IGNORED = /^(node_modules|dist|coverage|test|e2e|\..*|.*\.md|.*\.spec\.tsx?)$/;

/**
 * Builds what changed, by nx and its cache; takes milliseconds when nothing changed. `run` runs the build and rejects when
 * it fails.
 */
export async function buildWhatChanged(run: (program: Program) => Promise<void>): Promise<'built' | 'unchanged'> {
  discardWatchedBuilds();
  const sources = fingerprint();
  const record = readJson<BuildRecord>(RECORD);
  if (record?.sources === sources && record.dists.every((dist) => fs.existsSync(path.join(ROOT, dist)))) {
    return 'unchanged';
  }
  fs.rmSync(LOG, { force: true });
  try {
    await run(buildProgram());
  } catch (error) {
    const output = fs.existsSync(LOG) ? failedTasks(fs.readFileSync(LOG, 'utf8')) : '';
    throw output ? new Error(`The build failed.\n${output}`, { cause: error }) : error;
  }
  const dists = workspaces()
    .map((folder) => path.join(folder, 'dist'))
    .filter((dist) => fs.existsSync(path.join(ROOT, dist)));
  // The fingerprint taken before the build: files changed during the build are built next time.
  writeJson(RECORD, { sources, dists } satisfies BuildRecord);
  return 'built';
}

function buildProgram(): Program {
  return {
    name: 'build',
    command: process.execPath,
    args: [path.join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '--output-style=static'],
    cwd: ROOT,
    env: {
      ...machineEnvironment(),
      // Nx's child processes have to run on the pinned Node as well.
      PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${machineEnvironment().PATH}`,
      NX_DAEMON: 'false',
      NX_NO_CLOUD: 'true',
      NX_ISOLATE_PLUGINS: 'false',
      NX_TUI: 'false',
      FORCE_COLOR: '0',
    },
    log: LOG,
    ready: async () => undefined,
  };
}

/** The output of the failed tasks in nx's output; empty when no task failed. */
export function failedTasks(output: string): string {
  const failed = [...(output.split('Failed tasks:')[1] ?? '').matchAll(/^\s*- (\S+)$/gm)].map(([, task]) => task);
  return output
    .split(/^(?=> nx run | NX {3})/m)
    .filter((section) => failed.some((task) => section.startsWith(`> nx run ${task}`)))
    .map((section) => section.trim())
    .join('\n\n');
}

/**
 * Records that watching builds write the `dist` of these folders. They are development builds, which nx does not detect:
 * the next build discards them.
 */
export function recordWatchedBuilds(folders: string[]): void {
  writeJson(WATCHED, folders);
}

function discardWatchedBuilds(): void {
  const folders = readJson<string[]>(WATCHED) ?? [];
  for (const folder of folders) fs.rmSync(path.join(ROOT, folder, 'dist'), { recursive: true, force: true });
  fs.rmSync(WATCHED, { force: true });
  if (folders.length > 0) fs.rmSync(RECORD, { force: true });
}

/** A hash over path, size and mtime of every file below `root` that a build may read. */
export function fingerprint(root = ROOT): string {
  const hash = crypto.createHash('sha256');
  for (const file of ['package-lock.json', 'nx.json', 'tsconfig.base.json', ...workspaces(root)]) add(file);
  return hash.digest('hex');

  function add(relative: string): void {
    // An editor may be replacing it.
    const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      hash.update(`${relative} ${stat.size} ${stat.mtimeMs}\n`);
      return;
    }
    const entries = fs.readdirSync(path.join(root, relative)).sort();
    for (const entry of entries) if (!IGNORED.test(entry)) add(path.join(relative, entry));
  }
}

/** Folders of the workspaces in package.json. */
function workspaces(root = ROOT): string[] {
  const { workspaces: patterns } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return fs
    .globSync(patterns, { cwd: root })
    .filter((folder) => !IGNORED.test(folder) && fs.existsSync(path.join(root, folder, 'package.json')))
    .sort();
}
