import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';

/** GETs with side effects, given by the specification. */
const UNSAFE_GETS = new Set(['identity.logout-by-get']);

/**
 * Whether a call comes from the shop's own pages. Unsafe calls need an `Origin` of the shop or of the requested host (the shop
 * under another name); unsafe GETs are checked by `Sec-Fetch-Site`. Webhooks have no origin and are verified by signature.
 */
export function isFromShop(call: AnyCall, headers: IncomingHttpHeaders, shop: URL): boolean {
  if (UNSAFE_GETS.has(call.id)) return headers['sec-fetch-site'] === 'same-origin';
  if (call.method === 'GET' || call.access === 'provider') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin === shop.origin || origin === `${shop.protocol}//${host}`;
}
