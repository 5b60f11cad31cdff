// Runs before every command, on the machine's Node (20.19 or later) and without dependencies: installs the dependencies
// when they are missing or outdated, and makes sure that the command runs on the pinned Node.
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
  // The npm that started this script; a bare `npm` may be another one.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // Without network npm would retry each of some 900 packages before it gives up.
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
    const network = online ? '' : " There is no network, and not all of them are in npm's cache.";
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
 * Why the dependencies have to be installed, or undefined. Compares the lockfile with npm's record of the installed
 * packages, so that a manual `npm install` counts and a pull that changed the lockfile is detected.
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
    // Optional packages may be for another platform; workspaces are links.
    if (!place.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) continue;
    if (installed[place]?.version !== entry.version) {
      return `${place.replace(/^.*node_modules\//, '')} ${entry.version} is not installed`;
    }
  }
  return undefined;
}

/** Whether npm's configured registry is reachable: one request without retries. */
function registryAnswers(npm) {
  const ping = [...npm.slice(1), 'ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'];
  const { status, stderr } = spawnSync(npm[0], ping, { cwd: root, encoding: 'utf8' });
  // A mirror without a ping endpoint is reachable all the same: it answers with an HTTP status.
  return status === 0 || /code E\d{3}\b/.test(stderr ?? '');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
