import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { inParallel, readFile, readServerFiles } from '@shop/build/bundle';
import { incompatibility, type Registry } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import { provideShell } from './shell-files.ts';

/** Of a busy machine. */
const MAX_RENDER_MS = 60_000;

/**
 * Whether a registry may go live with the new versions of `slices`.
 *
 * @throws Error naming the defect: files that differ from their release, incompatible shared packages, routes claimed by two
 * remotes, a server bundle that cannot be imported beside the others, a page that fails to render
 */
export async function check(storage: Storage, registry: Registry, slices: readonly string[]): Promise<void> {
  checkShared(registry);
  checkRoutes(registry);
  for (const release of releases(registry).filter(({ slice }) => slices.includes(slice))) {
    await inParallel(Object.keys(release.integrity), async (file) => void (await readFile(storage, release, file)));
  }
  if (registry.shell) await checkRendering(storage, registry, slices.join(', '));
}

const releases = (registry: Registry) => [
  ...(registry.shell ? [registry.shell] : []),
  ...Object.values(registry.remotes),
];

/** A page loads the shell's copy of each shared package: it must be the version that the remote was built for, or newer. */
export function checkShared(registry: Registry): void {
  const host = registry.shell?.shared;
  if (!host) return;
  for (const [name, { shared }] of Object.entries(registry.remotes)) {
    const found = incompatibility(host, shared);
    if (!found) continue;
    throw new Error(
      `Shared packages do not agree: ${name} was built with ${found.name} ${found.built}, the shell brings ` +
        `${found.offered ?? 'none'}. Build and deploy the older one, or both in one step.`,
    );
  }
}

export function checkRoutes(registry: Registry): void {
  const owners = new Map<string, string>();
  for (const [name, { pages }] of Object.entries(registry.remotes)) {
    for (const { path: pattern } of pages) {
      const key = pattern.replaceAll(/:\w+/g, ':');
      const other = owners.get(key);
      if (other && other !== name) throw new Error(`Both ${other} and ${name} have a page at ${pattern}`);
      owners.set(key, name);
    }
  }
}

interface Ready {
  type: 'ready';
  failed: { remote: string; reason: string }[];
}
interface Rendered {
  type: 'rendered';
  page: { body: Uint8Array };
}
type Message = Ready | Rendered | { type: 'failed'; reason: string } | { type: 'log' };

/**
 * Renders a page by this registry's shell with all remotes. That links every import of the server bundles: one that names
 * an export that the deployed kit lacks fails here and not in production.
 */
async function checkRendering(storage: Storage, registry: Registry, what: string): Promise<void> {
  const parts = Object.entries(registry.remotes).flatMap(([name, remote]) => [name, ...Object.keys(remote.parts)]);
  const bundles = await Promise.all(Object.values(registry.remotes).map((remote) => readServerFiles(storage, remote)));
  const server = await provideShell(storage, registry.shell!);
  const worker = new Worker(path.join(server, 'render-worker.mjs'), {
    env: { NODE_ENV: 'production' },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    workerData: {
      registry,
      bundles: new Map(bundles.flatMap((files) => [...files])),
      pageRegistry: { routes: Object.values(registry.remotes).flatMap(({ pages }) => pages), remotes: [] },
      // Nothing listens on this port: a page must render without data, too.
      gatewayUrl: 'http://127.0.0.1:9',
      serviceToken: '',
      shopUrl: 'http://localhost',
      isDevelopment: false,
      contentBudgetMs: 2000,
      budgetMs: 2000,
      dataFreshMs: 0,
      cachedCalls: [],
      withoutRemotes: [],
      heartbeat: new Int32Array(new SharedArrayBuffer(8)),
      names: parts,
    },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${what}: the renderer did not answer`)), MAX_RENDER_MS);
      worker.on('error', (error) => reject(new Error(`${what}: the renderer failed: ${error.message}`)));
      worker.on('message', (message: Message) => {
        if (message.type === 'ready') {
          const [bad] = message.failed;
          if (bad) return reject(new Error(`${bad.remote}'s server bundle cannot be used: ${bad.reason}`));
          worker.postMessage({ type: 'render', request: { id: 1, href: '/', country: 'IN', without: [] } });
        }
        if (message.type === 'failed') reject(new Error(`${what}: a page cannot be rendered: ${message.reason}`));
        if (message.type === 'rendered') {
          if (Buffer.from(message.page.body).includes('id="page"')) resolve();
          else reject(new Error(`${what}: the rendered page is empty`));
        }
      });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
