import { z } from 'zod';

const list = z.string().transform((text, context) => {
  try {
    return z.array(z.url()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON list of origins' });
    return z.NEVER;
  }
});

const origins = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.url()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object: slice → origin' });
    return z.NEVER;
  }
});

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  /** Holds registry.json and a folder per slice and version. */
  DEPLOY_DIR: z.string().min(1),
  /** For the server's own calls. */
  GATEWAY_URL: z.url(),
  /** Tells the gateway that these calls are for all visitors: without it all of them would share the limits of one. */
  SERVICE_TOKEN: z.string().min(16, 'At least 16 characters'),
  /** Public address: canonical links, sitemap. */
  SHOP_URL: z.url(),
  /** Where browsers find each remote's files: `{"mfe-checkout":"https://…"}`. */
  REMOTES_ORIGINS: origins,
  /** Origins of the payment providers' pages, for the content security policy. */
  CHECKOUT_ORIGINS: list.default([]),
  /** Other origins that pictures come from. */
  IMAGE_ORIGINS: list.default([]),
  RABBITMQ_URL: z.string().optional(),
  /** Before the name of the exchange, as the services have it. */
  EVENTS_PREFIX: z.string().default(''),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  RENDERERS: z.coerce.number().int().min(1).max(16).default(2),
  /** What is not rendered within this many ms is left to the browser. */
  RENDER_BUDGET_MS: z.coerce.number().int().min(50).max(10_000).default(300),
  /** A renderer that works for so many ms, by the processor's clock, without a sign of life is replaced. */
  RENDER_HANG_MS: z.coerce.number().int().min(100).max(60_000).default(500),
  /** A page that found no renderer for so many ms is a 503: all of them are being replaced, or none can start. */
  RENDERER_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  /** How long a part that stopped a renderer is left to the browser. */
  PART_BAN_MS: z.coerce.number().int().min(0).default(60_000),
  /** Of a cached page: fresh, then served once more while it is rendered anew. */
  PAGE_FRESH_MS: z.coerce.number().int().min(0).default(10_000),
  PAGE_STALE_MS: z.coerce.number().int().min(0).default(60_000),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).default(24),
  /** How long answers of the gateway are used for rendering. */
  DATA_FRESH_MS: z.coerce.number().int().min(0).default(5_000),
  /** `1`: open pages reload when the registry changes. */
  DEV: z.enum(['0', '1']).default('0'),
});

export type Config = z.infer<typeof schema>;

/** Throws one Error that lists every bad variable. An empty variable counts as missing. */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: [name], message }) => {
    return `  ${String(name)}: ${given[String(name)] === undefined ? 'is missing' : message}`;
  });
  throw new Error(`Bad configuration:\n${lines.join('\n')}`);
}

/** The configuration of this process; prints what is wrong with the environment and exits when it is not usable. */
export function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
