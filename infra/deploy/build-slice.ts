import { spawn } from 'node:child_process';
import path from 'node:path';
import { machineEnvironment, ROOT } from '../config.ts';
import { REMOTES } from '../run/parts.ts';

const FRONTENDS = ['shell', ...REMOTES.map(({ folder }) => folder)];

/** The frontend named on the command line; prints what there is and exits when it is none. */
export function requireFrontend(name: string | undefined, command: string): string {
  if (name && FRONTENDS.includes(name)) return name;
  console.error(`Say which frontend: npm run ${command} -- <${FRONTENDS.join('|')}>`);
  process.exit(1);
}

/** Builds one slice by nx, so that what did not change comes from its cache. Throws with the build's output. */
export async function buildSlice(slice: string): Promise<void> {
  const nx = path.join(ROOT, 'node_modules/.bin/nx');
  await new Promise<void>((resolve, reject) => {
    const child = spawn(nx, ['run', `@shop/${slice}:build`], {
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
