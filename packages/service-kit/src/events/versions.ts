import type { Envelope } from '@shop/contracts';

/**
 * Whether an event says something newer than what is known of its key. Events may arrive in any order and more than
 * once: a consumer that keeps a copy keeps the event's `version` with it and ignores what is not newer.
 */
export const isNewer = (event: Pick<Envelope, 'version'>, knownVersion: number | null | undefined): boolean =>
  knownVersion === null || knownVersion === undefined || event.version > knownVersion;
