/** Areas of permissions, as the screens of roles group them. */
export const PERMISSION_AREAS = ['Sales', 'Catalogue', 'People', 'Shop'] as const;
export type PermissionArea = (typeof PERMISSION_AREAS)[number];

interface PermissionSpec {
  area: PermissionArea;
  /** What it allows, as the end of "may …". */
  label: string;
  /** What it makes no sense without. */
  needs?: string;
}

/** What staff may be allowed, as `area.action`. Each staff call names the one it needs. */
export const PERMISSION_SPECS = {
  'orders.read': { area: 'Sales', label: 'see orders and sales' },
  'orders.change-status': { area: 'Sales', label: 'ship, deliver and cancel orders', needs: 'orders.read' },
  'orders.note': { area: 'Sales', label: 'write notes at orders', needs: 'orders.read' },
  'orders.refund': { area: 'Sales', label: 'refund orders', needs: 'orders.read' },
  'bills.unseal': { area: 'Sales', label: 'read bills of deleted accounts', needs: 'orders.read' },
  'payments.read': { area: 'Sales', label: 'see payments' },
  'payments.resolve': { area: 'Sales', label: 'settle payments that need attention', needs: 'payments.read' },
  'payments.change-methods': { area: 'Sales', label: 'switch ways to pay', needs: 'payments.read' },
  'products.read': { area: 'Catalogue', label: 'see products, drafts and stock' },
  'products.change': { area: 'Catalogue', label: 'change products and stock', needs: 'products.read' },
  'taxonomy.change': { area: 'Catalogue', label: 'change categories, materials and search words' },
  'collections.change': { area: 'Catalogue', label: 'change collections' },
  'options.change': { area: 'Catalogue', label: 'change option lists' },
  'customizations.read': { area: 'Catalogue', label: 'see customizations' },
  'customizations.change': { area: 'Catalogue', label: 'change customizations', needs: 'customizations.read' },
  'users.read': { area: 'People', label: 'see accounts' },
  'users.change': { area: 'People', label: 'change accounts', needs: 'users.read' },
  'users.remove': { area: 'People', label: 'delete accounts', needs: 'users.read' },
  'reviews.read': { area: 'People', label: 'see all reviews' },
  'reviews.moderate': { area: 'People', label: 'hide and answer reviews', needs: 'reviews.read' },
  'people.read': { area: 'People', label: 'see the staff and their roles' },
  'people.change': { area: 'People', label: 'invite staff and give roles', needs: 'people.read' },
  'roles.change': { area: 'People', label: 'change own roles of the shop', needs: 'people.read' },
  'audit.read': { area: 'People', label: 'read the audit trail' },
  'content.change': { area: 'Shop', label: 'change pages, posts and banners' },
  'media.read': { area: 'Shop', label: 'see the media library and choose from it' },
  'media.upload': { area: 'Shop', label: 'upload, replace and delete pictures and videos', needs: 'media.read' },
  'brand.change': { area: 'Shop', label: 'change brand and seller' },
  'charges.change': { area: 'Shop', label: 'change tax, shipping and delivery' },
  'mails.read': { area: 'Shop', label: 'see mails' },
  'mails.retry': { area: 'Shop', label: 'send mails again', needs: 'mails.read' },
  'operations.read': { area: 'Shop', label: 'see events and jobs that failed' },
  'operations.retry': { area: 'Shop', label: 'retry events and jobs that failed', needs: 'operations.read' },
  'releases.read': { area: 'Shop', label: 'see what is live of the frontends', needs: 'operations.read' },
  'views.use': { area: 'Shop', label: 'name views of lists' },
} as const satisfies Record<string, PermissionSpec>;

export type Permission = keyof typeof PERMISSION_SPECS;
export const PERMISSIONS = Object.keys(PERMISSION_SPECS) as readonly Permission[];

export const isPermission = (text: string): text is Permission => Object.hasOwn(PERMISSION_SPECS, text);

/** With those that these make no sense without, each once, in the order of `PERMISSIONS`. Views of lists are for every role. */
export function withNeeded(chosen: readonly Permission[]): Permission[] {
  const all = new Set<string>(['views.use', ...chosen]);
  for (const permission of chosen) {
    const { needs }: PermissionSpec = PERMISSION_SPECS[permission];
    if (needs !== undefined) all.add(needs);
  }
  return PERMISSIONS.filter((permission) => all.has(permission));
}

export interface BuiltInRole {
  id: string;
  name: string;
  /** What people of this role do. */
  summary: string;
  permissions: readonly Permission[];
}

/** Everything, also what is added later. The role that cannot be taken from the last person who has it. */
export const OWNER = 'owner';

/** Roles that every shop has. What a role may do is what its list says, and nothing else. */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  { id: OWNER, name: 'Owner', summary: 'Everything', permissions: PERMISSIONS },
  {
    id: 'merchandiser',
    name: 'Merchandiser',
    summary: 'The catalogue: products, stock, categories, collections, option lists, reviews',
    permissions: withNeeded([
      'products.change',
      'taxonomy.change',
      'collections.change',
      'options.change',
      'customizations.change',
      'reviews.moderate',
      'media.upload',
    ]),
  },
  {
    id: 'order-desk',
    name: 'Order desk',
    summary: 'Orders from payment to delivery, with their buyers, refunds and mails',
    permissions: withNeeded([
      'orders.change-status',
      'orders.note',
      'orders.refund',
      'payments.resolve',
      'products.read',
      'users.read',
      'mails.retry',
    ]),
  },
  {
    id: 'content',
    name: 'Content',
    summary: 'What the shop shows and says: pages, posts, banners, collections, reviews, brand',
    permissions: withNeeded([
      'content.change',
      'brand.change',
      'media.upload',
      'collections.change',
      'products.read',
      'reviews.moderate',
      'mails.read',
    ]),
  },
  {
    id: 'accountant',
    name: 'Accountant',
    summary: 'Money: orders, payments, bills, tax and the audit trail, without changing an order',
    permissions: withNeeded([
      'orders.read',
      'bills.unseal',
      'payments.resolve',
      'charges.change',
      'users.read',
      'audit.read',
    ]),
  },
];

export const builtInRole = (id: string): BuiltInRole | undefined => BUILT_IN_ROLES.find((role) => role.id === id);
