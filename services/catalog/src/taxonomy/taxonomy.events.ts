import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';

/** Publishes that everything under a cache tag changed, for caches and suggestions. */
export const publishTaxonomyChanged = (outbox: Outbox, session: ClientSession, tag: string) =>
  outbox.publish(session, catalog.taxonomyChanged, { key: tag, data: { tag } });
