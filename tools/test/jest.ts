// `node tools/test/jest.ts <folder> [jest arguments]`: runs the tests of one project from the root, e.g. `node
// tools/test/jest.ts services/catalog stock`. Writes jest's counts where `npm test` sums them up.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { resultFile } from './nx.ts';

const [folder = '', ...rest] = process.argv.slice(2);
const config = path.join(folder, 'jest.config.mjs');
if (!fs.existsSync(config)) {
  console.error(`There is no ${config}: node tools/test/jest.ts <folder> [pattern]`);
  process.exit(1);
}
const results = resultFile(process.cwd(), folder);
fs.mkdirSync(path.dirname(results), { recursive: true });
const jest = path.join(import.meta.dirname, '../../node_modules/jest/bin/jest.js');
const child = spawn(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest],
    ...[`--config=${config}`, '--json', `--outputFile=${results}`, ...rest],
  ],
  { stdio: 'inherit' },
);
child.on('exit', (code) => process.exit(code ?? 1));
