// Runs before every command, on whatever Node the machine has (20.19 or later), with no dependency: installs the
// dependencies when they are missing or out of date, and makes sure that what follows runs on the pinned Node.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const PINNED_MAJOR = 24;
const atRoot = (file) => path.join(root, file);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `Node ${process.versions.node} is too old: install Node 20.19 or later (the shop then brings its own Node ${PINNED_MAJOR}).`,
  );
}

const reason = whyInstall();
if (reason) {
  const began = Date.now();
  console.log(`Installing dependencies (npm ci): ${reason} …`);
  // npm started this script, so its own path is known; a bare `npm` may be another one.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // npm asks for each of some 900 packages, several times, before it believes that there is no network.
  const online = registryAnswers(npm);
  const done = spawnSync(
    npm[0],
    [
      ...npm.slice(1),
      'ci',
      '--no-fund',
      '--no-audit',
      '--no-progress',
      '--loglevel=error',
      ...(online ? [] : ['--offline']),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SCARF_ANALYTICS: 'false' },
    },
  );
  if (done.error) fail(`npm could not be started: ${done.error.message}`);
  if (done.status !== 0) {
    const network = online ? '' : ' There is no network, and npm has not all of them in its cache.';
    fail(`The dependencies could not be installed: see above.${network} Nothing was started.`);
  }
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

/**
 * Why the dependencies have to be installed, or undefined. Compares the lockfile with the list that npm keeps of what it
 * installed, so that an `npm install` by hand counts, and a pull that changed the lockfile is noticed.
 */
function whyInstall() {
  const wanted = JSON.parse(fs.readFileSync(atRoot('package-lock.json'), 'utf8')).packages;
  let installed;
  try {
    installed = JSON.parse(fs.readFileSync(atRoot('node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return 'they are missing';
  }
  for (const [place, entry] of Object.entries(wanted)) {
    // What is optional may be for another platform; workspaces are links.
    if (!place.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) continue;
    if (installed[place]?.version !== entry.version) {
      return `${place.replace(/^.*node_modules\//, '')} ${entry.version} is not installed`;
    }
  }
  return undefined;
}

/** Whether there is a network to install from: asks npm's own registry, wherever that is, once. */
function registryAnswers(npm) {
  const ping = [...npm.slice(1), 'ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'];
  const { status, stderr } = spawnSync(npm[0], ping, { cwd: root, encoding: 'utf8' });
  // A mirror without a ping is there all the same: it answers with an HTTP status.
  return status === 0 || /code E\d{3}\b/.test(stderr ?? '');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
