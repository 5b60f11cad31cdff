import crypto from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';

const digest = (text: string): Buffer => crypto.createHash('sha256').update(text).digest();

/**
 * Tells calls of the shell's renderers, who read public answers for all visitors from one address. They prove themselves by
 * the services' token. It counts for nothing in a call that came by the edge, and lifts no limit but the one per address.
 */
export function renderers(serviceToken: string): (call: AnyCall, headers: IncomingHttpHeaders) => boolean {
  const expected = digest(serviceToken);
  return (call, headers) => {
    const sent = headers['x-service-token'];
    if (typeof sent !== 'string' || headers['x-forwarded-for'] !== undefined) return false;
    const isPublicRead = call.method === 'GET' && call.access === 'guest' && (call.limit ?? 'normal') === 'normal';
    return isPublicRead && crypto.timingSafeEqual(digest(sent), expected);
  };
}
