import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCall } from '@shop/contracts';
import { oneOf } from '@shop/service-kit';

/**
 * Recognizes public reads by the shell's renderers, by the service token: they read for all visitors from one address and are
 * exempt from the limit per address. The token is ignored in calls that come through the edge.
 */
export function renderers(serviceTokens: readonly string[]): (call: AnyCall, headers: IncomingHttpHeaders) => boolean {
  const isServiceToken = oneOf(serviceTokens);
  return (call, headers) => {
    if (headers['x-service-token'] === undefined || headers['x-forwarded-for'] !== undefined) return false;
    const isPublicRead = call.method === 'GET' && call.access === 'guest' && (call.limit ?? 'normal') === 'normal';
    return isPublicRead && isServiceToken(headers['x-service-token']);
  };
}
