import { messageOf, toast, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import type { Item, Showcase } from './api/showcase.ts';
import { ShowcaseDrawer } from './showcase-drawer.tsx';

const column = columnsOf<Item>();

/** The screen of posts or of banners: they differ in their words. */
export function showcaseScreen(of: Showcase) {
  const one = of.one.toLowerCase();
  const query = queryOptions({
    queryKey: ['admin', 'showcase', of.one],
    queryFn: ({ signal }) => of.list(signal),
  });
  const prefetch: Prefetch = (queryClient) => {
    void queryClient.prefetchQuery(query);
    return staffHead(of.title);
  };

  function ShowcasePage() {
    const queryClient = useQueryClient();
    const { data, error, refetch } = useQuery(query);
    const [writing, setWriting] = useState<{ item: Item | null }>();
    const [removing, setRemoving] = useState<Item>();
    // The list as the answers make it: the public one may be a moment behind.
    const update = (how: (items: Item[]) => Item[]) =>
      queryClient.setQueryData(query.queryKey, (items: Item[] | undefined) => how(items ?? []));
    const { mutate: remove, isPending } = useMutation({
      mutationFn: ({ _id }: Item) => of.remove(_id),
      meta: { quiet: true },
      onSuccess: (_answer, { _id }) => {
        update((items) => items.filter((item) => item._id !== _id));
        setRemoving(undefined);
        toast.success('Deleted');
      },
      onError: (refused) => {
        setRemoving(undefined);
        toast.error(messageOf(refused, 'Delete failed'));
      },
    });
    const columns = useMemo<Columns<Item>>(
      () => [
        column.display({
          id: 'image',
          header: 'Image',
          cell: ({ row: { original } }) => <Thumbnail src={original.image} size={72} />,
        }),
        column.accessor('text', {
          header: of.field === 'url' ? 'Link' : 'Title',
          cell: ({ getValue }) =>
            of.field === 'url' ? (
              <a href={getValue()} className={form.cellLink} target="_blank" rel="noopener noreferrer">
                {getValue()}
              </a>
            ) : (
              getValue()
            ),
        }),
        column.display({
          id: 'actions',
          header: 'Change',
          cell: ({ row: { original } }) => (
            <span className={form.cellButtons}>
              <Button look="quiet" onClick={() => setWriting({ item: original })}>
                Edit<span className="visually-hidden"> {original.text}</span>
              </Button>
              <Button look="quiet" onClick={() => setRemoving(original)}>
                Delete<span className="visually-hidden"> {original.text}</span>
              </Button>
            </span>
          ),
        }),
      ],
      [],
    );
    return (
      <StaffFrame
        title={of.title}
        actions={data && <Button onClick={() => setWriting({ item: null })}>Add {one}</Button>}
      >
        {data ? (
          data.length > 0 ? (
            <DataTable caption={of.title} columns={columns} rows={data} idOf={({ _id }) => _id} />
          ) : (
            <EmptyState title={of.none} />
          )
        ) : error ? (
          <Failure error={error} what={`The ${one}s`} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton what={`${one}s`} rows={4} />
        )}
        {writing && (
          <ShowcaseDrawer
            of={of}
            item={writing.item}
            onSaved={(saved) => {
              // As the shop shows them: newest posts first, banners in the order in which they came.
              update((items) =>
                writing.item
                  ? items.map((item) => (item._id === saved._id ? saved : item))
                  : of.one === 'Post'
                    ? [saved, ...items]
                    : [...items, saved],
              );
              setWriting(undefined);
              toast.success('Saved');
            }}
            onClose={() => setWriting(undefined)}
          />
        )}
        {removing && (
          <ConfirmDialog
            title={`Delete this ${one}?`}
            confirm="Delete"
            busy={isPending}
            onConfirm={() => remove(removing)}
            onClose={() => setRemoving(undefined)}
          >
            <p>The home page shows it no more.</p>
          </ConfirmDialog>
        )}
      </StaffFrame>
    );
  }
  return { ShowcasePage, prefetch };
}
