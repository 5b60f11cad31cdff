import { catalog } from '@shop/contracts/browser';
import { call, Link, messageOf, toast, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import { collectionsQuery, type Collection } from './api/collections.ts';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(collectionsQuery);
  return staffHead('Collections');
};

/** Collections and gift guides in the order in which the shop shows them. */
export function CollectionsPage() {
  const queryClient = useQueryClient();
  const query = useQuery(collectionsQuery);
  const [removing, setRemoving] = useState<Collection>();
  return (
    <StaffFrame
      title="Collections"
      actions={
        <Link to="/admin/collection/new" className={buttonClass('primary')}>
          Add collection
        </Link>
      }
    >
      <Loaded query={query} what="collections">
        {(collections) =>
          collections.length > 0 ? (
            <CollectionsTable collections={collections} onRemove={setRemoving} />
          ) : (
            <EmptyState title="No collections yet">
              <p>A collection is a saved filter with a name, a text and a picture.</p>
            </EmptyState>
          )
        }
      </Loaded>
      {removing && (
        <ConfirmDialog
          title={`Delete ${removing.name}?`}
          confirm="Delete"
          action={async () => {
            const { message } = await call(catalog.removeCollection, { params: { id: removing._id } });
            toast.success(message);
            await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });
          }}
          failure="Failed to delete collection"
          onClose={() => setRemoving(undefined)}
        >
          <p>Its page will be gone; its pieces stay in the shop.</p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

const column = columnsOf<Collection>();

function CollectionsTable({
  collections,
  onRemove,
}: {
  collections: readonly Collection[];
  onRemove(collection: Collection): void;
}) {
  const queryClient = useQueryClient();
  const columns = useMemo<Columns<Collection>>(() => {
    /** Shown at once; what the service refuses is put back. */
    const move = async (at: number, by: -1 | 1) => {
      const moved = collections.toSpliced(at, 1).toSpliced(at + by, 0, collections[at]!);
      queryClient.setQueryData(collectionsQuery.queryKey, moved);
      try {
        const { message } = await call(catalog.orderCollections, { body: { ids: moved.map(({ _id }) => _id) } });
        toast.success(message);
      } catch (error) {
        toast.error(messageOf(error, 'Failed to save the order'));
      }
      await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });
    };
    return [
      column.display({
        id: 'image',
        header: 'Picture',
        cell: ({ row: { original } }) => <Thumbnail src={original.image} size={56} />,
      }),
      column.accessor('name', {
        header: 'Name',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <span className={form.cellWords}>{original.name}</span>
            <code>/collection/{original.slug}</code>
          </span>
        ),
      }),
      column.accessor('kind', {
        header: 'Kind',
        cell: ({ getValue }) => (getValue() === 'gift-guide' ? 'Gift guide' : 'Collection'),
      }),
      column.accessor('status', {
        header: 'Status',
        cell: ({ getValue }) => (
          <Badge tone={getValue() === 'published' ? 'good' : 'plain'}>
            {getValue() === 'published' ? 'Published' : 'Draft'}
          </Badge>
        ),
      }),
      column.accessor('totalCount', {
        header: 'Pieces',
        meta: { isNumber: true },
        cell: ({ getValue }) =>
          getValue() > 0 ? countText(getValue(), 'piece') : <Badge tone="bad">Finds nothing</Badge>,
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original, index } }) => (
          <span className={form.cellButtons}>
            <Link to={`/admin/collection/${original._id}`} className={form.cellLink}>
              Edit<span className="visually-hidden"> {original.name}</span>
            </Link>
            {index > 0 && (
              <RowButton of={original.name} onClick={() => void move(index, -1)}>
                Up
              </RowButton>
            )}
            {index < collections.length - 1 && (
              <RowButton of={original.name} onClick={() => void move(index, 1)}>
                Down
              </RowButton>
            )}
            <RowButton of={original.name} onClick={() => onRemove(original)}>
              Delete
            </RowButton>
          </span>
        ),
      }),
    ];
  }, [collections, onRemove, queryClient]);
  return <DataTable caption="Collections" columns={columns} rows={collections} idOf={({ _id }) => _id} />;
}
