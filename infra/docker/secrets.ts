// `node infra/docker/secrets.ts [--demo]`, with Node 24 and without `node_modules`: writes `.env` and `.env.providers` with random secrets for `docker compose up`, unless
// they exist. With --demo the sandbox replaces the payment providers, the mail server and the other external services.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
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
export function environmentFile({ demo }: { demo: boolean }): string {
  return fileOf('Read by docker compose.', {
    MONGODB_PASSWORD: random(),
    // mongod accepts plain base64 only.
    MONGODB_KEY: crypto.randomBytes(96).toString('base64'),
    RABBITMQ_PASSWORD: random(),
    REDIS_PASSWORD: random(),
    SERVICE_TOKEN: random(),
    IDENTITY_SECRET: random(32),
    ADMIN_EMAIL: 'admin@aranya.example',
    ADMIN_PASSWORD: random(12),
    SMTP_URL: demo ? 'smtp://sandbox:4441' : '',
    CHECKOUT_ORIGINS: JSON.stringify(demo ? [SANDBOX.browsers] : checkoutOrigins()),
    ...(demo && {
      COMPOSE_PROFILES: 'demo',
      COUNTRIES_URL: `${SANDBOX.servers}/countries`,
      RATES_URL: `${SANDBOX.servers}/rates`,
    }),
  });
}

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
  [
    `# ${readBy} Keep it out of version control.`,
    ...Object.entries(variables).map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : value}`),
    '',
  ].join('\n');

if (import.meta.main) {
  const demo = process.argv.includes('--demo');
  const write = (name: string, content: () => string) => {
    const file = path.join(ROOT, name);
    if (fs.existsSync(file)) {
      console.log(`${name} exists already and is not changed.`);
      return;
    }
    fs.writeFileSync(file, content(), { mode: 0o600 });
    // Written by root in a container: compose runs as the owner of the folder.
    const { uid, gid } = fs.statSync(ROOT);
    if (process.getuid?.() === 0) fs.chownSync(file, uid, gid);
    console.log(`${name} is written. Fill in what is empty, then: docker compose up --build`);
  };
  write('.env', () => environmentFile({ demo }));
  // An `.env` of before may hold them.
  const known = parseEnv(fs.readFileSync(path.join(ROOT, '.env'), 'utf8'));
  write('.env.providers', () => providersFile({ demo: demo || known['COMPOSE_PROFILES'] === 'demo', known }));
}
