import fs from 'node:fs';
import path from 'node:path';
import type { PageRegistry, Registry } from '@shop/build/registry';

const LOOK_EVERY_MS = 500;

export function readRegistry(deployDir: string): Registry {
  return JSON.parse(fs.readFileSync(path.join(deployDir, 'registry.json'), 'utf8')) as Registry;
}

/** Calls `changed` whenever another revision was switched to. Looks by itself: notifications get lost on mounted volumes. */
export function watchRegistry(deployDir: string, current: number, changed: (registry: Registry) => void): () => void {
  let revision = current;
  const timer = setInterval(() => {
    try {
      const registry = readRegistry(deployDir);
      if (registry.revision === revision) return;
      ({ revision } = registry);
      changed(registry);
    } catch {
      // Between two files for a moment, or the disk is away: what is live stays live.
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What a page tells its browser: routes, and where each remote's entry is. */
export function pageRegistryOf(registry: Registry, origins: Readonly<Record<string, string>>): PageRegistry {
  const remotes = Object.entries(registry.remotes);
  return {
    routes: remotes.flatMap(([, remote]) => remote.pages),
    remotes: remotes.map(([name, { slice, version, entry, integrity }]) => ({
      name,
      entry: `${originOf(slice, origins)}/${version}/browser/${entry}`,
      integrity: integrity[`browser/${entry}`]!,
    })),
  };
}

/** `/remotes.json`: what is live, for people and tools. */
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
  if (!origin) throw new Error(`REMOTES_ORIGINS does not say where ${slice} is served`);
  return origin.replace(/\/$/, '');
}
