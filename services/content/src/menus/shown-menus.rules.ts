import { content } from '@shop/contracts';

type Shown = content.ShownMenuItem;
type Child = Omit<content.MenuItem, 'items'>;

/** What items lead to and is published: its name and its path in the shop. */
export interface Places {
  /** By id. */
  pages: ReadonlyMap<string, Place>;
  collections: ReadonlyMap<string, Place>;
  shopName: string;
}
export interface Place {
  name: string;
  path: string;
}

/** Ids of the pages, and of the collections, that a menu leads to. */
export function idsIn(menus: content.Menus): { pages: string[]; collections: string[] } {
  const all = content.MENU_PLACES.flatMap((place) => menus[place]).flatMap(({ target, items }) => [
    target,
    ...items.map((item) => item.target),
  ]);
  const of = (kind: 'page' | 'collection') => [
    ...new Set(all.flatMap((target) => (target.kind === kind ? [target.id] : []))),
  ];
  return { pages: of('page'), collections: of('collection') };
}

/** The items that visitors see. One whose own target is away goes with its entries; a heading goes when it has none left. */
export const shownItems = (items: readonly content.MenuItem[], places: Places): Shown[] =>
  items.flatMap(({ items: inner, ...item }) => {
    const shown = shownChild(item, places);
    if (!shown) return [];
    const children = inner.flatMap((child) => shownChild(child, places) ?? []);
    if (shown.kind === 'heading' && children.length === 0) return [];
    return [{ ...shown, ...(children.length > 0 && { items: children }) }];
  });

function shownChild({ label, target }: Child, { pages, collections, shopName }: Places): Shown | undefined {
  const text = label.replaceAll(content.SHOP_NAME, shopName);
  const labelled = text === '' ? {} : { label: text };
  switch (target.kind) {
    case 'category':
    case 'material':
    case 'categories':
    case 'materials':
      return { ...target, ...labelled };
    case 'none':
      return { kind: 'heading', label: text };
    case 'address':
      return { kind: 'link', label: text, path: target.path };
    case 'page':
    case 'collection': {
      const place = (target.kind === 'page' ? pages : collections).get(target.id);
      return place && { kind: 'link', label: text || place.name, path: place.path };
    }
  }
}
