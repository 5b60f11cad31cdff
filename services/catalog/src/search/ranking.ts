import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';

/** Words that say nothing about a piece. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with', 'my', 'her', 'his']);
/** Shorter words are not forgiven a typo: too many others are one letter away. */
const FORGIVING_FROM = 5;

/** A word as it is indexed and looked for: small letters without accents, and `rings` is `ring`. */
export function processTerm(word: string): string | null {
  const plain = word
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  if (plain === '' || STOP_WORDS.has(plain)) return null;
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain;
}

/** Of codes every digit counts. */
const isForgiven = (word: string): boolean => word.length >= FORGIVING_FROM && !/\d/.test(word);

const OPTIONS: SearchOptions = {
  prefix: true,
  fuzzy: (term) => (isForgiven(term) ? (term.length < 9 ? 1 : 2) : false),
  weights: { prefix: 0.6, fuzzy: 0.3 },
};

const wordsOf = MiniSearch.getDefault('tokenize') as (text: string) => string[];

/** The word with each two neighbouring letters swapped: one slip of the fingers, but two edits, which short words are not forgiven. */
const swapsOf = (word: string): string[] =>
  isForgiven(word)
    ? Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2))
    : [];

/** Lower is better. */
const enum Tier {
  /** A name, group code, category or tag begins with what was typed. */
  Prefix,
  /** Every word that was typed is there. */
  WholeWords,
  /** Every word is there, or begins a word that is. */
  BeginningOfWords,
  /** At least one word is only like one that is there. */
  Typo,
}

export type Ranked = SearchResult & { tier: Tier };

const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase();

/**
 * What is found for a text, best first: what begins with it, then what has its words, then what has words that begin with
 * them, then what is only similar. Within each of these by relevance, then by popularity. All words must fit; when
 * nothing fits all, what fits some is found.
 *
 * @param beginnings the texts of a hit that may begin with what was typed
 */
export function rank<T>(
  index: MiniSearch<T>,
  text: string,
  {
    beginnings,
    popularity,
  }: { beginnings(hit: SearchResult): readonly string[]; popularity(hit: SearchResult): number },
): Ranked[] {
  const wanted = normal(text);
  const words = wordsOf(text)
    .map(processTerm)
    .filter((word) => word !== null);
  const spellings = words.map((word) => ({ word, swaps: swapsOf(word) }));
  const swapped = new Map(spellings.flatMap(({ word, swaps }) => swaps.map((swap) => [swap, word])));
  for (const word of words) swapped.delete(word);
  const queries: Query[] = spellings.map(({ word, swaps }) => ({
    combineWith: 'OR',
    queries: [word, { combineWith: 'OR', fuzzy: false, queries: swaps }],
  }));
  let hits = index.search({ combineWith: 'AND', queries }, OPTIONS);
  if (hits.length === 0) hits = index.search({ combineWith: 'OR', queries }, OPTIONS);
  return hits
    .map((hit) => Object.assign(hit, { tier: tierOf(hit, wanted, swapped, beginnings(hit)) }))
    .sort((a, b) => a.tier - b.tier || b.score - a.score || popularity(b) - popularity(a) || compare(a.id, b.id));
}

const compare = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

function tierOf(
  { queryTerms, terms }: SearchResult,
  wanted: string,
  swapped: ReadonlyMap<string, string>,
  beginnings: readonly string[],
): Tier {
  if (beginnings.some((text) => normal(text).startsWith(wanted))) return Tier.Prefix;
  const typed = new Set(queryTerms.map((word) => swapped.get(word) ?? word));
  const isFound = (fits: (term: string, word: string) => boolean) =>
    [...typed].every((word) => terms.some((term) => fits(term, word)));
  if (isFound((term, word) => term === word)) return Tier.WholeWords;
  if (isFound((term, word) => term.startsWith(word))) return Tier.BeginningOfWords;
  return Tier.Typo;
}
