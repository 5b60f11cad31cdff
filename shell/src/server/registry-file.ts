import fs from 'node:fs';
import path from 'node:path';
import type { PageRegistry, Registry } from '@shop/build/registry';

const POLL_INTERVAL_MS = 500;

export function readRegistry(deployDir: string): Registry {
  return JSON.parse(fs.readFileSync(path.join(deployDir, 'registry.json'), 'utf8')) as Registry;
}

/** Calls `changed` with every new revision. Polls, because file notifications are unreliable on mounted volumes. */
export function watchRegistry(deployDir: string, current: number, changed: (registry: Registry) => void): () => void {
  let revision = current;
  const timer = setInterval(() => {
    try {
      const registry = readRegistry(deployDir);
      if (registry.revision === revision) return;
      ({ revision } = registry);
      changed(registry);
    } catch {
      // Not readable at the moment: the current registry stays live.
    }
  }, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The registry in a page's state: routes, and URL and integrity of each remote's entry. */
export function pageRegistryOf(registry: Registry, origins: Readonly<Record<string, string>>): PageRegistry {
  const remotes = Object.entries(registry.remotes);
  return {
    // Parameters are the server's business only.
    routes: remotes.flatMap(([, remote]) => remote.pages.map(({ query: _, ...route }) => route)),
    remotes: remotes.map(([name, { slice, version, entry, integrity }]) => ({
      name,
      entry: `${originOf(slice, origins)}/${version}/browser/${entry}`,
      integrity: integrity[`browser/${entry}`]!,
    })),
  };
}

/** The content of `/remotes.json`. */
export function publicRegistry({ shell, remotes, revision }: Registry, origins: Readonly<Record<string, string>>) {
  return {
    revision,
    shell: shell && { name: 'shell', version: shell.version, entry: shell.entry, integrity: shell.integrity },
    remotes: Object.entries(remotes).map(([name, remote]) => ({
      name,
      version: remote.version,
      entry: `${originOf(remote.slice, origins)}/${remote.version}/browser/${remote.entry}`,
      server: 'server/server.mjs',
      integrity: remote.integrity,
      shared: remote.shared,
      pages: remote.pages,
      parts: Object.keys(remote.parts),
    })),
  };
}

function originOf(slice: string, origins: Readonly<Record<string, string>>): string {
  const origin = origins[slice];
  if (!origin) throw new Error(`REMOTES_ORIGINS has no origin of ${slice}`);
  return origin.replace(/\/$/, '');
}
