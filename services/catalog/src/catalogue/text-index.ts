import MiniSearch from 'minisearch';
import type { catalog } from '@shop/contracts';
import type { Product } from '../products/product.schema.ts';
import { processTerm, rank, type Ranked } from './ranking.ts';

/** Product fields that are indexed. */
export const TEXT_FIELDS = [
  'name',
  'productGroup',
  'position',
  'category',
  'material',
  'metalTone',
  'shortDescription',
  'sold',
  'featured',
] as const;
export type IndexedProduct = Pick<Product, '_id' | (typeof TEXT_FIELDS)[number]>;

interface Entry {
  id: string;
  name: string;
  group: string;
  /** The group code without its hyphen, which many leave out; with it, it is two words. */
  code: string;
  category: string;
  tags: string;
  description: string;
  position: number;
  popularity: number;
}

const entryOf = (product: IndexedProduct): Entry => ({
  id: String(product._id),
  name: product.name,
  group: product.productGroup,
  code: product.productGroup.replace('-', ''),
  category: [product.category.main, product.category.sub].filter(Boolean).join(' '),
  tags: [product.material.tag, product.material.sub, product.metalTone].filter(Boolean).join(' '),
  description: product.shortDescription,
  position: product.position,
  popularity: product.sold + product.featured,
});

interface FoundGroup {
  productGroup: string;
  /** The variant that is shown. */
  productId: string;
  name: string;
}

interface Term {
  id: string;
  type: 'category' | 'tags';
  text: string;
}

export interface Taxonomy {
  categories: readonly { name: string; sub: readonly string[] }[];
  materials: readonly { name: string; sub: readonly string[] }[];
}

const MAX_PRODUCTS = 5;
const MAX_TERMS = 3;

/** Whether two variants match the same words; their scores also depend on the number of their other words. */
const isAsGood = (one: Ranked, other: Ranked): boolean =>
  one.tier === other.tier && one.terms.toSorted().join(' ') === other.terms.toSorted().join(' ');

/** Published products and the words of the menu, in memory. Small enough to be rebuilt at any time. */
export class TextIndex {
  readonly #products = new MiniSearch<Entry>({
    fields: ['name', 'group', 'code', 'category', 'tags', 'description'],
    storeFields: ['name', 'group', 'category', 'tags', 'position', 'popularity'],
    processTerm,
    searchOptions: { boost: { group: 8, code: 8, name: 6, category: 4, tags: 4, description: 1 } },
  });
  #terms = new MiniSearch<Term>({ fields: ['text'], storeFields: ['type', 'text'], processTerm });

  get size(): number {
    return this.#products.documentCount;
  }

  put(product: IndexedProduct): void {
    const entry = entryOf(product);
    if (this.#products.has(entry.id)) this.#products.replace(entry);
    else this.#products.add(entry);
  }

  remove(productId: string): void {
    if (this.#products.has(productId)) this.#products.discard(productId);
  }

  /** Categories as `ring` and `solitaire ring`, tags as `gold` and `18k gold`. */
  putTaxonomy({ categories, materials }: Taxonomy): void {
    const terms = new MiniSearch<Term>({ fields: ['text'], storeFields: ['type', 'text'], processTerm });
    const named = (type: Term['type'], entries: Taxonomy['categories']) =>
      entries.flatMap(({ name, sub }) =>
        [
          name,
          ...sub.filter((text) => text !== 'all').map((text) => (text.includes(name) ? text : `${text} ${name}`)),
        ].map((text) => ({ id: `${type} ${text}`, type, text })),
      );
    const unique = new Map(
      [...named('category', categories), ...named('tags', materials)].map((term) => [term.id, term]),
    );
    terms.addAll([...unique.values()]);
    this.#terms = terms;
  }

  /** Variants by rank. */
  hits(text: string): Ranked[] {
    return rank(this.#products, text, {
      prefixed: ({ name, group, category, tags }) => [name, group, category, tags],
      popularity: (hit) => hit['popularity'] as number,
    });
  }

  /** Groups by rank of their hits, each with the first of its best matching variants, as in a listing. */
  group(hits: readonly Ranked[]): FoundGroup[] {
    const groups = new Map<string, Ranked>();
    for (const hit of hits) {
      const best = groups.get(hit['group']);
      if (!best || (isAsGood(hit, best) && hit['position'] < best['position'])) groups.set(hit['group'], hit);
    }
    return [...groups.values()].map(({ id, group, name }) => ({ productGroup: group, productId: id as string, name }));
  }

  suggest(text: string): catalog.Suggestion[] {
    const names = new Set(this.group(this.hits(text)).map(({ name }) => name));
    const terms = rank(this.#terms, text, { prefixed: (hit) => [hit['text'] as string], popularity: () => 0 });
    const ofType = (type: Term['type']) =>
      terms.filter((hit) => hit['type'] === type).map((hit) => ({ type, text: hit['text'] as string }));
    return [
      ...[...names].slice(0, MAX_PRODUCTS).map((name) => ({ type: 'product' as const, text: name })),
      ...ofType('category').slice(0, MAX_TERMS),
      ...ofType('tags').slice(0, MAX_TERMS),
    ];
  }
}
