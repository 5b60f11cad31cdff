import type { AnswerOf, catalog, content } from '@shop/contracts/browser';
import { pluralOf } from '@shop/mfe-kit/plural.ts';

type Categories = AnswerOf<typeof catalog.listCategories>['categories'];
type Materials = AnswerOf<typeof catalog.listMaterials>['materials'];
type Written = AnswerOf<typeof content.getMenus>['menus'];
type Item = Written['header'][number];
type Child = Omit<Item, 'items'>;

export interface Way {
  name: string;
  to: string;
}

/** A category or a material with its parts. */
export interface MenuEntry extends Way {
  id: string;
  subs: readonly Way[];
}

/** With where it was, and where parts of it were. */
interface Listed extends MenuEntry {
  former: readonly string[];
  formerSubs: readonly { from: string; to: string }[];
}

/** What a menu shows: `taxonomy` is a category or a material, `materials` all of them under one name, `heading` leads nowhere itself. */
export type MenuItem =
  | ({ kind: 'taxonomy'; isCategory: boolean } & MenuEntry)
  | { kind: 'materials'; name: string; entries: readonly MenuEntry[] }
  | { kind: 'link'; name: string; to: string; subs: readonly Way[] }
  | { kind: 'heading'; name: string; subs: readonly Way[] };

export interface FooterColumn {
  name: string;
  subs: readonly Way[];
  /** Of categories and materials, and not of chosen pages alone. */
  hasLists: boolean;
}

export interface Menus {
  header: readonly MenuItem[];
  slideOut: readonly MenuItem[];
  footer: readonly FooterColumn[];
}

const policy = (label: string, path: string): Child => ({ kind: 'link', label, path });

/** Without an answer of content: what catalog knows, and the policies, whose pages may be cached. On quiet pages they are all. */
const WITHOUT_MENUS: Written = {
  header: [
    { kind: 'categories' },
    { kind: 'materials', label: 'Materials' },
    { kind: 'link', label: 'Shop', path: '/shop' },
  ],
  slideOut: [{ kind: 'categories' }, { kind: 'materials' }, { kind: 'link', label: 'Shop', path: '/shop' }],
  footer: [
    {
      ...{ kind: 'heading', label: 'Policies' },
      items: [
        policy('Cancellation Policy', '/cancellation-policy'),
        policy('Refund & Return', '/refund-return'),
        policy('Privacy Policy', '/privacy-policy'),
        policy('Shipping Policy', '/shipping-policy'),
        policy('Terms & Conditions', '/terms-conditions'),
      ],
    },
    { kind: 'heading', label: 'Categories', items: [{ kind: 'categories' }] },
  ],
};

const pathsOf = (root: string, names: readonly string[] = []) => names.map((name) => root + encodeURIComponent(name));

const categoryEntry = ({ _id, main, sub, formerNames, formerSubs = [] }: Categories[number]): Listed => ({
  id: _id,
  // `ring` is shown as `rings`.
  name: pluralOf(main),
  to: `/product/${encodeURIComponent(main)}`,
  subs: sub.map((name) => ({ name, to: `/product/${encodeURIComponent(main)}/${encodeURIComponent(name)}` })),
  former: pathsOf('/product/', formerNames),
  formerSubs,
});

// The sub-category `all` of a material links to the whole tag.
const materialEntry = ({ _id, tag, sub, formerNames, formerSubs = [] }: Materials[number]): Listed => ({
  id: _id,
  // `rose-gold` is shown as `rose gold`.
  name: tag.replaceAll('-', ' '),
  to: `/material/${encodeURIComponent(tag)}`,
  subs: sub.map((name) => ({
    // `22k` is shown as `22K`.
    name: name.replace(/^\d+k$/, (purity) => purity.toUpperCase()),
    to: `/material/${encodeURIComponent(tag)}${name === 'all' ? '' : `/${encodeURIComponent(name)}`}`,
  })),
  former: pathsOf('/material/', formerNames),
  formerSubs,
});

/** A part by its name, or by one that it had, as they are in addresses. */
function partOf({ to: list, subs, formerSubs }: Listed, name: string): Way | undefined {
  const present = formerSubs.find(({ from }) => encodeURIComponent(from) === name)?.to;
  const at = (encoded: string) => subs.find(({ to }) => to === `${list}/${encoded}`);
  return at(name) ?? (present === undefined ? undefined : at(encodeURIComponent(present)));
}

function makeMenus(
  written: Written = WITHOUT_MENUS,
  someCategories: Categories = [],
  someMaterials: Materials = [],
): Menus {
  const categories = someCategories.map(categoryEntry);
  const materials = someMaterials.map(materialEntry);
  const entryOf = ({ kind, id }: Child) => (kind === 'category' ? categories : materials).find((one) => one.id === id);
  /** The address of now: a list that was renamed is followed, one that is no more leads nowhere. */
  const presentOf = (path: string): string | undefined => {
    const [, list, sub, query = ''] = /^(\/(?:product|material)\/[^/?]+)(?:\/([^?]+))?(\?.*)?$/.exec(path) ?? [];
    if (!list) return path;
    const all = [...categories, ...materials];
    const entry = all.find(({ to }) => to === list) ?? all.find(({ former }) => former.includes(list));
    const found = sub && entry ? partOf(entry, sub) : entry;
    return found && found.to + query;
  };

  /** The links that an item within another stands for. */
  const waysOf = (child: Child): readonly Way[] => {
    const { kind, label, path = '', sub } = child;
    if (kind === 'categories') return categories;
    if (kind === 'materials') return materials;
    if (kind === 'link') {
      const to = presentOf(path);
      return label && to ? [{ name: label, to }] : [];
    }
    const entry = entryOf(child);
    const found = sub && entry ? partOf(entry, encodeURIComponent(sub)) : entry;
    return found ? [{ name: label ?? found.name, to: found.to }] : [];
  };

  const itemsOf = (item: Item, areMaterialsOne: boolean): MenuItem[] => {
    const { kind, label = '', sub, items = [] } = item;
    const subs = items.flatMap(waysOf);
    switch (kind) {
      case 'categories':
        return categories.map((entry) => ({ kind: 'taxonomy', isCategory: true, ...entry }));
      case 'materials':
        if (areMaterialsOne)
          return materials.length > 0 ? [{ kind, name: label || 'Materials', entries: materials }] : [];
        return materials.map((entry) => ({ kind: 'taxonomy', isCategory: false, ...entry }));
      case 'heading':
        return subs.length > 0 ? [{ kind, name: label, subs }] : [];
      default: {
        const entry = sub || items.length > 0 ? undefined : entryOf(item);
        if (entry) return [{ kind: 'taxonomy', isCategory: kind === 'category', ...entry, name: label || entry.name }];
        return waysOf(item).map((way) => ({ kind: 'link', ...way, subs }));
      }
    }
  };

  return {
    header: written.header.flatMap((item) => itemsOf(item, true)),
    slideOut: written.slideOut.flatMap((item) => itemsOf(item, false)),
    footer: written.footer.flatMap(({ label = '', items = [] }) => {
      const subs = items.flatMap(waysOf);
      const hasLists = items.some(({ kind }) => kind !== 'link');
      return subs.length > 0 ? [{ name: label, subs, hasLists }] : [];
    }),
  };
}

let last: { of: readonly unknown[]; menus: Menus } | undefined;

/** Memoized: a page has three menus of the same data, and the server renders many pages with it. */
export function menusOf(...of: Parameters<typeof makeMenus>): Menus {
  if (last?.of.every((one, at) => one === of[at])) return last.menus;
  const menus = makeMenus(...of);
  last = { of, menus };
  return menus;
}
