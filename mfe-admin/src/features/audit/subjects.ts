import { pathOfMedium } from '../../api/media.ts';
import { OPTION_LISTS } from '../../api/option-lists.ts';
import { isId, shortId } from '../../components/texts.ts';
import { PROVIDER_SUBJECTS } from '../../providers/index.ts';
import type { AuditEntry } from './api/audit.ts';

interface Subject {
  /** `Orders`. */
  name: string;
  /** Where staff look at it: its own page, or the screen that has it. */
  hrefOf?(id: string): string;
}

const screen = (name: string, path: string): Subject => ({ name, hrefOf: () => path });

/** What entries are about, by the names that services record. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  order: { name: 'Orders', hrefOf: (id) => `/admin/order/${id}` },
  bills: { name: 'Bills' },
  'payment-attention': screen('Payments', '/admin/payments'),
  'payment-method': screen('Ways to pay', '/admin/payments/methods'),
  ...Object.fromEntries(Object.entries(PROVIDER_SUBJECTS).map(([subject, name]) => [subject, { name }])),
  product: { name: 'Products', hrefOf: (id) => `/admin/product/${id}` },
  'product-edit': { name: 'Edits of products', hrefOf: (id) => `/admin/product-edit/${id}` },
  // Products are the one table that is imported in parts.
  import: { name: 'Imports of products', hrefOf: (id) => `/admin/product-import/${id}` },
  category: screen('Categories', '/admin/category'),
  material: screen('Materials', '/admin/tags'),
  collection: {
    name: 'Collections',
    hrefOf: (id) => (id === 'order' ? '/admin/collections' : `/admin/collection/${id}`),
  },
  synonym: screen('Search words', '/admin/synonyms'),
  customization: screen('Customizations', '/admin/customization'),
  review: screen('Reviews', '/admin/reviews'),
  charges: screen('Charges', '/admin/charges'),
  'delivery-area': screen('Delivery days', '/admin/delivery'),
  courier: screen('Couriers', '/admin/delivery?show=couriers'),
  user: screen('Users', '/admin/users'),
  role: screen('Roles', '/admin/roles'),
  invitation: screen('Invitations', '/admin/people'),
  brand: screen('Brand', '/admin/brand'),
  page: { name: 'Text pages', hrefOf: (slug) => `/admin/page/${encodeURIComponent(slug)}` },
  menus: screen('Menus', '/admin/menus'),
  post: screen('Posts', '/admin/instapost'),
  banner: screen('Banners', '/admin/discount'),
  media: { name: 'Media', hrefOf: (name) => pathOfMedium({ kind: name.endsWith('.mp4') ? 'videos' : 'images', name }) },
  mail: screen('Mails', '/admin/mails'),
  view: { name: 'Views of lists' },
  event: screen('Events', '/admin/operations'),
  job: screen('Jobs', '/admin/operations'),
};

const OF_OPTIONS: Readonly<Record<string, Subject>> = Object.fromEntries(
  Object.values(OPTION_LISTS).map(({ base, name }) => [base, { name }]),
);

const ALL: Readonly<Record<string, Subject>> = { ...SUBJECTS, ...OF_OPTIONS };
/** What is looked for most; the others are among the filters. */
const IN_TABS = ['order', 'payment-attention', 'product', 'charges', 'user'] as const;

const namesOf = (subjects: typeof ALL): (readonly [subject: string, name: string])[] =>
  Object.entries(subjects).map(([subject, { name }]) => [subject, name]);

export const SUBJECT_TABS = IN_TABS.map((subject) => [subject, ALL[subject]!.name] as const);
export const SUBJECT_NAMES = namesOf(ALL);

export const isSubject = (subject: string | null): subject is string => subject !== null && subject in ALL;

/** `Orders, 8A18BE`. */
export const recordName = ({ subject, subjectId }: AuditEntry): string =>
  `${ALL[subject]?.name ?? subject}, ${isId(subjectId) ? shortId(subjectId) : subjectId}`;

/** Where the record of an entry is; undefined where it is no more, or no screen has it. */
export const recordHref = ({ subject, subjectId, after, before }: AuditEntry): string | undefined =>
  after === null && before !== null ? undefined : ALL[subject]?.hrefOf?.(subjectId);

/** `Order: status changed`. */
export function actionName(action: string): string {
  const text = action.replace('.', ': ').replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
