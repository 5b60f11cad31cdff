import type { catalog } from '@shop/contracts';
import { withVersion } from '@shop/service-kit';
import type { TaxonomyEntry } from './taxonomy-entry.schema.ts';

export const categoryOf = ({ _id, name, sub, image }: TaxonomyEntry): catalog.Category =>
  withVersion({ _id: String(_id), main: name, sub, ...(image && { image }) });

export const materialOf = ({ _id, name, sub, image, madeToOrder }: TaxonomyEntry): catalog.Material =>
  withVersion({
    _id: String(_id),
    tag: name,
    sub,
    ...(image && { image }),
    ...(madeToOrder && { madeToOrder }),
  });
