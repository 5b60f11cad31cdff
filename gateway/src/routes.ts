import type { AnyCall, Service } from '@shop/contracts';

/**
 * Which service answers what: families of paths under `/api/v1`, by their first segments. The longest that fits wins.
 * Within a family only the calls that the contracts declare are let through; `/internal` is never among them.
 */
export const routes: Record<Service, readonly string[]> = {
  catalog: [
    '/products',
    '/product',
    '/material',
    '/materials',
    '/search',
    '/suggestions',
    '/categories',
    '/rating',
    '/customization',
    '/admin/product',
    '/admin/category',
    '/admin/customization',
  ],
  identity: ['/auth', '/me', '/logout', '/admin/user', '/admin/users', '/admin/audit'],
  'cart-order': ['/cart', '/clear', '/charges', '/checkout', '/order', '/orders', '/admin/charges', '/admin/order', '/admin/orders'],
  payment: ['/payment'],
  content: ['/contact'],
};

/** Of every public call. */
export const BASE = '/api/v1';

const families = Object.entries(routes)
  .flatMap(([service, prefixes]) => prefixes.map((prefix) => ({ service: service as Service, prefix })))
  .sort((a, b) => b.prefix.length - a.prefix.length);

/** The family that a path (without `/api/v1`) belongs to. */
export const familyOf = (path: string): { service: Service; prefix: string } | undefined =>
  families.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));

/** Spoken between services only, or fetched by the gateway itself. */
const isPrivate = (call: AnyCall): boolean =>
  call.who === 'service' || call.path.startsWith('/internal/') || call.path.startsWith('/.well-known/');

/** The calls that the gateway lets through. */
export const routed = (calls: readonly AnyCall[]): readonly AnyCall[] =>
  calls.filter((call) => !isPrivate(call) && familyOf(call.path)?.service === call.service);

/** What is wrong between table and contracts: empty, or a sentence for each. */
export function mismatches(calls: readonly AnyCall[]): string[] {
  const open = calls.filter((call) => !isPrivate(call));
  const strays = open.flatMap((call) => {
    const family = familyOf(call.path);
    if (family?.service === call.service) return [];
    return family
      ? [`${call.id} belongs to ${call.service}, but '${family.prefix}' of gateway/src/routes.ts leads to ${family.service}`]
      : [`${call.id} has no route: add the family of ${call.path} to '${call.service}' in gateway/src/routes.ts`];
  });
  const used = new Set(open.map((call) => familyOf(call.path)?.prefix));
  const idle = families
    .filter(({ prefix }) => !used.has(prefix))
    .map(({ prefix, service }) => `'${prefix}' of ${service} in gateway/src/routes.ts has no call in the contracts`);
  return [...strays, ...idle];
}
