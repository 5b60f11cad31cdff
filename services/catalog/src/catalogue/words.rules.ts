const STOP_WORDS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with', 'my', 'her', 'his']);

/** Joiners of Indian scripts, which readers do not see. */
const JOINERS = /[\u200C\u200D]/g;

const BETWEEN_WORDS = /[\s\p{P}\p{S}\p{Z}]+/u;

/** `22 KT`, `22kt` and `22 carat` are one word: `22k`. */
const KARAT = /(?<![\d.])(9|10|14|18|20|22|23|24)\s*(?:k|kt|ct|karats?|carats?)(?![\p{L}\p{N}])/gu;

/** Lower case, without accents. */
export const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(JOINERS, '')
    .trim()
    .toLowerCase();

/** The words of a query as they are typed: in lower case, without accents. */
export const typedWordsOf = (text: string): string[] =>
  normal(text).replace(KARAT, '$1k').split(BETWEEN_WORDS).filter(Boolean);

/** Without a plural `s`. */
export const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** The words of a text as they are indexed. */
export const wordsOf = (text: string): string[] => typedWordsOf(text).map(singular);

/** Words that many texts have and that say nothing about a piece. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
