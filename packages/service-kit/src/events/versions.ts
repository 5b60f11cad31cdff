import type { Envelope } from '@shop/contracts';

/**
 * Whether an event is newer than the known version of its key. Events may arrive in any order and repeatedly: a consumer with
 * a copy stores the event's `version` with it and ignores events that are not newer.
 */
export const isNewer = (event: Pick<Envelope, 'version'>, knownVersion: number | null | undefined): boolean =>
  knownVersion === null || knownVersion === undefined || event.version > knownVersion;
