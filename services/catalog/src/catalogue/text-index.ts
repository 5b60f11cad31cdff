import { hash } from 'node:crypto';
import { fieldIn, numberIn, Postings } from './postings.ts';
import { takePriceLimits, type PriceLimits } from './price-limits.rules.ts';
import { Spelling, type Similar } from './spelling.ts';
import { isStopWord, singular, typedWordsOf, wordsOf } from './words.rules.ts';

/** A text to be found, by the importance of its parts. */
export interface Text {
  /** Such as a group code; found with and without its signs. */
  code?: string;
  name: string;
  description?: string;
  /** Facts that are a filter where a query names them: a piece has `22 KT` or has not. */
  values?: readonly string[];
  /** The same, where the last word alone means it too: `diamond` is also `Laboratory-Grown Diamond`. */
  kinds?: readonly string[];
  /** Shapes are filters as `emerald cut`, and alone where the word is no other value. */
  shapes?: readonly string[];
}

const enum Field {
  Code,
  Name,
  Value,
  Description,
}
const WEIGHTS = [8, 6, 4, 1];

/** Quality of a match, best first. */
const enum Tier {
  /** A name, group code, category or tag starts with the query. */
  Prefix = 1,
  /** Every word of the query is found. */
  WholeWords,
  /** Every word is found, or is the prefix of one that is. */
  WordPrefixes,
  /** At least one word is only similar to one that is found. */
  Typo,
}
const TIERS = Tier.Typo + 1;
/** More than the weights of all words of a query. */
const TIER = 10_000;
/** For a name of which every word was asked for. */
const WHOLE_NAME = 3;

const LONGEST_PHRASE = 4;
/** Of the words that begin with a typed one. */
const MAX_COMPLETIONS = 500;
const CUTS = ['cut', 'shape', 'shaped'];

/** Where a word or a value is found, and how good that is. */
interface Source {
  postings: Postings;
  factor: number;
  tier: Tier;
  /** The last field that counts. */
  upTo: Field;
}

/** A word of a query, or several that are a value together. */
interface Unit {
  values: readonly Source[];
  words: readonly Source[];
}

/** What a search notes of each number: how many units it has so far, its tier and its score. */
interface Scratch {
  reached: Uint8Array;
  tiers: Uint8Array;
  scores: Float32Array;
}
const scratchFor = (size: number): Scratch => ({
  reached: new Uint8Array(size),
  tiers: new Uint8Array(size),
  scores: new Float32Array(size),
});

/** What is found, by number. */
export class Matches {
  /** The higher the better; 0 where nothing is found. */
  readonly #ranks: Float32Array;

  constructor(
    ranks: Float32Array,
    readonly numbers: readonly number[],
  ) {
    this.#ranks = ranks;
  }

  has(number: number): boolean {
    return this.#ranks[number]! > 0;
  }

  rankOf(number: number): number {
    return this.#ranks[number]!;
  }
}

export interface Question {
  limits: PriceLimits;
  /** Undefined when the text has no words; it may have limits of the price. */
  matches: Matches | undefined;
  /** Whether the catalogue has every word of it, spelled so. */
  isKnown: boolean;
}

export interface Searched {
  /** Whether a number still stands for something. */
  isThere(number: number): boolean;
  /** Whether its name, category or tag begins with this, in lower case. */
  begins(number: number, text: string): boolean;
}

/** Other words for what the catalogue calls otherwise. */
export interface Synonyms {
  replaceIn(words: readonly string[]): string[];
}
export const NO_SYNONYMS: Synonyms = { replaceIn: (words) => [...words] };

/**
 * Texts by their words, in memory. A query's words that are values (`22k`, `rose gold`, `emerald`) are a filter, so that its total is
 * exact; other words are found in names, codes, values and descriptions, also misspelled, and the last one while it is typed. A text is
 * never changed here: it gets a new number, and the former one stands for nothing.
 */
export class TextIndex {
  readonly #words = new Map<string, Postings>();
  readonly #values = new Map<string, Postings>();
  readonly #shapes = new Map<string, Postings>();
  /** Words of values. */
  readonly #valueWords = new Set<string>();
  /** Letters that codes begin with. */
  readonly #codeLetters = new Set<string>();
  readonly #spelling = new Spelling();
  /** Sorted, when it is needed and no word was added since. */
  #vocabulary: string[] | undefined;
  readonly #prints: string[] = [];
  #nameLengths = new Uint8Array(1_024);
  #scratch = scratchFor(0);

  /** Of all texts so far, those too that stand for nothing. */
  get size(): number {
    return this.#prints.length;
  }

  /** Whether a number has the same text. */
  is(number: number, text: Text): boolean {
    return this.#prints[number] === printOf(text);
  }

  /** @returns its number */
  add(text: Text): number {
    const number = this.#prints.push(printOf(text)) - 1;
    if (text.code) this.#addCode(number, text.code);
    const name = wordsOf(text.name);
    this.#setNameLength(number, name.length);
    const values = [...(text.values ?? []), ...(text.kinds ?? []), ...(text.shapes ?? [])];
    const fields = [
      [Field.Name, name],
      [Field.Value, values.flatMap(wordsOf)],
      [Field.Description, wordsOf(text.description ?? '')],
    ] as const;
    for (const [field, words] of fields) for (const word of words) this.#addWord(number, field, word);
    for (const value of text.values ?? []) this.#addValue(this.#values, number, wordsOf(value));
    for (const kind of text.kinds ?? []) {
      const words = wordsOf(kind);
      for (let from = 0; from < words.length; from += 1) this.#addValue(this.#values, number, words.slice(from));
    }
    for (const shape of text.shapes ?? []) {
      const words = wordsOf(shape);
      this.#addValue(this.#shapes, number, words);
      for (const cut of CUTS) this.#addValue(this.#values, number, [...words, cut]);
    }
    return number;
  }

  /** What is meant by a text, best first by its rank. */
  ask(text: string, synonyms: Synonyms, searched: Searched): Question {
    const { rest, limits } = takePriceLimits(text);
    const typed = typedWordsOf(rest);
    const beginning = rest.trim().toLowerCase();
    for (const words of [synonyms.replaceIn(typed), typed]) {
      const matches = this.#search(words, beginning, searched);
      const isKnown = words.every((word) => isStopWord(word) || this.#words.has(singular(word)));
      if (matches.numbers.length > 0) return { limits, matches, isKnown };
    }
    const isEmpty = typed.every(isStopWord) && Object.keys(limits).length > 0;
    const matches = isEmpty ? undefined : this.#someOf(typed, beginning, searched);
    return { limits, matches, isKnown: isEmpty };
  }

  #search(words: readonly string[], beginning: string, searched: Searched): Matches {
    const units = this.#unitsOf(words);
    if (units.length > 0 && units.every(({ values }) => values.length > 0)) {
      const strict = this.#match(
        units.map(({ values }) => values),
        beginning,
        searched,
      );
      if (strict.numbers.length > 0) return strict;
    }
    return this.#match(
      units.map(({ values, words: others }) => [...values, ...others]),
      beginning,
      searched,
    );
  }

  /** What has some of the words, those with most of them first. */
  #someOf(words: readonly string[], beginning: string, searched: Searched): Matches {
    const ranks = new Float32Array(this.size);
    for (const { values, words: others } of this.#unitsOf(words)) {
      const matches = this.#match([[...values, ...others]], beginning, searched);
      for (const number of matches.numbers) ranks[number]! += TIERS * TIER + matches.rankOf(number);
    }
    const numbers = [];
    for (const [number, rank] of ranks.entries()) if (rank > 0) numbers.push(number);
    return new Matches(ranks, numbers);
  }

  /** The words of a query, several together where they are a value; words that nothing has are left out. */
  #unitsOf(typed: readonly string[]): Unit[] {
    const words = this.#joinCodes(typed.filter((word) => !isStopWord(word)));
    const units: Unit[] = [];
    for (let at = 0; at < words.length;) {
      const isLast = at === words.length - 1;
      const { unit, length } = this.#valueAt(words, at) ?? { unit: this.#wordUnit(words[at]!, isLast), length: 1 };
      if (unit.values.length + unit.words.length > 0) units.push(unit);
      at += length;
    }
    return units;
  }

  /** The longest value that begins here, also misspelled. */
  #valueAt(words: readonly string[], at: number): { unit: Unit; length: number } | undefined {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
      const typed = words.slice(at, at + length);
      const spelled = typed.map((word) => this.#spelledAsValue(word));
      const postings = this.#values.get(spelled.join(' ')) ?? this.#shapes.get(spelled.join(' '));
      if (!postings) continue;
      const isTypo = spelled.some((word, index) => word !== singular(typed[index]!));
      const tier = isTypo ? Tier.Typo : Tier.WholeWords;
      const values = [{ postings, factor: 1, tier, upTo: Field.Description }];
      const named = length === 1 ? this.#words.get(spelled[0]!) : undefined;
      // A piece may be called after a value that it has not: Eternity Band.
      return { unit: { values, words: named ? [{ ...values[0]!, postings: named, upTo: Field.Name }] : [] }, length };
    }
    return undefined;
  }

  /** The word of a value that a word is spelled most like, if nothing is spelled as it is. */
  #spelledAsValue(typed: string): string {
    const word = singular(typed);
    if (this.#words.has(word)) return word;
    const [nearest, ...others] = this.#similar(typed);
    if (!nearest) return word;
    const near = [nearest, ...others].filter(({ distance }) => distance === nearest.distance);
    const common = near.reduce((one, other) => (this.#count(other.word) > this.#count(one.word) ? other : one));
    return this.#valueWords.has(common.word) ? common.word : word;
  }

  #count(word: string): number {
    return this.#words.get(word)?.length ?? 0;
  }

  /** A typed `hoos` is not the plural of `hoo` but `hoops` with a letter left out. */
  #similar(typed: string): readonly Similar[] {
    const found = this.#spelling.similar(singular(typed));
    return found.length > 0 ? found : this.#spelling.similar(typed);
  }

  #wordUnit(typed: string, isLast: boolean): Unit {
    const word = singular(typed);
    const sourcesOf = (found: readonly string[], tier: Tier, factor: number) =>
      found.flatMap((each): Source[] => {
        const postings = this.#words.get(each);
        return postings ? [{ postings, tier, factor, upTo: Field.Description }] : [];
      });
    const words = [
      ...sourcesOf([word], Tier.WholeWords, 1),
      ...(isLast ? sourcesOf(this.#completionsOf(word), Tier.WordPrefixes, 0.6) : []),
      ...this.#similar(typed).flatMap((similar) => sourcesOf([similar.word], Tier.Typo, 0.3 / similar.distance)),
    ];
    if (words.length > 0 || !isLast) return { values: [], words };
    const begun = this.#spelling.begun(typed).map((similar) => similar.word);
    return { values: [], words: sourcesOf(begun, Tier.Typo, 0.2) };
  }

  #completionsOf(word: string): string[] {
    this.#vocabulary ??= [...this.#words.keys()].sort();
    const found = [];
    for (let at = firstFrom(this.#vocabulary, word); found.length < MAX_COMPLETIONS; at += 1) {
      const next = this.#vocabulary[at];
      if (!next?.startsWith(word)) break;
      if (next !== word) found.push(next);
    }
    return found;
  }

  /** `ar 1042`, `ar-1042` and `1042` are the code `ar1042`. */
  #joinCodes(words: readonly string[]): string[] {
    const joined: string[] = [];
    for (const word of words) {
      const before = joined.at(-1);
      if (!/^\d{3,}$/.test(word)) joined.push(word);
      else if (before !== undefined && this.#codeLetters.has(before)) joined.splice(-1, 1, before + word);
      else
        joined.push(
          [...this.#codeLetters].map((letters) => letters + word).find((code) => this.#words.has(code)) ?? word,
        );
    }
    return joined;
  }

  /** What every unit finds. Its sources are tried from the best on. */
  #match(units: readonly (readonly Source[])[], beginning: string, searched: Searched): Matches {
    const sizeOf = (sources: readonly Source[]) => sources.reduce((sum, { postings }) => sum + postings.length, 0);
    const smallestFirst = units.toSorted((one, other) => sizeOf(one) - sizeOf(other));
    const { reached, tiers, scores } = this.#cleanScratch();
    let candidates: number[] = [];
    for (const [index, sources] of smallestFirst.entries()) {
      candidates = [];
      for (const { postings, factor, tier, upTo } of sources) {
        for (const posting of postings.all()) {
          const number = numberIn(posting);
          const field = fieldIn(posting);
          if (reached[number] !== index || field > upTo) continue;
          reached[number] = index + 1;
          candidates.push(number);
          if (tier > tiers[number]!) tiers[number] = tier;
          scores[number]! += WEIGHTS[field]! * factor;
          if (field === Field.Name) scores[number]! += (WHOLE_NAME * factor) / this.#nameLengths[number]!;
        }
      }
    }
    const ranks = new Float32Array(this.size);
    const numbers = [];
    for (const number of candidates) {
      if (!searched.isThere(number)) continue;
      const tier = searched.begins(number, beginning) ? Tier.Prefix : tiers[number]!;
      ranks[number] = scores[number]! + (TIERS - tier) * TIER;
      numbers.push(number);
    }
    return new Matches(ranks, numbers);
  }

  /** Arrays of every search; a large catalogue would leave a megabyte to be collected after each. */
  #cleanScratch(): Scratch {
    if (this.#scratch.reached.length < this.size) this.#scratch = scratchFor(Math.ceil(this.size * 1.25));
    const { reached, tiers, scores } = this.#scratch;
    for (const array of [reached, tiers, scores]) array.fill(0);
    return this.#scratch;
  }

  #addWord(number: number, field: Field, word: string): void {
    if (isStopWord(word)) return;
    let postings = this.#words.get(word);
    if (!postings) {
      this.#words.set(word, (postings = new Postings()));
      this.#spelling.add(word);
      this.#vocabulary = undefined;
    }
    postings.add(number, field);
  }

  #addCode(number: number, code: string): void {
    const [word] = wordsOf(code.replaceAll(/[^\p{L}\p{N}]/gu, ''));
    if (word === undefined) return;
    this.#addWord(number, Field.Code, word);
    const letters = /^\p{L}+(?=\d)/u.exec(word);
    if (letters) this.#codeLetters.add(letters[0]);
  }

  #addValue(values: Map<string, Postings>, number: number, words: readonly string[]): void {
    const phrase = words.filter((word) => !isStopWord(word)).join(' ');
    if (phrase === '') return;
    let postings = values.get(phrase);
    if (!postings) {
      values.set(phrase, (postings = new Postings()));
      for (const word of words) this.#valueWords.add(word);
    }
    postings.add(number, Field.Value);
  }

  #setNameLength(number: number, length: number): void {
    if (number >= this.#nameLengths.length) {
      const longer = new Uint8Array(this.#nameLengths.length * 2);
      longer.set(this.#nameLengths);
      this.#nameLengths = longer;
    }
    this.#nameLengths[number] = Math.min(length, 255);
  }
}

/** Enough of a hash that no other text has it. */
const printOf = (text: Text): string => hash('sha1', JSON.stringify(text), 'base64').slice(0, 12);

/** Where `word` stands in a sorted list, or would. */
function firstFrom(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
