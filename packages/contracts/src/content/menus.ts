import { z } from 'zod';
import { nameInPath } from '../catalog/names.ts';
import { staff } from '../core/access.ts';
import { defineCall } from '../core/call.ts';
import { documentVersion, line } from '../core/shapes.ts';
import { SHOP_SCREENS } from './shop-screens.ts';

const screens = SHOP_SCREENS.map(({ path }) => path.slice(1)).join('|');
const ADDRESS = new RegExp(
  String.raw`^/(?:${screens}|(?:product(?!/group)|material)/[^/?#\s]+(?:/[^/?#\s]+)?)(?:\?[^#\s]*)?$`,
);

const id = z.string().regex(/^[0-9a-f]{24}$/, 'Choose one');
/** Of a category or a material; without it the whole. */
const sub = nameInPath.optional();

/** Where an item leads. `categories` and `materials` are all of them, also those that are added later; `none` is a heading. */
export const menuTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('category'), id, sub }),
  z.object({ kind: z.literal('material'), id, sub }),
  z.object({ kind: z.literal('collection'), id }),
  /** The id of a text page. */
  z.object({ kind: z.literal('page'), id: z.string().min(1, 'Choose one').max(60) }),
  z.object({
    kind: z.literal('address'),
    path: z
      .string()
      .trim()
      .max(500, 'At most 500 characters')
      .regex(ADDRESS, 'An address of a list or a screen of the shop, such as /product/ring?filter.metal=platinum')
      .meta({ examples: ['/shop?filter.occasion=gift'] }),
  }),
  z.object({ kind: z.literal('categories') }),
  z.object({ kind: z.literal('materials') }),
  z.object({ kind: z.literal('none') }),
]);
export type MenuTarget = z.infer<typeof menuTarget>;

/** Empty: the name of what it leads to. `{shop}` is the name of the shop. */
const label = line(60).default('');

const menuChild = z.object({ label, target: menuTarget }).superRefine(({ label: written, target }, context) => {
  if (target.kind === 'none' && written === '') {
    context.addIssue({ code: 'custom', path: ['label'], message: 'A heading needs a text' });
  }
  if (target.kind === 'address' && written === '') {
    context.addIssue({ code: 'custom', path: ['label'], message: 'An address needs a text' });
  }
});

export const menuItem = menuChild
  .safeExtend({ items: z.array(menuChild).max(30, 'At most 30').default([]) })
  .superRefine(({ target, items }, context) => {
    if (items.length > 0 && (target.kind === 'categories' || target.kind === 'materials')) {
      context.addIssue({ code: 'custom', path: ['items'], message: 'It has its own entries already' });
    }
    for (const [at, item] of items.entries()) {
      if (item.target.kind !== 'none') continue;
      const path = ['items', at, 'target', 'kind'];
      context.addIssue({ code: 'custom', path, message: 'A heading within a heading is one level too many' });
    }
  })
  .meta({ id: 'MenuItem' });
export type MenuItem = z.infer<typeof menuItem>;

/** The columns of the footer are headings; the store's details come after them. */
const footer = z
  .array(menuItem)
  .max(4, 'At most four columns')
  .superRefine((columns, context) => {
    for (const [at, { target }] of columns.entries()) {
      if (target.kind === 'none') continue;
      context.addIssue({
        code: 'custom',
        path: [at, 'target', 'kind'],
        message: 'A column of the footer is a heading',
      });
    }
  })
  .meta({ examples: [[{ label: 'Policies', target: { kind: 'none' }, items: [] }]] });

const menus = z.object({
  header: z.array(menuItem).max(20, 'At most 20'),
  slideOut: z.array(menuItem).max(40, 'At most 40'),
  footer,
});
export type Menus = z.infer<typeof menus>;
export const MENU_PLACES = ['header', 'slideOut', 'footer'] as const;

const readMenus = menus.extend({ version: documentVersion.optional() }).meta({ id: 'Menus' });

/**
 * An item as visitors see it. `link` has its path; of a category or a material the shop knows name, path and entries by the id, and
 * leaves it out where there is none.
 */
const shownChild = z.object({
  kind: z.enum(['link', 'heading', 'category', 'material', 'categories', 'materials']),
  label: z.string().optional(),
  path: z.string().optional(),
  id: z.string().optional(),
  sub: z.string().optional(),
});
export const shownMenuItem = shownChild.extend({ items: z.array(shownChild).optional() }).meta({ id: 'ShownMenuItem' });
export type ShownMenuItem = z.infer<typeof shownMenuItem>;

export const getMenus = defineCall({
  id: 'content.get-menus',
  service: 'content',
  method: 'GET',
  path: '/menus',
  access: 'guest',
  summary: 'The menus of header, slide-out menu and footer, without items whose page or collection is not published',
  answer: z.object({
    menus: z.object({
      header: z.array(shownMenuItem),
      slideOut: z.array(shownMenuItem),
      footer: z.array(shownMenuItem),
    }),
    /** Those of the pages that every shop has (`PAGE_SLUGS`) that staff have written: there is nothing to read at the others. */
    textPages: z.array(z.string()).optional(),
    /** Cache tags of what the items lead to. */
    sources: z.array(z.object({ tag: z.string() })),
  }),
  errors: [],
  cache: {
    ...{ seconds: 60, staleSeconds: 86_400, tags: ['menus', 'brand', 'collections'] },
    pageTags: ['menus', 'brand', '{sources.tag}'],
  },
});

export const getMenusForStaff = defineCall({
  id: 'content.get-menus-for-staff',
  service: 'content',
  method: 'GET',
  path: '/admin/menus',
  access: staff('content.change'),
  summary: 'The menus as staff edit them',
  answer: z.object({ menus: readMenus }),
  errors: [],
});

export const changeMenus = defineCall({
  id: 'content.change-menus',
  service: 'content',
  method: 'PUT',
  path: '/admin/menus',
  access: staff('content.change'),
  versioned: true,
  summary: 'Replaces the given menus',
  body: menus.partial(),
  answer: z.object({ menus: readMenus }),
  errors: [],
});
