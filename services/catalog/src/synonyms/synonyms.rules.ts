import { singular, typedWordsOf, wordsOf } from '../catalogue/words.rules.ts';

export interface Meaning {
  means: string;
  words: readonly string[];
}

/** Two spellings of one key are the same words: `Rings` and `ring`. */
export const keyOf = (text: string): string => wordsOf(text).join(' ');

/** Replaces words of a query by what they mean, the longest first; what replaced them is not replaced again. */
export class WordSynonyms {
  readonly #meanings = new Map<string, readonly string[]>();
  #longest = 0;

  constructor(meanings: readonly Meaning[]) {
    for (const { means, words } of meanings) {
      for (const text of words) {
        this.#meanings.set(keyOf(text), typedWordsOf(means));
        this.#longest = Math.max(this.#longest, wordsOf(text).length);
      }
    }
  }

  replaceIn(words: readonly string[]): string[] {
    const replaced: string[] = [];
    for (let at = 0; at < words.length;) {
      const { meaning, length } = this.#meaningAt(words, at);
      replaced.push(...meaning);
      at += length;
    }
    return replaced;
  }

  #meaningAt(words: readonly string[], at: number): { meaning: readonly string[]; length: number } {
    for (let length = Math.min(this.#longest, words.length - at); length > 0; length -= 1) {
      const meaning = this.#meanings.get(
        words
          .slice(at, at + length)
          .map(singular)
          .join(' '),
      );
      if (meaning) return { meaning, length };
    }
    return { meaning: [words[at]!], length: 1 };
  }
}
