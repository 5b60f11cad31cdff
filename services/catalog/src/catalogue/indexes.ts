import { textOf } from './catalogue-text.rules.ts';
import type { FacetDetails } from './facet.rules.ts';
import { MenuIndex } from './menu-index.ts';
import { NO_SYNONYMS, type Question, type Synonyms, TextIndex } from './text-index.ts';
import { VariantIndex, type VariantProduct } from './variant-index.ts';

/** Texts that changed are left behind in the index; when they are as many as those for sale, it is rebuilt. */
const FEW_TEXTS = 1_000;

export type IndexedProduct = VariantProduct & Parameters<typeof textOf>[0];

/** What is for sale, by facts and by words, and what the menu says. */
export class Indexes {
  readonly variants = new VariantIndex();
  readonly texts = new TextIndex();
  menu = new MenuIndex({ categories: [], materials: [] });

  put(product: IndexedProduct, details: FacetDetails | undefined): void {
    const text = textOf(product, details);
    const known = this.variants.numberOf(String(product._id));
    const number = known !== undefined && this.texts.is(known, text) ? known : this.texts.add(text);
    this.variants.put(product, details, number);
  }

  ask(text: string, synonyms: Synonyms = NO_SYNONYMS): Question {
    return this.texts.ask(text, synonyms, {
      isThere: (number) => this.variants.at(number) !== undefined,
      begins: (number, beginning) => {
        const { name, main, sub, tag } = this.variants.at(number)!;
        return (
          beginsWith(name, beginning) ||
          beginsWith(main, beginning) ||
          beginsWith(tag, beginning) ||
          (sub !== undefined && beginsWith(sub, beginning))
        );
      },
    });
  }

  get isMostlyLeftBehind(): boolean {
    return this.texts.size > this.variants.size * 2 + FEW_TEXTS;
  }
}

/** The first letter decides mostly, in a fraction of the time. */
const beginsWith = (text: string, beginning: string): boolean =>
  text.charCodeAt(0) === beginning.charCodeAt(0) && text.startsWith(beginning);
