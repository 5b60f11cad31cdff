import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';

/** Tells caches and the suggestions that what stands under a cache tag changed. */
export const announceAssortment = (outbox: Outbox, session: ClientSession, tag: string) =>
  outbox.publish(session, catalog.taxonomyChanged, { key: tag, data: { tag } });
