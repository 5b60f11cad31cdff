import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { machineEnvironment, ROOT } from '../../infra/config.ts';

/** All files of the project, as they are now, with its installed packages. Remove it afterwards. */
export async function copyOfProject(): Promise<string> {
  const copy = newFolder();
  const { stdout } = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of stdout.split('\n')) {
    // A deleted file is listed until the deletion is committed.
    if (fs.existsSync(path.join(ROOT, file))) fs.cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  linkAllPackages(copy);
  return copy;
}

/** The commit that `infra/last-release` names. */
export const lastRelease = (): string => fs.readFileSync(path.join(ROOT, 'infra/last-release'), 'utf8').trim();

/** All files of the project as of a commit, with the packages of that time. Remove it afterwards. */
export async function projectAt(commit: string): Promise<string> {
  const copy = newFolder();
  const archive = path.join(copy, 'project.tar');
  await execa('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await execa('tar', ['-xf', archive], { cwd: copy });
  fs.rmSync(archive);
  const lockOf = (folder: string) => fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(copy) === lockOf(ROOT)) linkAllPackages(copy);
  else {
    const env = { ...machineEnvironment(), HUSKY: '0', SCARF_ANALYTICS: 'false' };
    await execa('npm', ['ci', '--no-audit', '--no-fund'], { cwd: copy, extendEnv: false, env });
  }
  return copy;
}

const newFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'shop-copy-'));

function linkAllPackages(copy: string): void {
  linkPackages(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  // Packages that npm installed beside one slice.
  for (const nested of fs.globSync(['{gateway,shell}/node_modules', '{services,packages,tools}/*/node_modules'], {
    cwd: ROOT,
  })) {
    fs.symlinkSync(path.join(ROOT, nested), path.join(copy, nested));
  }
  fs.symlinkSync(path.join(ROOT, '.cache'), path.join(copy, '.cache'));
}

/** Links the installed packages; those of the project are linked relatively, so that they are the copy's. */
function linkPackages(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    if (name === '@shop')
      fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
    else fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
}
