import type { Storage } from '@shop/storage';

export async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}

export async function deleteAll(storage: Storage, prefix: string): Promise<void> {
  for (const key of await keysOf(storage, prefix)) await storage.delete(key);
}
