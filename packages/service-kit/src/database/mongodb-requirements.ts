import { mongo } from 'mongoose';

/** Longer than any transaction of the shop is retried. With the default of 60 s a killed process blocks what it wrote for as long. */
const MAX_TRANSACTION_LIFETIME_SECONDS = 30;
/** The oldest release that is tested. */
const MIN_VERSION = 6;

interface Hello {
  setName?: string;
  /** `isdbgrid` of a router. */
  msg?: string;
  maxWireVersion?: number;
}
interface BuildInfo {
  version: string;
  storageEngines?: string[];
}
interface WriteConcern {
  w?: number | string;
  j?: boolean;
}

/** What a server says about itself; a part that its user may not read is absent. */
export interface MongodbFacts {
  hello: Hello;
  buildInfo: BuildInfo;
  storageEngine?: string;
  transactionLifetimeSeconds?: number;
  featureCompatibilityVersion?: string;
  defaultWriteConcern?: WriteConcern;
  /** Whether majority writes are on disk when they are acknowledged. */
  majorityIsJournaled?: boolean;
}

/** Asks the server. @throws MongoError when it cannot be reached */
export async function mongodbFacts(client: mongo.MongoClient): Promise<MongodbFacts> {
  const admin = client.db('admin');
  const ask = (command: mongo.Document) => admin.command(command);
  // A hosted MongoDB, or a user with rights on one database only, is refused these: they are not known then.
  const mayAsk = (command: mongo.Document): Promise<mongo.Document | undefined> =>
    ask(command).catch((error: unknown) => {
      if (error instanceof mongo.MongoServerError) return undefined;
      throw error;
    });
  const [hello, buildInfo, status, parameters, writeConcern, configuration] = await Promise.all([
    ask({ hello: 1 }),
    ask({ buildInfo: 1 }),
    mayAsk({ serverStatus: 1, repl: 0, metrics: 0, locks: 0, wiredTiger: 0, tcmalloc: 0 }),
    mayAsk({ getParameter: 1, transactionLifetimeLimitSeconds: 1, featureCompatibilityVersion: 1 }),
    mayAsk({ getDefaultRWConcern: 1 }),
    mayAsk({ replSetGetConfig: 1 }),
  ]);
  return {
    hello: hello as Hello,
    buildInfo: buildInfo as unknown as BuildInfo,
    ...optional('storageEngine', status?.['storageEngine']?.name),
    ...optional('transactionLifetimeSeconds', parameters?.['transactionLifetimeLimitSeconds']),
    ...optional('featureCompatibilityVersion', parameters?.['featureCompatibilityVersion']?.version),
    ...optional('defaultWriteConcern', writeConcern?.['defaultWriteConcern']),
    ...optional('majorityIsJournaled', configuration?.['config']?.writeConcernMajorityJournalDefault),
  };
}

/**
 * What the shop's transactions assume of MongoDB and this server does not provide, as one line that says what to change;
 * `undefined` when nothing is wrong.
 */
export function unmetRequirements(facts: MongodbFacts): string | undefined {
  const { hello, buildInfo, storageEngine, transactionLifetimeSeconds: lifetime, defaultWriteConcern } = facts;
  const version = facts.featureCompatibilityVersion;
  const isReplicated = hello.setName !== undefined || hello.msg === 'isdbgrid';
  const wrong = [
    !isReplicated && 'it is not a replica set, and transactions need one: start mongod with --replSet',
    major(buildInfo.version) < MIN_VERSION &&
      `its version is ${buildInfo.version}, and ${MIN_VERSION}.0 is the oldest one`,
    version !== undefined &&
      major(version) < MIN_VERSION &&
      `its data is kept compatible with ${version}: db.adminCommand({ setFeatureCompatibilityVersion: '${major(buildInfo.version)}.0', confirm: true })`,
    storageEngine !== undefined &&
      storageEngine !== 'wiredTiger' &&
      `its storage engine is ${storageEngine}, and transactions need wiredTiger`,
    lifetime !== undefined &&
      lifetime > MAX_TRANSACTION_LIFETIME_SECONDS &&
      `transactionLifetimeLimitSeconds is ${lifetime}: a process that is killed would block what it wrote for as long; set 5, at most ${MAX_TRANSACTION_LIFETIME_SECONDS}`,
    isReplicated &&
      defaultWriteConcern?.w !== undefined &&
      defaultWriteConcern.w !== 'majority' &&
      `its default write concern is w: ${defaultWriteConcern.w}, and a failover would lose acknowledged writes: db.adminCommand({ setDefaultRWConcern: 1, defaultWriteConcern: { w: 'majority' } })`,
    facts.majorityIsJournaled === false &&
      'writeConcernMajorityJournalDefault is false, and a crash would lose acknowledged writes: set it to true by rs.reconfig()',
  ].filter((line) => line !== false);
  return wrong.length === 0 ? undefined : `MongoDB cannot be used: ${wrong.join('; ')}`;
}

const major = (version: string): number => Number(version.split('.')[0]);

const optional = <Name extends string, T>(name: Name, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: T };
