import { choiceOf, type Choices, type Item, type Menus, type Target } from './menus.ts';

export const PLACES = ['header', 'slideOut', 'footer'] as const;
export type Place = (typeof PLACES)[number];

export interface ChildValues {
  label: string;
  kind: Target['kind'];
  /** An id; `id/sub-category` for a part of a category or a material. */
  choice: string;
  path: string;
}
export interface ItemValues extends ChildValues {
  items: ChildValues[];
}
export type Values = Record<Place, ItemValues[]>;

export const EMPTY_CHILD: ChildValues = { label: '', kind: 'page', choice: '', path: '' };

function valueOf(target: Target): string {
  if (!('id' in target)) return '';
  return 'sub' in target && target.sub ? `${target.id}/${target.sub}` : target.id;
}

const childValuesOf = ({ label, target }: Omit<Item, 'items'>): ChildValues => ({
  ...{ label, kind: target.kind, choice: valueOf(target) },
  path: target.kind === 'address' ? target.path : '',
});

export const itemValuesOf = ({ items, ...item }: Item): ItemValues => ({
  ...childValuesOf(item),
  items: items.map(childValuesOf),
});

export const valuesOf = (menus?: Menus): Values => ({
  header: menus?.header.map(itemValuesOf) ?? [],
  slideOut: menus?.slideOut.map(itemValuesOf) ?? [],
  footer: menus?.footer.map(itemValuesOf) ?? [],
});

function targetOf({ kind, choice, path }: ChildValues): Target {
  const at = choice.indexOf('/');
  const [id, sub] = at === -1 ? [choice, ''] : [choice.slice(0, at), choice.slice(at + 1)];
  switch (kind) {
    case 'category':
    case 'material':
      return { kind, id, ...(sub && { sub }) };
    case 'collection':
    case 'page':
      return { kind, id };
    case 'address':
      return { kind, path: path.trim() };
    default:
      return { kind };
  }
}

const childOf = (child: ChildValues) => ({ label: child.label.trim(), target: targetOf(child) });
const itemOf = ({ items, ...item }: ItemValues): Item => ({ ...childOf(item), items: items.map(childOf) });

export const toSave = ({ header, slideOut, footer }: Values) => ({
  header: header.map(itemOf),
  slideOut: slideOut.map(itemOf),
  footer: footer.map(itemOf),
});

/** The field of the form for a path of the body. */
export const fieldOf = (path: string): string =>
  path
    .replace(/\.target\.(?:id|sub)$/, '.choice')
    .replace(/\.target\.(kind|path)$/, '.$1')
    .replace(/\.target$/, '.kind');

/** Why visitors do not see an item; undefined where they do. */
export function whyHidden(
  { kind, choice, path }: ChildValues,
  choices: (Choices & { lists: readonly string[] }) | undefined,
): string | undefined {
  if (!choices) return undefined;
  if (kind === 'address') {
    const [list] = path.trim().split('?');
    return /^\/(product|material)\//.test(list!) && !choices.lists.includes(list!)
      ? 'This list does not exist any more'
      : undefined;
  }
  if (kind === 'categories' || kind === 'materials' || kind === 'none' || choice === '') return undefined;
  const found = choiceOf(choices[kind], choice);
  if (found) return found.hidden;
  return kind === 'collection'
    ? 'This collection is not published, has no pieces, or does not exist any more'
    : `This ${kind} does not exist any more`;
}
