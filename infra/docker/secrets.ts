// `node infra/docker/secrets.ts [--demo]`, with Node 24 and without `node_modules`: writes `.env` and `.env.providers` with random secrets for `docker compose up`. What
// they lack is added to those that exist. With --demo the sandbox replaces the payment providers, the mail server and the other external services.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { BACKUP, PARTS, passwordVariable } from '../provision/users.ts';
import {
  checkoutOrigins,
  demoProviderSecrets,
  optionalProviderVariables,
  providerAddresses,
  webhookAddresses,
} from '../run/provider-variables.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SANDBOX = { servers: 'http://sandbox:4440', browsers: 'http://localhost:4440' };

/** URL-safe. */
const random = (bytes = 24): string => crypto.randomBytes(bytes).toString('base64url');

/** The content of `.env`, which compose itself reads. */
export const environmentFile = ({ demo }: { demo: boolean }): string =>
  fileOf('Read by docker compose.', {
    ...ofEveryShop({ demo }),
    ADMIN_EMAIL: 'admin@aranya.example',
    ADMIN_PASSWORD: random(12),
    ...(demo && { COMPOSE_PROFILES: 'demo' }),
  });

/** All but what is of a first start only. */
const ofEveryShop = ({ demo }: { demo: boolean }): Record<string, string> => ({
  // Of the operator's user.
  MONGODB_PASSWORD: random(),
  RABBITMQ_PASSWORD: random(),
  REDIS_PASSWORD: random(),
  // Of each part's own at all three, and of who reads backups.
  ...Object.fromEntries([...PARTS, BACKUP].map((user) => [passwordVariable(user), random()])),
  // mongod accepts plain base64 only.
  MONGODB_KEY: crypto.randomBytes(96).toString('base64'),
  SERVICE_TOKEN: random(),
  IDENTITY_SECRET: random(32),
  AUDIT_KEY: random(32),
  AUTHENTICATOR_KEY: random(32),
  ORDER_LINK_KEY: random(32),
  SMTP_URL: demo ? 'smtp://sandbox:4441' : '',
  CHECKOUT_ORIGINS: JSON.stringify(demo ? [SANDBOX.browsers] : checkoutOrigins()),
  ...(demo && {
    COUNTRIES_URL: `${SANDBOX.servers}/countries`,
    RATES_URL: `${SANDBOX.servers}/rates`,
  }),
});

/** What an `.env` of an earlier version lacks, to be added to it; undefined if it has all. */
export function missingFrom(existing: string): string | undefined {
  const known = parseEnv(existing);
  const all = Object.entries(ofEveryShop({ demo: isDemo(known) }));
  const missing = all.filter(([name]) => known[name] === undefined);
  return missing.length === 0 ? undefined : linesOf(Object.fromEntries(missing));
}

const isDemo = (known: NodeJS.Dict<string>): boolean => known['COMPOSE_PROFILES'] === 'demo';

/** The content of `.env.providers`, for payment and the sandbox. `known`: variables that are set already. */
export function providersFile({ demo, known = {} }: { demo: boolean; known?: NodeJS.Dict<string> }): string {
  const secrets = Object.entries(demoProviderSecrets()).map(([name, made]) => [name, demo ? made : '']);
  const variables: Record<string, string> = {
    ...providerAddresses(demo ? SANDBOX : undefined),
    ...Object.fromEntries(secrets),
    ...Object.fromEntries(optionalProviderVariables().map((name) => [name, ''])),
  };
  for (const name of Object.keys(variables)) variables[name] = known[name] || variables[name]!;
  return fileOf('Read by payment and the sandbox.', {
    ...variables,
    ...(demo && webhookAddresses('http://gateway:4401')),
  });
}

const fileOf = (readBy: string, variables: Record<string, string>): string =>
  `# ${readBy} Keep it out of version control.\n${linesOf(variables)}`;

const linesOf = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : value}\n`)
    .join('');

/** @param added what an existing file of that content lacks @returns the content of before, if it existed, else the one written */
function provide(name: string, content: () => string, added: (existing: string) => string | undefined): string {
  const file = path.join(ROOT, name);
  if (fs.existsSync(file)) {
    const existing = fs.readFileSync(file, 'utf8');
    const missing = added(existing);
    if (missing) fs.appendFileSync(file, `${existing.endsWith('\n') || existing === '' ? '' : '\n'}${missing}`);
    console.log(missing ? `${name} has now:\n${namesIn(missing)}` : `${name} exists already and is not changed.`);
    return existing;
  }
  fs.writeFileSync(file, content(), { mode: 0o600 });
  // Written by root in a container: compose runs as the owner of the folder.
  const { uid, gid } = fs.statSync(ROOT);
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid);
  console.log(`${name} is written. Fill in what is empty, then: docker compose up --build`);
  return fs.readFileSync(file, 'utf8');
}

const namesIn = (lines: string): string =>
  Object.keys(parseEnv(lines))
    .map((name) => `  ${name}`)
    .join('\n');

if (import.meta.main) {
  const demo = process.argv.includes('--demo');
  // An `.env` of before may hold them.
  const known = parseEnv(provide('.env', () => environmentFile({ demo }), missingFrom));
  // Payment names what it lacks.
  provide(
    '.env.providers',
    () => providersFile({ demo: demo || isDemo(known), known }),
    () => undefined,
  );
}
