import type { catalog } from '@shop/contracts';
import { NO_SYNONYMS, type Searched, type Synonyms, TextIndex } from './text-index.ts';

interface Entry {
  name: string;
  sub: readonly string[];
}
type Term = Pick<catalog.Suggestion, 'text'> & { type: 'category' | 'tags' };

const MAX_TERMS = 3;

/** The words of the menu, to be suggested: categories as `ring` and `solitaire ring`, tags as `gold` and `18k gold`. */
export class MenuIndex {
  readonly #texts = new TextIndex();
  readonly #terms: Term[] = [];
  readonly #searched: Searched = {
    isThere: () => true,
    begins: (number, text) => this.#terms[number]!.text.startsWith(text),
  };

  constructor({ categories, materials }: { categories: readonly Entry[]; materials: readonly Entry[] }) {
    this.#add('category', categories);
    this.#add('tags', materials);
  }

  suggest(text: string, synonyms: Synonyms = NO_SYNONYMS): Term[] {
    const { matches } = this.#texts.ask(text, synonyms, this.#searched);
    if (!matches) return [];
    const found = matches.numbers
      .toSorted((one, other) => matches.rankOf(other) - matches.rankOf(one) || one - other)
      .map((number) => this.#terms[number]!);
    return (['category', 'tags'] as const).flatMap((type) =>
      found.filter((term) => term.type === type).slice(0, MAX_TERMS),
    );
  }

  #add(type: Term['type'], entries: readonly Entry[]): void {
    const texts = entries.flatMap(({ name, sub }) => [
      name,
      ...sub.filter((text) => text !== 'all').map((text) => (text.includes(name) ? text : `${text} ${name}`)),
    ]);
    for (const text of new Set(texts)) {
      this.#terms.push({ type, text });
      this.#texts.add({ name: text });
    }
  }
}
