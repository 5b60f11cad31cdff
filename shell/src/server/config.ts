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

const seconds = z
  .string()
  .regex(/^\d+s$/, 'must be a number of seconds: 5s')
  .transform((text) => Number(text.slice(0, -1)) * 1_000);

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  /** As of the services: its port is its own, shared on this machine, or taken over from another instance once this one is ready. */
  LISTEN: z.enum(['alone', 'shared', 'when-ready']).default('alone'),
  /** As of the services: how long it says that it stops and still answers, and how long it may take after that to finish. */
  STOP_NOTICE: seconds.prefault('5s'),
  SHUTDOWN_LIMIT: seconds.prefault('35s'),
  /** Holds `registry.json` and the bundles: `file:///folder` or `s3://bucket/prefix`. */
  STORAGE_URL: z.string().regex(/^(file:\/\/\/|s3:\/\/)/, 'must be file:///folder or s3://bucket/prefix'),
  /** The version of this server's own code, whose files its pages name. */
  SHELL_VERSION: z.string().min(1),
  /** For calls of the server. */
  GATEWAY_URL: z.url(),
  /** Exempts these calls from the gateway's limit per address, because they are for all visitors. */
  // A list, as the services have it: the first is sent, all are taken.
  SERVICE_TOKEN: z
    .string()
    .transform((list) => list.split(',').map((token) => token.trim()))
    .pipe(z.tuple([z.string().min(16, 'At least 16 characters')], z.string().min(16, 'At least 16 characters'))),
  /** Public URL: canonical links, sitemap. */
  SHOP_URL: z.url(),
  /** Public origin of each remote's files: `{"mfe-checkout":"https://…"}`. */
  REMOTES_ORIGINS: origins,
  /** Origins of the payment providers' pages, for the content security policy. */
  CHECKOUT_ORIGINS: list.default([]),
  /** Further origins of images. */
  IMAGE_ORIGINS: list.default([]),
  RABBITMQ_URL: z.string().optional(),
  /** Prefix of the exchange's name, as configured for the services. */
  EVENTS_PREFIX: z.string().default(''),
  /** As of the services: where traces are sent, OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  RENDERERS: z.coerce.number().int().min(1).max(16).default(2),
  /** Pages that a renderer works on at a time; others wait. More would only make each of them slower. */
  PAGES_PER_RENDERER: z.coerce.number().int().min(1).max(1000).default(8),
  /** How long a page waits for its own content before it is a 503. */
  CONTENT_BUDGET_MS: z.coerce.number().int().min(50).max(60_000).default(2_400),
  /** How long it waits for what it can do without (frame, fragments, secondary sections), which is left to the browser. */
  RENDER_BUDGET_MS: z.coerce.number().int().min(50).max(10_000).default(800),
  /** CPU time after which a renderer without heartbeat is replaced. */
  RENDER_HANG_MS: z.coerce.number().int().min(100).max(60_000).default(500),
  /** How long a page waits for a free renderer before it is a 503. */
  RENDERER_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  /** How long a part that hung or crashed a renderer is left to the browser. */
  PART_BAN_MS: z.coerce.number().int().min(0).default(60_000),
  /** Lifetime of a cached page: fresh, then stale (served while it is revalidated). */
  PAGE_FRESH_MS: z.coerce.number().int().min(0).default(10_000),
  PAGE_STALE_MS: z.coerce.number().int().min(0).default(60_000),
  /** Lifetime of a page that lacks something that it can do without. */
  PARTIAL_PAGE_MS: z.coerce.number().int().min(0).default(5_000),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).default(24),
  /** How long renderers cache answers of the gateway. */
  DATA_FRESH_MS: z.coerce.number().int().min(0).default(5_000),
  /** The sitemap is made again at most this often. */
  SITEMAP_PAUSE_MS: z.coerce.number().int().min(0).default(20_000),
  /** The gateway may hear of a change later than the shell: pages are dropped again after this time. */
  GATEWAY_LAG_MS: z.coerce.number().int().min(0).default(1_000),
  /** `1`: open pages reload when the registry changes. */
  DEV: z.enum(['0', '1']).default('0'),
});

export type Config = z.infer<typeof schema>;

/** An empty variable counts as missing. @throws one Error that lists every invalid variable */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: [name], message }) => {
    return `  ${String(name)}: ${variables[String(name)] === undefined ? 'is missing' : message}`;
  });
  throw new Error(`Bad configuration:\n${lines.join('\n')}`);
}

/** The configuration of this process; prints the errors and exits when it is invalid. */
export function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
