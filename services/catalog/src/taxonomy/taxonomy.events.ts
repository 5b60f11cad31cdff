import { catalog } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';

/** Publishes that everything under a cache tag changed, for caches and suggestions. */
export const publishTaxonomyChanged = (outbox: Outbox, session: ClientSession, tag: string) =>
  outbox.publish(session, catalog.taxonomyChanged, { key: tag, data: { tag } });

/** A group's customization is on its product page too. */
export async function publishCustomizationChanged(
  outbox: Outbox,
  session: ClientSession,
  productGroup: string,
): Promise<void> {
  await publishTaxonomyChanged(outbox, session, `customization:${productGroup}`);
  await publishTaxonomyChanged(outbox, session, `product:${productGroup}`);
}
