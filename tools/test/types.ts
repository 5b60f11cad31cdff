// `npm run types [-- <project> …]`: type-checks every project, several at a time, each only if it changed.
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../../infra/config.ts';
import { check, conclude, line, type Outcome } from './outcome.ts';
import { projectsNamed, projectsOf, type Project } from '../../infra/workspace.ts';

const CONCURRENCY = 2;

/**
 * Checks each project and the folders inside it that have their own tsconfig.json; reports to `done` as it proceeds.
 */
export async function checkTypes(root: string, projects: Project[], done: (outcome: Outcome) => void): Promise<void> {
  const pending = projects.flatMap(({ folder }) => configsIn(root, folder));
  const work = async () => {
    for (let config = pending.shift(); config; config = pending.shift()) done(await checkOne(root, config));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** The project's own tsconfig.json first, even if missing: then the project fails instead of going unchecked. */
function configsIn(root: string, folder: string): string[] {
  const inside = fs.globSync('{public,src}/**/tsconfig.json', { cwd: path.join(root, folder) });
  return ['tsconfig.json', ...inside].map((file) => path.join(folder, file));
}

async function checkOne(root: string, config: string): Promise<Outcome> {
  const folder = path.dirname(config);
  const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc');
  const record = path.join(root, '.nx/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
  const { failed, all } = await execa(
    process.execPath,
    [compiler, '-p', config, '--incremental', '--tsBuildInfoFile', record, '--pretty', 'false'],
    { cwd: root, reject: false, all: true },
  );
  return check(`types ${folder}`, !failed, all);
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
