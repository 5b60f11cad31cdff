import crypto from 'node:crypto';
import path from 'node:path';
import { RUN_FOLDER, type Config } from '../config.ts';
import { readJson, writeJson } from './files.ts';

/** Generated at the first start, stored in `.run`, never committed. */
export interface Secrets {
  /** Lets services call each other's `/internal` routes. */
  serviceToken: string;
  /** Encrypts identity's signing keys. */
  identitySecret: string;
  admin: { email: string; password: string };
  razorpay: { keyId: string; keySecret: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
}

const file = path.join(RUN_FOLDER, 'secrets.json');
const random = (bytes: number) => crypto.randomBytes(bytes).toString('base64url');

/** Generates missing secrets. An admin given in the environment is used at the first start only. */
export function provideSecrets(config: Config): Secrets {
  const known = readJson<Partial<Secrets>>(file);
  // A newer version may add secrets; existing ones are kept.
  const all: Secrets = { ...make(config), ...known };
  writeJson(file, all, 0o600);
  return all;
}

const make = (config: Config): Secrets => ({
  serviceToken: random(32),
  identitySecret: random(32),
  admin: {
    email: config.ADMIN_EMAIL ?? 'admin@aranya.example',
    password: config.ADMIN_PASSWORD ?? random(9),
  },
  razorpay: {
    keyId: `rzp_test_${crypto.randomBytes(7).toString('hex')}`,
    keySecret: random(18),
    webhookSecret: random(18),
  },
  paypal: { clientId: random(30), clientSecret: random(30), webhookId: crypto.randomBytes(8).toString('hex') },
});
