import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch';

const STOP_WORDS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with', 'my', 'her', 'his']);
/** Shorter words match exactly: too many others are one letter away. */
const MIN_FUZZY_LENGTH = 5;

/** Joiners of Indian scripts, which readers do not see. */
const JOINERS = /[\u200C\u200D]/g;

/** Lower case, without accents. */
const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(JOINERS, '')
    .trim()
    .toLowerCase();

/** Normalizes a word for indexing and searching: lower case, without accents and plural `s`; `null` for stop words. */
export function processTerm(word: string): string | null {
  const plain = normal(word);
  if (plain === '' || STOP_WORDS.has(plain)) return null;
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain;
}

/** Words with digits are codes, which match exactly. */
const isFuzzy = (word: string): boolean => word.length >= MIN_FUZZY_LENGTH && !/\d/.test(word);

const OPTIONS: SearchOptions = {
  prefix: true,
  fuzzy: (term) => (isFuzzy(term) ? (term.length < 9 ? 1 : 2) : false),
  weights: { prefix: 0.6, fuzzy: 0.3 },
};

const wordsOf = MiniSearch.getDefault('tokenize') as (text: string) => string[];

/** The word with each pair of adjacent letters swapped: one typo, but two edits, more than short words may have. */
const swapsOf = (word: string): string[] =>
  isFuzzy(word)
    ? Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2))
    : [];

/** Quality of a match, best first. */
const enum Tier {
  /** A name, group code, category or tag starts with the query. */
  Prefix,
  /** Every word of the query is found. */
  WholeWords,
  /** Every word is found, or is the prefix of one that is. */
  WordPrefixes,
  /** At least one word is only similar to one that is found. */
  Typo,
}

export type Ranked = SearchResult & { tier: Tier };

/**
 * Hits for a text, ordered by tier, then relevance, then popularity. All words have to match; without such a hit, those that
 * match some words are returned.
 *
 * @param prefixed the texts of a hit that count for `Tier.Prefix`
 */
export function rank<T>(
  index: MiniSearch<T>,
  text: string,
  { prefixed, popularity }: { prefixed(hit: SearchResult): readonly string[]; popularity(hit: SearchResult): number },
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
    .map((hit) => Object.assign(hit, { tier: tierOf(hit, wanted, swapped, prefixed(hit)) }))
    .sort((a, b) => a.tier - b.tier || b.score - a.score || popularity(b) - popularity(a) || compare(a.id, b.id));
}

const compare = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

function tierOf(
  { queryTerms, terms }: SearchResult,
  wanted: string,
  swapped: ReadonlyMap<string, string>,
  prefixed: readonly string[],
): Tier {
  if (prefixed.some((text) => normal(text).startsWith(wanted))) return Tier.Prefix;
  const typed = new Set(queryTerms.map((word) => swapped.get(word) ?? word));
  const isFound = (fits: (term: string, word: string) => boolean) =>
    [...typed].every((word) => terms.some((term) => fits(term, word)));
  if (isFound((term, word) => term === word)) return Tier.WholeWords;
  if (isFound((term, word) => term.startsWith(word))) return Tier.WordPrefixes;
  return Tier.Typo;
}
