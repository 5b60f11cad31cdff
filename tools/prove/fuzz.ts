import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../infra/config.ts';
import { buildSlices } from '../../infra/deploy/build-slice.ts';
import { portsFrom } from '../../infra/ports.ts';
import { type Operation, type Role, startRecorder, Tally } from './fuzz-recorder.ts';
import { fuzz, provideSchemathesis } from './fuzz-schemathesis.ts';
import { seed } from './fuzz-seeds/seed.ts';
import type { Seeds } from './fuzz-seeds/seeds.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';

export const description =
  'Schemathesis against every operation as guest, shopper and staff: no 5xx, nothing undocumented, no schema violation (--minutes N, --seed S)';

const PORT_OFFSET = 1_500;
const MINUTES = 5;
/** Of the operations that can be done, this share must have been. */
const SHARE_DONE = 0.95;
/** Share of the time by role. Staff last, because they change what the others read. */
const SHARES: readonly [Role, number][] = [
  ['guest', 0.25],
  ['shopper', 0.25],
  ['staff', 0.5],
];

/** Operations that no input alone can do, and why. */
const LEFT_OUT: Record<string, string> = {
  'payment.razorpay-webhook': 'signed by Razorpay over the raw body',
  'payment.paypal-webhook': 'signed by PayPal',
  'cart-order.create-charges': 'the first time only, which the demo data were',
  'content.keep-one-medium': 'needs files with the same content, which are stored once since they are known by it',
};

/** Longer than the proof: until what was made before it is asked for. */
const LONG_DURATIONS = {
  CHECKOUT_LIFETIME: '1h',
  STATUS_TAKE_BACK_WITHIN: '1h',
  TRANSFER_WAIT: '1h',
  PROOF_LIFETIME: '1h',
  CODE_LIFETIME: '1h',
};

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

interface DocumentedOperation extends Omit<Operation, 'path' | 'method'> {
  parameters: { name: string; in: string; examples?: object }[];
  security?: Record<string, unknown>[];
  requestBody?: { content: Record<string, Content> };
}

interface Content {
  schema: { required?: string[]; properties?: Record<string, { examples?: unknown[] }> };
  /** Of a form: its files. */
  encoding?: object;
  examples?: object;
}

/** @returns whether nothing was found and enough was done. */
export async function run(args: string[]): Promise<boolean> {
  const { minutes, seed: number, asBuilt } = argumentsOf(args);
  const program = await provideSchemathesis();
  if (!asBuilt) {
    await buildParts();
    await buildSlices(['shell']);
  }
  const shop = await startOwnShop({
    name: 'prove-fuzz',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: { ...SHORT_DURATIONS, ...LONG_DURATIONS },
    withShell: true,
    products: 120,
  });
  let passed = false;
  try {
    passed = await play(shop, { program, minutes, seed: number });
  } finally {
    await shop.close({ keepLogs: !passed });
  }
  if (!passed) console.log(`Reproduce with: npm run prove -- fuzz --minutes ${minutes} --seed ${number}`);
  return passed;
}

function argumentsOf(args: string[]): { minutes: number; seed: number; asBuilt: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: String(MINUTES) },
      seed: { type: 'string' },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes must be positive');
  return { minutes, seed: seedOf(values.seed), asBuilt: values['as-built'] };
}

async function play(
  shop: OwnShop,
  { program, minutes, seed: number }: { program: string; minutes: number; seed: number },
): Promise<boolean> {
  const seeds = await seed(shop);
  const document = (await (await fetch(`${shop.url}/api/v1/openapi.json`)).json()) as Document;
  const operations = operationsOf(document);
  const tally = new Tally(operations);
  const known = path.join(shop.folder, 'known.json');
  fs.writeFileSync(known, JSON.stringify(knownFor(seeds, operations)));
  const reports: string[] = [];
  for (const [role, share] of SHARES) {
    const recorder = await startRecorder({
      ...{ role, tally, upstream: new URL(shop.url), origin: shop.origin },
      visitor: { guest: undefined, shopper: seeds.shopper.visitor, staff: seeds.staff }[role],
      ...{ others: seeds.visitors, fresh: seeds.fresh },
      signIn: () => signIn(seeds, role, shop),
      redirect: (target) => seeds.accounts.needed.reduce((to, id) => to.replace(id, seeds.accounts.other), target),
    });
    const file = path.join(shop.folder, `openapi-${role}.json`);
    fs.writeFileSync(file, JSON.stringify(documentFor(document, role, seeds)));
    const before = tally.requests;
    const { report, passed } = await fuzz({
      ...{ program, document: file, known, url: recorder.url, role, folder: shop.folder, seed: number },
      seconds: Math.round(minutes * 60 * share),
    });
    recorder.close();
    console.log(`${role}: ${tally.requests - before} requests, ${passed ? 'nothing found' : `see ${report}`}`);
    if (!passed) reports.push(report);
  }
  return printResults(tally, operations, reports);
}

const signIn = ({ staff, shopper }: Seeds, role: Role, { secrets: { admin } }: OwnShop): Promise<unknown> =>
  role === 'staff'
    ? staff.signIn(admin.email, admin.password)
    : shopper.visitor.signIn(shopper.email, shopper.password);

const operationsOf = ({ paths }: Document): (Operation & DocumentedOperation)[] =>
  Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path: at, method: method.toUpperCase() })),
  );

const roleOf = ({ security }: DocumentedOperation): Role => {
  const [scheme] = Object.keys(security?.[0] ?? {});
  return scheme === 'admin' ? 'staff' : scheme === 'user' ? 'shopper' : 'guest';
};

/** The operations of a role, with the seeds as examples. */
function documentFor(document: Document, role: Role, { parameters, bodies }: Seeds): Document {
  const { paths, ...rest } = structuredClone(document);
  for (const [at, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (roleOf(operation) !== role) delete methods[method];
      const { operationId, parameters: declared, requestBody } = operation;
      for (const parameter of declared) {
        const value = parameters[operationId]?.[parameter.name];
        if (value !== undefined) parameter.examples = { known: { value } };
      }
      const body = bodies[operationId];
      if (isFileAll(method, operationId) && onlyWithFiles(operation, body)) continue;
      for (const content of body ? Object.values(requestBody?.content ?? {}) : []) {
        content.examples = { known: { value: body } };
      }
    }
    if (Object.keys(methods).length === 0) delete paths[at];
  }
  return { ...rest, paths };
}

/** What content creates consists of its picture or clip, and a part of an import of its bytes. */
const isFileAll = (method: string, operationId: string): boolean =>
  (method === 'post' && operationId.startsWith('content.')) || operationId.endsWith('-import-part');

/**
 * Leaves the form alone, with its files. The examples are those of its fields: an example of the whole form
 * would have no file. @returns whether it is such a form
 */
function onlyWithFiles({ requestBody }: DocumentedOperation, body: object = {}): boolean {
  const form = requestBody?.content['multipart/form-data'];
  if (!form) return false;
  requestBody!.content = { 'multipart/form-data': form };
  form.schema.required = [...(form.schema.required ?? []), ...Object.keys(form.encoding!)];
  for (const [name, value] of Object.entries(body)) form.schema.properties![name]!.examples = [value];
  return true;
}

/** What `fuzz_hooks.py` reads; it knows an operation by method and path. */
function knownFor({ parameters, bodies, fields, files }: Seeds, operations: readonly Operation[]): object {
  const labelled = (seeds: Record<string, object>) =>
    Object.fromEntries(
      operations.flatMap(({ operationId, method, path: at }) =>
        seeds[operationId] ? [[`${method} ${at}`, seeds[operationId]]] : [],
      ),
    );
  return { parameters: labelled(parameters), bodies: labelled(bodies), fields, files };
}

const SHOWN_LINES = 200;

function printResults(tally: Tally, operations: readonly Operation[], reports: readonly string[]): boolean {
  const possible = operations.filter(({ operationId }) => !LEFT_OUT[operationId]);
  const never = possible.filter(({ operationId }) => !tally.wasDone(operationId));
  const share = (possible.length - never.length) / operations.length;
  for (const report of reports) {
    const text = fs.readFileSync(report, 'utf8');
    console.log(
      text
        .slice(Math.max(0, text.indexOf('= FAILURES =')))
        .split('\n')
        .slice(0, SHOWN_LINES)
        .join('\n'),
    );
  }
  for (const [what, how] of tally.faults) console.log(`✗ ${what}\n    ${how}`);
  for (const { operationId } of never) {
    const statuses = [...(tally.statuses.get(operationId) ?? [])].map(([status, times]) => `${status} × ${times}`);
    console.log(`never 2xx: ${operationId} (${statuses.join(', ') || 'not asked'})`);
  }
  for (const [operation, why] of Object.entries(LEFT_OUT)) console.log(`left out: ${operation}, ${why}`);
  console.log(
    `${tally.requests} requests, ${possible.length - never.length} of ${operations.length} operations ` +
      `(${(share * 100).toFixed(1)} %) answered 2xx, ${tally.faults.size} faults`,
  );
  return reports.length === 0 && tally.faults.size === 0 && share >= SHARE_DONE;
}
