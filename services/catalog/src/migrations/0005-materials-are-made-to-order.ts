import { defineMigration } from '@shop/service-kit';
import type { TaxonomyEntry } from '../taxonomy/taxonomy-entry.schema.ts';

/** The version before made pieces to order by the name of their material, `gold`: it has the flag now, also where it was renamed since. */
export const materialsAreMadeToOrder = defineMigration({
  id: '0005-materials-are-made-to-order',
  run: async ({ db, log }) => {
    const materials = db.collection<TaxonomyEntry>('branches');
    const unsaid = { kind: 'material', madeToOrder: { $exists: false } } as const;
    const set = { $set: { madeToOrder: true } };
    const named = await materials.updateOne({ ...unsaid, name: 'gold' }, set);
    const isThere = named.matchedCount > 0 || (await materials.findOne({ kind: 'material', name: 'gold' })) !== null;
    const renamed = isThere ? undefined : await materials.updateOne({ ...unsaid, formerNames: 'gold' }, set);
    log.log('materials are made to order by their flag', {
      changed: named.modifiedCount + (renamed?.modifiedCount ?? 0),
    });
  },
});
