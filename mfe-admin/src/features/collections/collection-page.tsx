import { Link, useParams, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { notFoundUnlessId, staffHead } from '../../components/staff-head.ts';
import { collectionsQuery, placesQuery } from './api/collections.ts';
import { CollectionForm } from './collection-form.tsx';

const NEW = 'new';
const BACK = { to: '/admin/collections', name: 'Collections' };

export const prefetch: Prefetch = (queryClient, { params: { id = NEW } }) => {
  void queryClient.prefetchQuery(placesQuery);
  if (id === NEW) return staffHead('Add collection');
  void queryClient.prefetchQuery(collectionsQuery);
  return notFoundUnlessId(id) ?? staffHead('Collection');
};

/** One collection or gift guide; `/admin/collection/new` creates one. */
export function CollectionPage() {
  const { id = NEW } = useParams();
  const isNew = id === NEW;
  // A refetch would reset the form.
  const query = useQuery({ ...collectionsQuery, enabled: !isNew, refetchOnWindowFocus: false });
  const collection = query.data?.find(({ _id }) => _id === id);
  return (
    <StaffFrame
      title={isNew ? 'Add collection' : (collection?.name ?? 'Collection')}
      back={BACK}
      record={isNew ? undefined : collection?.name}
      actions={
        collection?.status === 'published' && (
          <Link to={`/collection/${encodeURIComponent(collection.slug)}`} className={buttonClass('secondary')}>
            In the shop
          </Link>
        )
      }
    >
      {isNew ? (
        <CollectionForm key={NEW} collection={undefined} />
      ) : (
        <Loaded query={query} what="collection">
          {() =>
            collection ? (
              <CollectionForm key={id} collection={collection} />
            ) : (
              <EmptyState title="This collection does not exist">
                <Link to={BACK.to}>To the collections</Link>
              </EmptyState>
            )
          }
        </Loaded>
      )}
    </StaffFrame>
  );
}
