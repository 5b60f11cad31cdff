// `node infra/docker/secrets.ts [--demo]`: writes `.env` with random secrets for `docker compose up`, unless it exists. With
// --demo the sandbox replaces Razorpay, PayPal, the mail server and the other external services.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../config.ts';

/** URL-safe. */
const random = (bytes = 24): string => crypto.randomBytes(bytes).toString('base64url');

/** The content of `.env`. */
export function environmentFile({ demo }: { demo: boolean }): string {
  const given: [string, string][] = [
    ['MONGODB_PASSWORD', random()],
    // mongod accepts plain base64 only.
    ['MONGODB_KEY', crypto.randomBytes(96).toString('base64')],
    ['RABBITMQ_PASSWORD', random()],
    ['REDIS_PASSWORD', random()],
    ['SERVICE_TOKEN', random()],
    ['IDENTITY_SECRET', random(32)],
    ['ADMIN_EMAIL', 'admin@aranya.example'],
    ['ADMIN_PASSWORD', random(12)],
    ['RAZORPAY_KEY_ID', demo ? `rzp_test_${crypto.randomBytes(7).toString('hex')}` : ''],
    ['RAZORPAY_KEY_SECRET', demo ? random() : ''],
    ['RAZORPAY_WEBHOOK_SECRET', demo ? random() : ''],
    ['PAYPAL_CLIENT_ID', demo ? random() : ''],
    ['PAYPAL_CLIENT_SECRET', demo ? random() : ''],
    ['PAYPAL_WEBHOOK_ID', demo ? random(8) : ''],
    ['SMTP_URL', demo ? 'smtp://sandbox:4441' : ''],
  ];
  const sandbox: [string, string][] = [
    ['COMPOSE_PROFILES', 'demo'],
    ['RAZORPAY_BASE_URL', 'http://sandbox:4440/razorpay'],
    ['RAZORPAY_CHECKOUT_URL', 'http://localhost:4440/razorpay/v1/checkout.js'],
    ['CHECKOUT_ORIGINS', '["http://localhost:4440"]'],
    ['PAYPAL_BASE_URL', 'http://sandbox:4440/paypal'],
    ['COUNTRIES_URL', 'http://sandbox:4440/countries'],
    ['RATES_URL', 'http://sandbox:4440/rates'],
  ];
  const lines = (all: [string, string][]) =>
    all.map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : value}`);
  return [
    '# Read by docker compose. Keep it out of version control.',
    ...lines(given),
    ...(demo ? lines(sandbox) : []),
    '',
  ].join('\n');
}

if (import.meta.main) {
  const file = path.join(ROOT, '.env');
  if (fs.existsSync(file)) {
    console.log('.env exists already and is not changed.');
  } else {
    fs.writeFileSync(file, environmentFile({ demo: process.argv.includes('--demo') }), { mode: 0o600 });
    console.log('.env is written. Fill in what is empty, then: docker compose up --build');
  }
}
