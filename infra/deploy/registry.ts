import os from 'node:os';
import { readRegistry as read, REGISTRY_KEY } from '@shop/build/bundle';
import type { Registry } from '@shop/build/registry';
import { openStorage, type Storage } from '@shop/storage';
import { STORAGE_URL } from '../config.ts';

/** Holds `registry.json` and the bundles of the frontends. */
export const openFrontends = (): Storage => openStorage(STORAGE_URL);

export interface StoredRegistry {
  registry: Registry;
  /** Undefined before the first deployment. */
  etag: string | undefined;
}

export async function storedRegistry(storage: Storage): Promise<StoredRegistry> {
  return (await read(storage)) ?? { registry: { revision: 0, shell: null, remotes: {}, history: {} }, etag: undefined };
}

/** Empty before the first deployment. */
export const readRegistry = async (): Promise<Registry> => (await storedRegistry(openFrontends())).registry;

/** Replaces the registry that was read. @throws LostCondition if another deployer was first */
export async function replaceRegistry(storage: Storage, next: Registry, etag: string | undefined): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ ...next, writtenBy: deployer() }, null, 1)}\n`);
  const condition = etag === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: etag };
  await storage.put(REGISTRY_KEY, bytes, { type: 'application/json', ...condition });
}

/** Who deploys: `user@host`. A container's user may have no name. */
export function deployer(): string {
  try {
    return `${os.userInfo().username}@${os.hostname()}`;
  } catch {
    return os.hostname();
  }
}
