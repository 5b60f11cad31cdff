// `npm run types [-- <project> …]`: type-checks every project, only what changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../../infra/config.ts';
import { check, conclude, line, type Outcome } from './outcome.ts';
import { projectsNamed, projectsOf, type Project } from '../../infra/workspace.ts';

const CONCURRENCY = 2;

/** What one compiler run checks: the files of all configurations with the same compiler options. */
interface Program {
  compilerOptions: object;
  files: string[];
  /** Folders of the configurations, relative to the root. */
  folders: string[];
}

interface Shown {
  compilerOptions: object;
  files?: string[];
}

/**
 * Checks each project and the folders inside it that have their own tsconfig.json; reports to `done` as it proceeds. Projects
 * with the same compiler options are one program, because most of a program is what its files import.
 */
export async function checkTypes(root: string, projects: Project[], done: (outcome: Outcome) => void): Promise<void> {
  const programs = new Map<string, Program>();
  await each(
    projects.flatMap(({ folder }) => configsIn(root, folder)),
    async (config) => {
      const folder = path.dirname(config);
      const { failed, all, stdout } = await compile(root, '--showConfig', '-p', config);
      if (failed) return done(check(`types ${folder}`, false, all));
      const { compilerOptions, files = [] } = JSON.parse(stdout) as Shown;
      const options = JSON.stringify(compilerOptions);
      // Relative paths mean something else in each folder.
      const key = /"\.{1,2}\//.test(options) ? config : options;
      const program = programs.get(key) ?? { compilerOptions, files: [], folders: [] };
      programs.set(key, program);
      program.folders.push(folder);
      program.files.push(...files.map((file) => path.join(root, folder, file)));
    },
  );
  const largestFirst = [...programs.values()].sort((one, other) => other.files.length - one.files.length);
  await each(largestFirst, async (program) => (await checkProgram(root, program)).forEach(done));
}

/** The project's own tsconfig.json first, even if missing: then the project fails instead of going unchecked. */
function configsIn(root: string, folder: string): string[] {
  const inside = fs.globSync('{public,src}/**/tsconfig.json', { cwd: path.join(root, folder) });
  return ['tsconfig.json', ...inside].map((file) => path.join(folder, file));
}

async function checkProgram(root: string, { compilerOptions, files, folders }: Program): Promise<Outcome[]> {
  // By its folders, so that a run for one project keeps the record of all projects.
  const name = createHash('sha256').update(folders.sort().join()).digest('hex').slice(0, 12);
  const config = path.join(root, '.nx/types', `${name}.json`);
  fs.mkdirSync(path.dirname(config), { recursive: true });
  fs.writeFileSync(config, JSON.stringify({ compilerOptions, files: files.sort() }));
  const record = ['--incremental', '--tsBuildInfoFile', config.replace('.json', '.tsbuildinfo')];
  const { failed, all } = await compile(root, '-p', config, ...record, '--pretty', 'false');
  const outputs = new Map(folders.map((folder) => [folder, '']));
  if (failed) {
    // Continuation lines are indented.
    for (const error of all.split(/\n(?! )/)) {
      const place = folders
        .filter((folder) => error.startsWith(`${folder}/`))
        .sort(byLength)
        .at(-1);
      // What lies outside is imported by any of them.
      for (const folder of place ? [place] : folders) outputs.set(folder, `${outputs.get(folder)}${error}\n`);
    }
  }
  return Array.from(outputs, ([folder, output]) => check(`types ${folder}`, output === '', output));
}

const byLength = (one: string, other: string) => one.length - other.length;

async function each<T>(values: T[], work: (value: T) => Promise<unknown>): Promise<void> {
  const pending = [...values];
  const worker = async () => {
    for (let value = pending.shift(); value !== undefined; value = pending.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function compile(root: string, ...args: string[]) {
  const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc');
  return execa(process.execPath, [compiler, ...args], { cwd: root, reject: false, all: true });
}

if (import.meta.main) {
  const outcomes: Outcome[] = [];
  await checkTypes(ROOT, projectsNamed(projectsOf(ROOT), process.argv.slice(2)), (outcome) => {
    outcomes.push(outcome);
    console.log(line(outcome));
  });
  const { text, exitCode } = conclude(outcomes);
  console.log(`\n${text}`);
  process.exitCode = exitCode;
}
