// Runs before every command, on whatever Node the machine has (20.19 or later), with no dependency: installs the
// dependencies when they are missing or the lockfile changed, and makes sure that what follows runs on the pinned Node.
import { execFileSync, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const PINNED_MAJOR = 24;
const stamp = path.join(root, 'node_modules/.installed');
const atRoot = (file) => path.join(root, file);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `Node ${process.versions.node} is too old: install Node 20.19 or later (the shop then brings its own Node ${PINNED_MAJOR}).`,
  );
}

const wanted = crypto
  .createHash('sha256')
  .update(fs.readFileSync(atRoot('package-lock.json')))
  .digest('hex');
if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== wanted) {
  const began = Date.now();
  console.log('Installing dependencies (npm ci) …');
  // npm started this script, so its own path is known; a bare `npm` may be another one.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const done = spawnSync(
    npm[0],
    [...npm.slice(1), 'ci', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SCARF_ANALYTICS: 'false' },
    },
  );
  if (done.status !== 0)
    fail('npm ci failed: see above. Without a network the dependencies cannot be installed; nothing was started.');
  fs.writeFileSync(stamp, wanted);
  console.log(`Dependencies installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

const node = atRoot('node_modules/.bin/node');
let version = '';
try {
  version = execFileSync(fs.existsSync(node) ? node : 'node', ['-p', 'process.versions.node'], {
    encoding: 'utf8',
  }).trim();
} catch {
  // Falls through to the message below.
}
const [haveMajor = 0, haveMinor = 0] = version.split('.').map(Number);
if (haveMajor < PINNED_MAJOR || (haveMajor === PINNED_MAJOR && haveMinor < 9)) {
  fail(
    `The shop runs on Node ${PINNED_MAJOR} (24.9 or later); the package that brings it has no build for ${process.platform}-${process.arch}. ` +
      `Install Node ${PINNED_MAJOR} and put it on the PATH (found ${version || 'none'}).`,
  );
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
