import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';

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

const OPTIONS: SearchOptions = {
  prefix: true,
  fuzzy: (term) => (term.length < FORGIVING_FROM ? false : term.length < 9 ? 1 : 2),
  weights: { prefix: 0.6, fuzzy: 0.3 },
};

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
  if (wanted === '') return [];
  let hits = index.search(text, { ...OPTIONS, combineWith: 'AND' });
  if (hits.length === 0) hits = index.search(text, { ...OPTIONS, combineWith: 'OR' });
  return hits
    .map((hit) => Object.assign(hit, { tier: tierOf(hit, wanted, beginnings(hit)) }))
    .sort((a, b) => a.tier - b.tier || b.score - a.score || popularity(b) - popularity(a) || compare(a.id, b.id));
}

const compare = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

function tierOf({ queryTerms, terms }: SearchResult, wanted: string, beginnings: readonly string[]): Tier {
  if (beginnings.some((text) => normal(text).startsWith(wanted))) return Tier.Prefix;
  if (queryTerms.every((word) => terms.includes(word))) return Tier.WholeWords;
  if (queryTerms.every((word) => terms.some((term) => term.startsWith(word)))) return Tier.BeginningOfWords;
  return Tier.Typo;
}
