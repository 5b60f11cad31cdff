import { spawn } from 'node:child_process';
import path from 'node:path';
import { machineEnvironment, ROOT } from '../config.ts';
import { REMOTES } from '../run/programs.ts';

const FRONTENDS = ['shell', ...REMOTES.map(({ folder }) => folder)];

/** The frontends named on the command line; prints the choices and exits with 1 when a name is missing or unknown. */
export function requireFrontends(names: readonly string[], command: string): string[] {
  if (names.length > 0 && names.every((name) => FRONTENDS.includes(name))) return [...names];
  console.error(`Which frontend? npm run ${command} -- <${FRONTENDS.join('|')}>`);
  process.exit(1);
}

/** Builds slices by nx and its cache. @throws Error with the build's output */
export async function buildSlices(slices: readonly string[]): Promise<void> {
  const nx = path.join(ROOT, 'node_modules/.bin/nx');
  const projects = slices.map((slice) => `@shop/${slice}`).join(',');
  await new Promise<void>((resolve, reject) => {
    const child = spawn(nx, ['run-many', '-t', 'build', '-p', projects], {
      cwd: ROOT,
      env: {
        ...machineEnvironment(),
        PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${machineEnvironment().PATH}`,
        NX_DAEMON: 'false',
        NX_NO_CLOUD: 'true',
        NX_TUI: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The build failed:\n${output}`))));
  });
}
