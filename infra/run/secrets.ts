import crypto from 'node:crypto';
import path from 'node:path';
import { RUN_FOLDER, type Config } from '../config.ts';
import { type Access, makeAccess } from '../provision/users.ts';
import { readJson, writeJson } from './files.ts';
import { demoProviderSecrets, formerProviderSecrets } from './provider-variables.ts';

/** Generated at the first start, stored in `.run`, never committed. */
export interface Secrets {
  /** Lets services call each other's `/internal` routes. */
  serviceToken: string;
  /** Encrypts identity's signing keys. */
  identitySecret: string;
  /** Seals the audit trail. */
  auditKey: string;
  authenticatorKey: string;
  /** Signs the links of mails to orders. */
  orderLinkKey: string;
  admin: { email: string; password: string };
  /** To MongoDB, RabbitMQ and Redis. */
  access: Access;
  /** Shared by payment and the sandbox, by variable. */
  providers: Record<string, string>;
}

const file = path.join(RUN_FOLDER, 'secrets.json');
const random = (bytes: number) => crypto.randomBytes(bytes).toString('base64url');

/** Generates missing secrets. An admin given in the environment is used at the first start only. */
export function provideSecrets(config: Config): Secrets {
  const known: Partial<Secrets> = readJson(file) ?? {};
  const made = makeSecrets(config);
  // A newer version may add secrets; existing ones are kept.
  const providers = { ...made.providers, ...formerProviderSecrets(known), ...known.providers };
  const access = { ...made.access, ...known.access };
  const all: Secrets = { ...made, ...known, access, providers };
  writeJson(file, all, 0o600);
  return all;
}

/** The secrets that its data belong to; undefined before the first start. */
export const readSecrets = (): Secrets | undefined => readJson(file);

/** Takes over the secrets of a restored shop. The servers keep those by which they know their users. */
export function adoptSecrets({ access: _, ...restored }: Secrets, config: Config): void {
  writeJson(file, { ...restored, access: provideSecrets(config).access } satisfies Secrets, 0o600);
}

/** All new. */
export const makeSecrets = (config: Config): Secrets => ({
  serviceToken: random(32),
  identitySecret: random(32),
  auditKey: random(32),
  authenticatorKey: random(32),
  orderLinkKey: random(32),
  admin: {
    email: config.ADMIN_EMAIL ?? 'admin@aranya.example',
    password: config.ADMIN_PASSWORD ?? random(9),
  },
  access: makeAccess(),
  providers: demoProviderSecrets(),
});
