import crypto from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';

const digest = (text: string): Buffer => crypto.createHash('sha256').update(text).digest();

/**
 * Recognizes public reads by the shell's renderers, by the service token: they read for all visitors from one address and are
 * exempt from the limit per address. The token is ignored in calls that come through the edge.
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
