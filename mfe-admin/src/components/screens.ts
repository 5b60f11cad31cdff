import { holds } from '@shop/contracts/browser';
import { PROVIDER_ACTIONS, PROVIDER_SCREENS } from '../providers/index.ts';
import type { StaffAction, StaffScreen } from './staff-screen.ts';

const providerScreens = PROVIDER_SCREENS.map((screen): StaffScreen => ({ ...screen, group: 'Sales' }));

/** Every staff screen with an address of its own, in the order of the menu; the palette finds them by label and words. */
export const SCREENS: readonly StaffScreen[] = [
  {
    path: '/admin/dashboard',
    label: 'Dashboard',
    group: 'Sales',
    permission: 'orders.read',
    words: [
      'home',
      'start',
      'overview',
      'figures',
      'tasks',
      'to do',
      'today',
      'revenue',
      'refunds',
      'chart',
      'best sellers',
    ],
  },
  {
    path: '/admin/work',
    label: 'Work queue',
    group: 'Sales',
    permission: 'orders.read',
    or: ['payments.read', 'mails.read'],
    words: ['to do', 'tasks', 'open', 'needs attention', 'take', 'mine', 'given up'],
  },
  {
    path: '/admin/orders',
    label: 'Orders',
    group: 'Sales',
    permission: 'orders.read',
    words: ['sales', 'purchases', 'sold', 'shipments', 'refund', 'cancel', 'invoices'],
    records: ['/admin/order/'],
  },
  {
    path: '/admin/orders/pick-list',
    label: 'Pick list',
    group: 'Sales',
    permission: 'orders.read',
    words: ['pack', 'packing', 'shelf', 'print', 'ship'],
  },
  {
    path: '/admin/payments',
    label: 'Payments',
    group: 'Sales',
    permission: 'payments.read',
    words: ['needs attention', 'disputes', 'chargebacks', 'problems', 'paid'],
  },
  ...providerScreens,
  {
    path: '/admin/payments/money',
    label: 'Money that came back',
    group: 'Sales',
    permission: 'payments.read',
    words: ['refunds', 'captures', 'returned', 'paid back'],
  },
  {
    path: '/admin/payments/methods',
    label: 'Ways to pay',
    group: 'Sales',
    permission: 'payments.read',
    words: ['payment methods', 'providers', 'switch off', 'cards'],
  },
  {
    path: '/admin/products',
    label: 'Products',
    group: 'Catalogue',
    permission: 'products.read',
    words: ['pieces', 'jewellery', 'stock', 'prices', 'sku', 'drafts', 'variants', 'items', 'bulk', 'several'],
    records: ['/admin/product/', '/admin/group/', '/admin/product-edit/'],
  },
  {
    path: '/admin/product-imports',
    label: 'Import and export',
    group: 'Catalogue',
    permission: 'products.read',
    words: ['csv', 'spreadsheet', 'excel', 'file', 'upload', 'download'],
    records: ['/admin/product-import/'],
  },
  {
    path: '/admin/category',
    label: 'Categories',
    group: 'Catalogue',
    permission: 'taxonomy.change',
    words: ['rings', 'kinds', 'taxonomy', 'sub-categories'],
  },
  {
    path: '/admin/collections',
    label: 'Collections',
    group: 'Catalogue',
    permission: 'collections.change',
    words: ['gift guides', 'edits', 'landing pages'],
    records: ['/admin/collection/'],
  },
  {
    path: '/admin/tags',
    label: 'Materials and tags',
    group: 'Catalogue',
    permission: 'taxonomy.change',
    words: ['gold', 'silver', 'taxonomy', 'labels'],
  },
  {
    path: '/admin/size',
    label: 'Sizes',
    group: 'Catalogue',
    permission: 'options.change',
    words: ['option lists', 'ring sizes', 'lengths', 'chains', 'bracelets'],
  },
  {
    path: '/admin/feature',
    label: 'Features',
    group: 'Catalogue',
    permission: 'options.change',
    words: ['option lists', 'stones', 'purity', 'carats', 'finishes', 'occasions', 'tones'],
  },
  {
    path: '/admin/customization',
    label: 'Customization',
    group: 'Catalogue',
    permission: 'customizations.read',
    words: ['engraving', 'options', 'surcharges', 'choices'],
  },
  {
    path: '/admin/synonyms',
    label: 'Search words',
    group: 'Catalogue',
    permission: 'taxonomy.change',
    words: ['synonyms', 'spelling', 'find'],
  },
  {
    path: '/admin/users',
    label: 'Users',
    group: 'People',
    permission: 'users.read',
    words: ['accounts', 'customers', 'buyers', 'people'],
  },
  {
    path: '/admin/people',
    label: 'Staff',
    group: 'People',
    permission: 'people.read',
    words: ['admins', 'team', 'employees', 'invite', 'invitations'],
  },
  {
    path: '/admin/roles',
    label: 'Roles',
    group: 'People',
    permission: 'people.read',
    words: ['permissions', 'rights', 'access'],
  },
  {
    path: '/admin/reviews',
    label: 'Reviews',
    group: 'People',
    permission: 'reviews.read',
    words: ['ratings', 'stars', 'comments', 'moderate', 'photographs'],
  },
  {
    path: '/admin/brand',
    label: 'Brand and seller',
    group: 'Shop',
    permission: 'brand.change',
    words: ['name', 'contact', 'logo', 'address', 'gstin', 'social', 'settings'],
  },
  {
    path: '/admin/mails',
    label: 'Mails',
    group: 'Shop',
    permission: 'mails.read',
    words: ['e-mails', 'emails', 'messages', 'templates', 'preview', 'not sent'],
  },
  {
    path: '/admin/instapost',
    label: 'Instapost',
    group: 'Shop',
    permission: 'content.change',
    words: ['instagram', 'posts', 'pictures', 'home page', 'content'],
  },
  {
    path: '/admin/discount',
    label: 'Discount banner',
    group: 'Shop',
    permission: 'content.change',
    words: ['banners', 'offers', 'sale', 'home page', 'content'],
  },
  {
    path: '/admin/charges',
    label: 'Charges',
    group: 'Shop',
    permission: 'charges.change',
    words: ['gst', 'tax', 'shipping', 'rates', 'fees', 'international', 'settings'],
  },
  {
    path: '/admin/delivery',
    label: 'Delivery days',
    group: 'Shop',
    permission: 'charges.change',
    words: ['pin codes', 'pincodes', 'areas', 'courier', 'settings'],
  },
  {
    path: '/admin/audit',
    label: 'Audit trail',
    group: 'Shop',
    permission: 'audit.read',
    words: ['log', 'history', 'changes', 'who did'],
  },
  {
    path: '/admin/operations',
    label: 'Failed work',
    group: 'Shop',
    permission: 'operations.read',
    words: [
      'operations',
      'releases',
      'rollback',
      'versions',
      'deployments',
      'events',
      'dead letters',
      'jobs',
      'given up',
      'retry',
      'replay',
      'errors',
      'queues',
    ],
  },
  {
    path: '/admin/design',
    label: 'Design system',
    group: 'developers',
    words: ['components', 'colours', 'tokens', 'ui'],
  },
];

/** What is done often, found by the palette. */
export const ACTIONS: readonly StaffAction[] = [
  {
    path: '/admin/product/new',
    label: 'New product',
    permission: 'products.change',
    words: ['add', 'create', 'piece'],
  },
  {
    path: '/admin/collection/new',
    label: 'New collection',
    permission: 'collections.change',
    words: ['add', 'create', 'gift guide'],
  },
  ...PROVIDER_ACTIONS,
  {
    path: '/admin/orders?status=Processing',
    label: 'Orders to send',
    permission: 'orders.read',
    words: ['processing', 'ship', 'prepare', 'open'],
  },
  {
    path: '/admin/products?planned=yes',
    label: 'Planned changes',
    permission: 'products.read',
    words: ['schedule', 'scheduled', 'publish later', 'price at a time', 'coming'],
  },
  {
    path: '/admin/products?attention=yes',
    label: 'Products that need attention',
    permission: 'products.read',
    words: ['problems', 'without a price', 'to do'],
  },
  {
    path: '/admin/account',
    label: 'Your account',
    permission: 'views.use',
    words: ['profile', 'notices', 'notifications', 'alerts', 'told', 'settings', 'password'],
  },
  { path: '/', label: 'Back to the shop', words: ['storefront', 'home page', 'leave'] },
  { path: '/admin/logout', label: 'Sign out', words: ['log out', 'logout', 'leave', 'end session'] },
];

/** Whether somebody with these permissions may open it: what it would show is not refused. */
export const mayOpen = (
  permissions: readonly string[],
  { permission, or = [] }: Pick<StaffAction, 'permission' | 'or'>,
): boolean => permission === undefined || [permission, ...or].some((one) => holds(permissions, one));

/** The screen at an address, or whose record is there. */
export const screenAt = (pathname: string): StaffScreen | undefined =>
  SCREENS.find(({ path }) => path === pathname) ??
  SCREENS.find(({ records = [] }) => records.some((place) => pathname.startsWith(place)));
