import type { catalog, content, QueryOf } from '@shop/contracts';
import { sourceOf, type Uploaded } from './uploaded.ts';

/** What is chosen and sorted by. */
export interface Entry extends Uploaded {
  _id: string;
  unusedSince?: Date;
  original?: { size: number; sha256: string };
}

type Asked = QueryOf<typeof content.listMedia>;

export interface Choice {
  source: content.MediaSource;
  use?: Asked['use'];
  usedBy?: catalog.MediaUse['kind'] | undefined;
  doubles?: Asked['doubles'];
  sort?: Asked['sort'];
  /** Names of those that fit the words that are looked for. */
  among?: ReadonlySet<string> | undefined;
}

/** Digests by which a file is known. */
export const digestsOf = ({ original, uploadSha256 }: Pick<Entry, 'original' | 'uploadSha256'>): string[] =>
  [uploadSha256, original?.sha256].filter((digest) => digest !== undefined);

/** The first of each set of files with the same content, by the name of each of the set. */
function firstOfSame(entries: readonly Entry[]): Map<string, string> {
  const first = new Map<string, string>();
  const byDigest = new Map<string, string>();
  const rootOf = (name: string): string => (first.get(name) === name ? name : rootOf(first.get(name)!));
  for (const entry of entries) {
    first.set(entry._id, entry._id);
    for (const digest of digestsOf(entry)) {
      const other = byDigest.get(digest);
      if (other === undefined) byDigest.set(digest, entry._id);
      // Joins the two sets.
      else first.set(rootOf(entry._id), rootOf(other));
    }
  }
  return new Map(entries.map(({ _id }) => [_id, rootOf(_id)]));
}

/** Names of the chosen ones in their order; files with the same content beside each other where those are looked for. */
export function chosenOf(all: readonly Entry[], { source, use, usedBy, doubles, sort, among }: Choice): string[] {
  const entries = all.filter((entry) => entry.source !== 'double');
  // Else each is a set of its own.
  const sets = doubles ? firstOfSame(entries) : new Map<string, string>();
  const setOf = ({ _id }: Entry): string => sets.get(_id) ?? _id;
  const sizes = Map.groupBy(entries, setOf);
  const fits = (entry: Entry): boolean =>
    (entry.source ?? sourceOf(entry._id)) === source &&
    (use === undefined || (use === 'unused') === (entry.unusedSince !== undefined)) &&
    (usedBy === undefined || entry.usedBy?.split(' ').includes(usedBy) === true) &&
    (!doubles || sizes.get(setOf(entry))!.length > 1) &&
    (among === undefined || among.has(entry._id));
  const valueOf = ({ uploadedAt, original }: Entry): number =>
    sort?.endsWith('size') ? (original?.size ?? 0) : (uploadedAt?.getTime() ?? 0);
  const isAscending = sort === 'uploaded' || sort === 'size';
  const compare = (one: Entry, other: Entry): number => {
    const by = valueOf(one) - valueOf(other) || (one._id < other._id ? -1 : 1);
    return isAscending ? by : -by;
  };
  const sorted = entries.filter(fits).toSorted(compare);
  return [...Map.groupBy(sorted, setOf).values()].flat().map(({ _id }) => _id);
}
