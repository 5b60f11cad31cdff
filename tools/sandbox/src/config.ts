import path from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
// The shop may hold several during a rotation; the provider has the first.
const secret = z
  .string()
  .transform((list) => list.split(',')[0]!.trim())
  .pipe(z.string().min(8, 'must be given, at least 8 characters'));
const address = z.url({ protocol: /^https?$/ });

const schema = z.object({
  PORT: port,
  SMTP_PORT: port,
  HOST: z.string().default('127.0.0.1'),
  /** Holds payments, mails and control state. */
  DATA_DIR: z.string().min(1),
  /** Public address for browsers; by default the address of each request. */
  SANDBOX_URL: address.optional(),
  SHOP_URL: address,
  RAZORPAY_KEY_ID: secret,
  RAZORPAY_KEY_SECRET: secret,
  RAZORPAY_WEBHOOK_SECRET: secret,
  RAZORPAY_WEBHOOK_URL: address.optional(),
  PAYPAL_CLIENT_ID: secret,
  PAYPAL_CLIENT_SECRET: secret,
  PAYPAL_WEBHOOK_ID: secret,
  PAYPAL_WEBHOOK_URL: address.optional(),
});

export interface Config {
  host: string;
  /** 0 picks a free port. */
  port: number;
  smtpPort: number;
  dataDir: string;
  publicUrl: string | undefined;
  shopUrl: string;
  razorpay: { keyId: string; keySecret: string; webhookSecret: string; webhookUrl: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string; webhookUrl: string };
}

/** Parses the environment; an empty variable counts as absent. @throws one Error that lists every invalid variable */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The sandbox cannot start, its environment is not usable:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const webhook = (provider: string) => new URL(`/api/v1/payment/webhooks/${provider}`, env.SHOP_URL).href;
  return {
    host: env.HOST,
    port: env.PORT,
    smtpPort: env.SMTP_PORT,
    dataDir: path.resolve(env.DATA_DIR),
    publicUrl: env.SANDBOX_URL && new URL(env.SANDBOX_URL).origin,
    shopUrl: env.SHOP_URL,
    razorpay: {
      keyId: env.RAZORPAY_KEY_ID,
      keySecret: env.RAZORPAY_KEY_SECRET,
      webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
      webhookUrl: env.RAZORPAY_WEBHOOK_URL ?? webhook('razorpay'),
    },
    paypal: {
      clientId: env.PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
      webhookUrl: env.PAYPAL_WEBHOOK_URL ?? webhook('paypal'),
    },
  };
}

/** Reads the environment of this process; prints the errors and exits if it is invalid. */
export function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
