import { catalog } from '@shop/contracts';
import quickselect from 'quickselect';
import type { Product } from '../products/product.schema.ts';
import type { NamesInProducts } from '../taxonomy/taxonomy-entry.schema.ts';
import { compareValues, type FacetDetails, facetsOf } from './facet.rules.ts';
import type { Matches } from './text-index.ts';

/** Fields that the index reads of a product. */
export const VARIANT_FIELDS = [
  'name',
  'productGroup',
  'position',
  'pricePaise',
  'category',
  'material',
  'metalTone',
  'stock',
  'sold',
  'featured',
  'rating',
  'ratingCount',
  'createdAt',
  'detailsRef',
] as const;
export type VariantProduct = Pick<Product, '_id' | (typeof VARIANT_FIELDS)[number]>;

export interface Wanted {
  category?: NamesInProducts;
  material?: NamesInProducts;
  /** In paise before tax: from `low`, below `beyond`. */
  price?: { low?: number; beyond?: number };
  /** Values of facets, as in addresses. */
  facets: Partial<Record<catalog.Facet, readonly string[]>>;
  /** Only these variants: what a text was found in. */
  among?: Pick<Matches, 'has' | 'numbers'>;
  /** Only what belongs to this part of the shop, of which the rest is a view: it counts for no filter. */
  part?: Part;
}

/** What fits `filter`, if there is one, and these groups whether they fit or not. */
export interface Part {
  filter: Pick<Wanted, 'category' | 'material' | 'price' | 'facets'> | undefined;
  groups: ReadonlySet<string>;
}

export interface Found {
  /** Groups with a variant that fits, and those variants in their order. */
  groups: (readonly Variant[])[];
  facets: catalog.FacetCounts[];
  /** Lowest and highest price of what the other filters leave, in paise before tax. */
  prices: { lowest: number; highest: number } | undefined;
}

export interface Variant {
  id: string;
  /** Of its text in the text index. */
  number: number;
  productGroup: string;
  position: number;
  name: string;
  pricePaise: number;
  stock: number;
  sold: number;
  featured: number;
  rating: number;
  ratingCount: number;
  createdAt: number;
  main: string;
  sub: string | undefined;
  tag: string;
  subTag: string | undefined;
  group: Group;
  /** Its facets' values: `count` numbers in the pool, from `start` on. */
  start: number;
  count: number;
}

interface Group {
  /** In their order. */
  variants: Variant[];
  /** The last search that came across it. */
  seenBy: number;
}

interface Value {
  facet: catalog.Facet;
  value: string;
  label: string;
  /** Of its facet, in the mask of filters. */
  bit: number;
}

const bitOf = (facet: catalog.Facet): number => 1 << catalog.FACETS.indexOf(facet);
const PRICE_BIT = 1 << catalog.FACETS.length;
const isOneBit = (mask: number): boolean => (mask & (mask - 1)) === 0;

const inOrder = (one: Variant, other: Variant): number =>
  one.position - other.position || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/**
 * The variants for sale in memory, by group: what fits a filter, and how many groups each further value would leave. One pass over the
 * variants answers both: a variant that fails no filter counts for every facet, one that fails the filter of a single facet for that.
 */
export class VariantIndex {
  readonly #variants = new Map<string, Variant>();
  readonly #byNumber: (Variant | undefined)[] = [];
  readonly #groups = new Map<string, Group>();
  #searches = 0;
  readonly #values: Value[] = [];
  readonly #numbers = new Map<string, number>();
  /** Names, each once: a database answers the same text as another string for each product. */
  readonly #texts = new Map<string, string>();
  /** Of all variants; an array for each would take several times the memory. What a changed variant leaves is closed when it is half. */
  #pool = new Uint16Array(1_024);
  #poolEnd = 0;
  #poolUsed = 0;

  get size(): number {
    return this.#variants.size;
  }

  /** The number of a variant's text, if it is known. */
  numberOf(id: string): number | undefined {
    return this.#variants.get(id)?.number;
  }

  /** By the number of its text, which no other has. */
  at(number: number): Variant | undefined {
    return this.#byNumber[number];
  }

  put(product: VariantProduct, details: FacetDetails | undefined, number: number): void {
    const id = String(product._id);
    this.remove(id);
    const facets = facetsOf(product, details);
    const numbers = new Set(
      catalog.FACETS.flatMap((facet) => (facets[facet] ?? []).map((label) => this.#numberOf(facet, label))),
    );
    const group = this.#groups.get(product.productGroup) ?? { variants: [], seenBy: 0 };
    const variant: Variant = {
      id,
      number,
      productGroup: this.#shared(product.productGroup),
      position: product.position,
      name: this.#shared(product.name.toLowerCase()),
      pricePaise: product.pricePaise,
      stock: product.stock,
      sold: product.sold,
      featured: product.featured,
      rating: product.rating,
      ratingCount: product.ratingCount,
      createdAt: product.createdAt.getTime(),
      main: this.#shared(product.category.main),
      sub: product.category.sub && this.#shared(product.category.sub),
      tag: this.#shared(product.material.tag),
      subTag: product.material.sub && this.#shared(product.material.sub),
      group,
      start: this.#store(numbers),
      count: numbers.size,
    };
    this.#variants.set(id, variant);
    this.#byNumber[number] = variant;
    group.variants = [...group.variants, variant].sort(inOrder);
    this.#groups.set(variant.productGroup, group);
  }

  remove(id: string): void {
    const variant = this.#variants.get(id);
    if (!variant) return;
    this.#variants.delete(id);
    this.#byNumber[variant.number] = undefined;
    this.#poolUsed -= variant.count;
    const { group } = variant;
    group.variants = group.variants.filter((each) => each !== variant);
    if (group.variants.length === 0) this.#groups.delete(variant.productGroup);
  }

  find(wanted: Wanted): Found {
    const { filters, chosen } = this.#filtersOf(wanted);
    const isInPart = wanted.part && this.#membersOf(wanted.part);
    const counts = new Int32Array(this.#values.length);
    const countedIn = new Int32Array(this.#values.length).fill(-1);
    const prices = { lowest: Infinity, highest: -Infinity };
    const groups: Found['groups'] = [];
    let number = 0;
    const [pool, values] = [this.#pool, this.#values];
    // Copied only where a part of a group fits: others are found as they are.
    const fitting: Variant[] = [];
    for (const { variants } of this.#groupsOf(wanted)) {
      number += 1;
      fitting.length = 0;
      for (const variant of variants) {
        if (!isIn(variant, wanted) || (isInPart && !isInPart(variant))) continue;
        const failed = filters === 0 ? 0 : filters & ~this.#kept(variant, chosen, wanted.price);
        if (!isOneBit(failed)) continue;
        if (failed === 0) fitting.push(variant);
        if (failed === 0 || failed === PRICE_BIT) {
          if (variant.pricePaise < prices.lowest) prices.lowest = variant.pricePaise;
          if (variant.pricePaise > prices.highest) prices.highest = variant.pricePaise;
        }
        for (let at = variant.start; at < variant.start + variant.count; at += 1) {
          const value = pool[at]!;
          if (countedIn[value] === number || (failed !== 0 && values[value]!.bit !== failed)) continue;
          countedIn[value] = number;
          counts[value]! += 1;
        }
      }
      if (fitting.length > 0) groups.push(fitting.length === variants.length ? variants : [...fitting]);
    }
    return {
      groups,
      facets: this.#counted(counts, wanted),
      prices: prices.lowest <= prices.highest ? prices : undefined,
    };
  }

  #numberOf(facet: catalog.Facet, label: string): number {
    const value = catalog.facetValueOf(label);
    const key = `${facet} ${value}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, (number = this.#values.length));
      this.#values.push({ facet, value, label, bit: bitOf(facet) });
    }
    return number;
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  /** @returns where they begin in the pool */
  #store(numbers: ReadonlySet<number>): number {
    if (this.#poolEnd + numbers.size > this.#pool.length) this.#makeRoom(numbers.size);
    const start = this.#poolEnd;
    for (const number of numbers) this.#pool[this.#poolEnd++] = number;
    this.#poolUsed += numbers.size;
    return start;
  }

  #makeRoom(count: number): void {
    const isHalfEmpty = this.#poolUsed * 2 < this.#poolEnd;
    const before = this.#pool;
    this.#pool = new Uint16Array(isHalfEmpty ? before.length + count : (before.length + count) * 2);
    this.#poolEnd = 0;
    for (const variant of this.#variants.values()) {
      this.#pool.set(before.subarray(variant.start, variant.start + variant.count), this.#poolEnd);
      variant.start = this.#poolEnd;
      this.#poolEnd += variant.count;
    }
  }

  /** The mask of facets that are filtered, and for each value its facet's bit if it is chosen. */
  #filtersOf({ facets, price }: Pick<Wanted, 'facets' | 'price'>): { filters: number; chosen: Int32Array } {
    const chosen = new Int32Array(this.#values.length);
    let filters = price ? PRICE_BIT : 0;
    for (const facet of catalog.FACETS) {
      const wanted = facets[facet];
      if (!wanted || wanted.length === 0) continue;
      filters |= bitOf(facet);
      for (const value of wanted) {
        const number = this.#numbers.get(`${facet} ${value}`);
        if (number !== undefined) chosen[number] = bitOf(facet);
      }
    }
    return { filters, chosen };
  }

  /** The mask of filters that a variant fits. */
  #kept({ start, count, pricePaise }: Variant, chosen: Int32Array, price: Wanted['price']): number {
    let kept = 0;
    for (let at = start; at < start + count; at += 1) kept |= chosen[this.#pool[at]!]!;
    const fits = !price || (pricePaise >= (price.low ?? 0) && pricePaise < (price.beyond ?? Infinity));
    return fits ? kept | PRICE_BIT : kept;
  }

  #membersOf({ filter, groups }: Part): (variant: Variant) => boolean {
    if (!filter) return ({ productGroup }) => groups.has(productGroup);
    const { filters, chosen } = this.#filtersOf(filter);
    return (variant) =>
      groups.has(variant.productGroup) ||
      (isIn(variant, filter) && (filters & ~this.#kept(variant, chosen, filter.price)) === 0);
  }

  /** All groups, or those of `among`. */
  #groupsOf({ among }: Wanted): Iterable<Group> {
    if (!among) return this.#groups.values();
    const search = (this.#searches += 1);
    const groups = [];
    for (const number of among.numbers) {
      const { group } = this.#byNumber[number]!;
      if (group.seenBy === search) continue;
      group.seenBy = search;
      groups.push(group);
    }
    return groups;
  }

  #counted(counts: Int32Array, { facets }: Wanted): catalog.FacetCounts[] {
    const counted = new Map<catalog.Facet, catalog.FacetCounts['values']>();
    for (const [number, { facet, value, label }] of this.#values.entries()) {
      const count = counts[number]!;
      if (count === 0 && !facets[facet]?.includes(value)) continue;
      counted.set(facet, [...(counted.get(facet) ?? []), { value, label, count }]);
    }
    return catalog.FACETS.flatMap((facet) => {
      const values = counted.get(facet);
      return values ? [{ facet, values: values.sort(compareValues(facet)) }] : [];
    });
  }
}

function isIn(variant: Variant, { category, material, among }: Wanted): boolean {
  if (category && !isAt(category, variant.main, variant.sub)) return false;
  if (material && !isAt(material, variant.tag, variant.subTag)) return false;
  return !among || among.has(variant.number);
}

const isAt = ({ names, subs }: NamesInProducts, name: string, sub: string | undefined): boolean =>
  names.includes(name) && (!subs || (sub !== undefined && subs.includes(sub)));

/** What a group is sorted by, lowest first. */
interface Order {
  by(variants: readonly Variant[]): number | string;
  /** Where the first is the same. */
  next?(variants: readonly Variant[]): number;
}

const first = (variants: readonly Variant[]): Variant => variants[0]!;
function highest(variants: readonly Variant[], field: 'featured' | 'createdAt'): number {
  let most = -Infinity;
  for (const variant of variants) if (variant[field] > most) most = variant[field];
  return most;
}

const ORDERS: Record<catalog.ListingQuery['sort_by'], Order> = {
  featured: {
    by: (variants) => -highest(variants, 'featured'),
    next: (variants) => -highest(variants, 'createdAt'),
  },
  'best-selling': { by: (variants) => -variants.reduce((sum, { sold }) => sum + sold, 0) },
  'price-ascending': { by: (variants) => first(variants).pricePaise },
  'price-descending': { by: (variants) => -first(variants).pricePaise },
  'created-descending': { by: (variants) => -highest(variants, 'createdAt') },
  'title-ascending': { by: (variants) => first(variants).name },
  'rating-descending': {
    by: (variants) => -first(variants).rating,
    next: (variants) => -first(variants).ratingCount,
  },
};

const compare = (one: number | string, other: number | string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A page of groups in an order, ties by their code; the groups of `picks` come first, as they stand there. */
export function pageOf(
  groups: readonly (readonly Variant[])[],
  { sort_by, ...page }: Pick<catalog.ListingQuery, 'sort_by' | 'page' | 'limit'>,
  picks: readonly string[] = [],
): (readonly Variant[])[] {
  const { by, next } = ORDERS[sort_by];
  const keys = groups.map(by);
  const places = groups.map((_, place) => place);
  const pickOf = new Map(picks.map((group, at) => [group, at - picks.length]));
  const picked = (place: number): number => pickOf.get(first(groups[place]!).productGroup) ?? 0;
  const inOrderOfKeys = (one: number, other: number): number =>
    (pickOf.size > 0 ? picked(one) - picked(other) : 0) ||
    compare(keys[one]!, keys[other]!) ||
    (next ? next(groups[one]!) - next(groups[other]!) : 0) ||
    compare(first(groups[one]!).productGroup, first(groups[other]!).productGroup);
  return cut(places, page, inOrderOfKeys).map((place) => groups[place]!);
}

/** A page of groups by the best of their variants, those that sell before others. */
export function bestOf(
  groups: readonly (readonly Variant[])[],
  matches: Pick<Matches, 'rankOf'> | undefined,
  page: { page: number; limit: number },
): Variant[] {
  const rankOf = ({ number }: Variant) => matches?.rankOf(number) ?? 0;
  // The first one where several are as good, as in a listing.
  const best = groups.map((variants) => {
    let one = first(variants);
    for (const other of variants) if (rankOf(other) > rankOf(one)) one = other;
    return one;
  });
  const popularity = ({ sold, featured }: Variant) => sold + featured;
  return cut(
    best,
    page,
    (one, other) => rankOf(other) - rankOf(one) || popularity(other) - popularity(one) || compare(one.id, other.id),
  );
}

/** A page of what sorting all would give: only what the page needs is sorted. */
function cut<T>(
  all: T[],
  { page, limit }: { page: number; limit: number },
  inOrder: (one: T, other: T) => number,
): T[] {
  const start = (page - 1) * limit;
  const end = Math.min(page * limit, all.length);
  if (start >= end) return [];
  if (end < all.length) quickselect(all, end - 1, 0, all.length - 1, inOrder);
  return all.slice(0, end).sort(inOrder).slice(start);
}
