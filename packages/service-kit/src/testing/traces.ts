import type { mongo } from 'mongoose';

/**
 * Where a database holds one of `texts`, as `collection.field`: of every document of every collection. To be shown what is left of
 * a deleted account.
 */
export async function tracesOf(database: mongo.Db, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => text.toLowerCase());
  const found = new Set<string>();
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    for (const document of await database.collection(name).find().toArray()) note(document, name);
  }
  return [...found].sort();

  function note(value: unknown, path: string): void {
    if (typeof value === 'string') {
      if (wanted.some((text) => value.toLowerCase().includes(text))) found.add(path);
    } else if (Array.isArray(value)) {
      for (const one of value) note(one, path);
    } else if (value !== null && typeof value === 'object') {
      if (isId(value)) return note(value.toHexString(), path);
      for (const [field, one] of Object.entries(value)) {
        note(field, path);
        note(one, `${path}.${field}`);
      }
    }
  }
}

const isId = (value: object): value is { toHexString(): string } => 'toHexString' in value;
