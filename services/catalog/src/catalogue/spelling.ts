import { LRUCache } from 'lru-cache';

export interface Similar {
  word: string;
  distance: number;
}

/** Shorter words match exactly: too many others are one letter away. */
const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 8;
const CACHED = 2_000;
/** Longer ones are no words. */
const LONGEST = 60;

const typosIn = ({ length }: string): number => (length >= TWO_TYPOS_FROM ? 2 : length >= ONE_TYPO_FROM ? 1 : 0);

/** Words with digits are codes, which match exactly. */
const isSpelled = (word: string): boolean => !/\d/.test(word);

/** Every word that the catalogue has, to find those that a misspelled one may mean. */
export class Spelling {
  /** By their length. */
  readonly #words: string[][] = [];
  readonly #similar = new LRUCache<string, readonly Similar[]>({ max: CACHED });

  add(word: string): void {
    if (!isSpelled(word) || word.length > LONGEST) return;
    (this.#words[word.length] ??= []).push(word);
    this.#similar.clear();
  }

  /** Other words with few letters changed, added, left out or swapped with their neighbour, nearest first. */
  similar(word: string): readonly Similar[] {
    return this.#cached(word, (limit) => this.#within(word, word.length - limit, word.length + limit, limit));
  }

  /** Words that begin almost as this one, which is still being typed. */
  begun(word: string): readonly Similar[] {
    return this.#cached(`${word}…`, (limit) => this.#within(word, word.length, Infinity, limit), word);
  }

  #cached(key: string, find: (limit: number) => Similar[], word = key): readonly Similar[] {
    const limit = isSpelled(word) ? typosIn(word) : 0;
    if (limit === 0) return [];
    const known = this.#similar.get(key);
    if (known) return known;
    const found = find(limit).sort((one, other) => one.distance - other.distance);
    this.#similar.set(key, found);
    return found;
  }

  /** Compares words of these lengths, longer ones by their beginning. */
  #within(word: string, shortest: number, longest: number, limit: number): Similar[] {
    return this.#words.slice(Math.max(0, shortest), longest + 1).flatMap((words) =>
      (words ?? []).flatMap((other) => {
        const distance = distanceOf(word, longest === Infinity ? other.slice(0, word.length) : other, limit);
        return distance > 0 && distance <= limit ? [{ word: other, distance }] : [];
      }),
    );
  }
}

/** Rows of the table of edits, used again by every comparison: a search compares a word with thousands. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** Edits between two words, where a swap of neighbours is one; more than `limit` where there are more (Damerau and Levenshtein). */
export function distanceOf(one: string, other: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(one.length - other.length) > limit || Math.max(one.length, other.length) > LONGEST) return tooFar;
  let [before, last, row] = ROWS;
  for (let j = 0; j <= other.length; j += 1) last[j] = Math.min(j, tooFar);
  let leastBefore = 0;
  for (let i = 1; i <= one.length; i += 1) {
    row.fill(tooFar, 0, other.length + 1);
    row[0] = Math.min(i, tooFar);
    let least = row[0];
    for (let j = Math.max(1, i - limit); j <= Math.min(other.length, i + limit); j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let edits = Math.min(last[j - 1]! + (isSame ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row[j] = edits;
      if (edits < least) least = edits;
    }
    // A swap reaches over the last row.
    if (least > limit && leastBefore > limit) return tooFar;
    leastBefore = least;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[other.length]!, tooFar);
}
