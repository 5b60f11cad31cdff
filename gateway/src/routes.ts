import type { AnyCall, Service } from '@shop/contracts';

/**
 * Which service serves which family of paths under `/api/v1`, by first segments; the longest match wins. Within a family only
 * calls that the contracts declare are routed, and never `/internal`.
 */
export const routes: Record<Service, readonly string[]> = {
  catalog: [
    // Products and reviews
    '/products',
    '/product',
    '/search',
    '/suggestions',
    '/popular-searches',
    '/admin/synonym',
    '/admin/synonyms',
    '/rating',
    '/feeds',
    '/admin/product',
    '/admin/products',
    '/admin/product-edits',
    '/admin/product-imports',
    '/admin/groups',
    '/admin/planned-changes',
    '/admin/review',
    '/admin/reviews',
    '/admin/operations/catalog',
    // Taxonomy
    '/categories',
    '/material',
    '/materials',
    '/menu',
    '/admin/category',
    '/admin/material',
    // Collections
    '/collection',
    '/collections',
    '/admin/collection',
    '/admin/collections',
    // Options
    '/customization',
    '/admin/customization',
    '/backtypes',
    '/bracelet-sizes',
    '/chain-lengths',
    '/diamond-sizes',
    '/earring-sizes',
    '/finishes',
    '/metal-purities',
    '/metal-tones',
    '/necklace-sizes',
    '/occasions',
    '/pendant-sizes',
    '/ring-sizes',
    '/stone-carats',
    '/stone-qualities',
    '/stone-shapes',
    '/stonetypes',
    '/admin/backtype',
    '/admin/bracelet-size',
    '/admin/chain-length',
    '/admin/diamond-size',
    '/admin/earring-size',
    '/admin/finish',
    '/admin/metal-purity',
    '/admin/metal-tone',
    '/admin/necklace-size',
    '/admin/occasion',
    '/admin/pendant-size',
    '/admin/ring-size',
    '/admin/stone-carat',
    '/admin/stone-quality',
    '/admin/stone-shape',
    '/admin/stonetype',
  ],
  identity: [
    '/auth',
    '/me',
    '/logout',
    '/admin/user',
    '/admin/users',
    '/admin/audit',
    '/admin/notices',
    '/admin/view',
    '/admin/views',
    '/admin/people',
    '/admin/role',
    '/admin/roles',
    '/admin/operations/identity',
  ],
  'cart-order': [
    '/alerts',
    '/cart',
    '/clear',
    '/charges',
    '/checkout',
    '/delivery',
    '/order',
    '/orders',
    '/wishlist',
    '/admin/captures',
    '/admin/charges',
    '/admin/couriers',
    '/admin/delivery',
    '/admin/order',
    '/admin/orders',
    '/admin/operations/cart-order',
  ],
  payment: ['/payment', '/admin/payments', '/admin/operations/payment'],
  content: [
    '/images',
    '/videos',
    '/brand',
    '/pages',
    '/menus',
    '/rates',
    '/countries',
    '/instapost',
    '/discountbanner',
    '/admin/banners',
    '/admin/images',
    '/admin/media',
    '/admin/videos',
    '/admin/brand',
    '/admin/page',
    '/admin/menus',
    '/admin/pages',
    '/admin/mails',
    '/admin/releases',
    '/admin/operations/content',
  ],
};

/** Prefix of every public call. */
export const BASE = '/api/v1';

export type Table = Partial<typeof routes>;

/** The family that a path (without `/api/v1`) belongs to. */
export function familyOf(path: string, table: Table = routes): { service: Service; prefix: string } | undefined {
  return families(table)
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

const families = (table: Table) =>
  Object.entries(table).flatMap(([service, prefixes]) =>
    prefixes.map((prefix) => ({ service: service as Service, prefix })),
  );

/** For calls between services, or fetched by the gateway itself. */
const isPrivate = (call: AnyCall): boolean =>
  call.access === 'service' || call.path.startsWith('/internal/') || call.path.startsWith('/.well-known/');

/** The calls that the gateway routes. */
export const routed = (calls: readonly AnyCall[], table: Table = routes): readonly AnyCall[] =>
  calls.filter((call) => !isPrivate(call) && familyOf(call.path, table)?.service === call.service);

/** Where routing table and contracts disagree, one message each. */
export function mismatches(calls: readonly AnyCall[], table: Table = routes): string[] {
  const publicCalls = calls.filter((call) => !isPrivate(call));
  const misrouted = publicCalls.flatMap((call) => {
    const family = familyOf(call.path, table);
    if (family?.service === call.service) return [];
    return family
      ? [
          `${call.id} belongs to ${call.service}, but '${family.prefix}' in gateway/src/routes.ts leads to ${family.service}`,
        ]
      : [`${call.id} has no route: add the family of ${call.path} to '${call.service}' in gateway/src/routes.ts`];
  });
  const used = new Set(publicCalls.map((call) => familyOf(call.path, table)?.prefix));
  const unused = families(table)
    .filter(({ prefix }) => !used.has(prefix))
    .map(({ prefix, service }) => `'${prefix}' of ${service} in gateway/src/routes.ts has no call in the contracts`);
  return [...misrouted, ...unused];
}
