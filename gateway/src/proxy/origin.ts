import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';

/** A GET that changes something, kept from the specification. */
const UNSAFE_GETS = new Set(['identity.logout-by-get']);

/**
 * Whether a call comes from the shop's own pages. Calls that change something need an `Origin` of the shop, or of the
 * host that the browser itself asked for (the shop under another name); the one GET that does is told by
 * `Sec-Fetch-Site`. Webhooks have no origin and prove themselves by a signature.
 */
export function isFromShop(call: AnyCall, headers: IncomingHttpHeaders, shop: URL): boolean {
  if (UNSAFE_GETS.has(call.id)) return headers['sec-fetch-site'] === 'same-origin';
  if (call.method === 'GET' || call.access === 'provider') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin === shop.origin || origin === `${shop.protocol}//${host}`;
}
