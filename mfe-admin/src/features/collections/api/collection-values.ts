import { FACETS, type Facet } from '@shop/contracts/browser';
import type { Asked, Collection, Filter } from './collections.ts';

/** What the form edits: places as `ring` or `ring/solitaire`. A price that is empty is NaN. */
export interface Values {
  name: string;
  slug: string;
  kind: Collection['kind'];
  status: Collection['status'];
  text: string;
  /** Its address; empty without a picture. */
  image: string;
  category: string;
  material: string;
  facets: Partial<Record<Facet, string[]>>;
  priceFrom: number;
  priceTo: number;
  picks: string[];
  sort: Collection['sort'];
}

const placeText = (first: string | undefined, sub: string | undefined): string =>
  first === undefined ? '' : sub ? `${first}/${sub}` : first;

export function valuesOf(collection?: Collection): Values {
  const { category, material, priceFrom, priceTo, ...facets } = collection?.filter ?? {};
  return {
    name: collection?.name ?? '',
    slug: collection?.slug ?? '',
    kind: collection?.kind ?? 'collection',
    status: collection?.status ?? 'draft',
    text: collection?.text ?? '',
    image: collection?.image ?? '',
    category: placeText(category?.main, category?.sub),
    material: placeText(material?.tag, material?.sub),
    facets,
    priceFrom: priceFrom ?? Number.NaN,
    priceTo: priceTo ?? Number.NaN,
    picks: collection?.picks ?? [],
    sort: collection?.sort ?? 'featured',
  };
}

/** Without conditions that are empty. */
export function filterOf({ category, material, facets, priceFrom, priceTo }: Values): Filter {
  const [main, sub] = category.split('/');
  const [tag, subTag] = material.split('/');
  return {
    ...(main && { category: { main, ...(sub && { sub }) } }),
    ...(tag && { material: { tag, ...(subTag && { sub: subTag }) } }),
    ...Object.fromEntries(FACETS.flatMap((facet) => (facets[facet]?.length ? [[facet, facets[facet]]] : []))),
    ...(!Number.isNaN(priceFrom) && { priceFrom }),
    ...(!Number.isNaN(priceTo) && { priceTo }),
  };
}

const picksOf = ({ picks }: Values): string[] => picks.map((group) => group.trim().toUpperCase());

export const askedOf = (values: Values): Asked => ({
  filter: filterOf(values),
  picks: picksOf(values),
  sort: values.sort,
});

export const toSave = (values: Values) => ({
  name: values.name.trim(),
  slug: values.slug.trim(),
  kind: values.kind,
  status: values.status,
  text: values.text.trim(),
  image: values.image || null,
  ...askedOf(values),
});

/** The field of the form for a path of the body. */
export function fieldOf(path: string): string {
  if (path.startsWith('picks')) return 'picks';
  const [, condition = ''] = /^filter\.(\w+)/.exec(path) ?? [];
  if (condition === '') return path;
  return FACETS.some((facet) => facet === condition) ? 'facets' : condition;
}
