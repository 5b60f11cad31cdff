import { withVersion } from '@shop/service-kit';
import type { Collection } from './collection.schema.ts';

/** What visitors see of a collection itself. */
export const shownOf = ({ slug, name, kind, text, image }: Collection) => ({
  slug,
  name,
  kind,
  text,
  ...(image && { image }),
});

/** As staff read it; how many groups it has is in no version. */
export const collectionForStaffOf = (collection: Collection, totalCount = 0) =>
  withVersion(
    {
      _id: String(collection._id),
      ...shownOf(collection),
      status: collection.status,
      filter: collection.filter ?? {},
      picks: collection.picks,
      sort: collection.sort,
      totalCount,
    },
    ['totalCount'],
  );
