import { PERMISSION_SPECS } from '@shop/contracts/browser';
import { toast, type Prefetch } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { RowButton } from '../../components/row-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { useMay } from '../../components/may.tsx';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { shopMomentText } from '../../components/texts.ts';
import { upserted } from '../../components/upserted.ts';
import type { Item, Showcase } from './api/showcase.ts';
import { ShowcaseDrawer } from './showcase-drawer.tsx';

const STATES: Record<NonNullable<Item['state']>, [name: string, tone: BadgeTone]> = {
  coming: ['coming', 'busy'],
  shown: ['shown', 'good'],
  over: ['over', 'plain'],
};
/** They are shown and hidden by themselves. */
const LOOK_AGAIN_MS = 30_000;

function timesOf({ state, from, until }: Item): string[] {
  if (state === 'over') return [`since ${shopMomentText(until!)}`];
  return [
    ...(state === 'coming' && from ? [`from ${shopMomentText(from)}`] : []),
    ...(until ? [`until ${shopMomentText(until)}`] : []),
  ];
}

const column = columnsOf<Item>();
const STATE = column.display({
  id: 'state',
  header: 'State',
  cell: ({ row: { original } }) => {
    const [name, tone] = STATES[original.state ?? 'shown'];
    return (
      <span className={form.cellLines}>
        <span>
          <Badge tone={tone}>{name}</Badge>
        </span>
        {timesOf(original).map((time) => (
          <span key={time}>{time}</span>
        ))}
      </span>
    );
  },
});

/** The screen of posts or of banners: they differ in labels and calls. */
export function showcaseScreen(of: Showcase) {
  const one = of.one.toLowerCase();
  const query = queryOptions({
    queryKey: ['admin', 'showcase', of.one],
    queryFn: ({ signal }) => of.list(signal),
    refetchInterval: of.isBanner === true && LOOK_AGAIN_MS,
  });
  const prefetch: Prefetch = (queryClient) => {
    void queryClient.prefetchQuery(query);
    return staffHead(of.title);
  };

  function ShowcasePage() {
    const queryClient = useQueryClient();
    const loading = useQuery(query);
    const [editing, setEditing] = useState<{ item: Item | null }>();
    const [removing, setRemoving] = useState<Item>();
    // Updated with the answers of changes: the public list may be stale.
    const update = (how: (items: Item[]) => Item[]) =>
      queryClient.setQueryData(query.queryKey, (items: Item[] | undefined) => how(items ?? []));
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
        ...(of.linkLabel
          ? [column.accessor('link', { header: of.linkLabel, cell: ({ getValue }) => getValue() ?? '/shop' })]
          : []),
        ...(of.isBanner ? [STATE] : []),
        column.display({
          id: 'actions',
          header: 'Change',
          cell: ({ row: { original } }) => (
            <span className={form.cellButtons}>
              <RowButton of={original.text} onClick={() => setEditing({ item: original })}>
                Edit
              </RowButton>
              <RowButton of={original.text} onClick={() => setRemoving(original)}>
                Delete
              </RowButton>
            </span>
          ),
        }),
      ],
      [],
    );
    return (
      <StaffFrame
        title={of.title}
        actions={loading.data && <AddButton one={one} onClick={() => setEditing({ item: null })} />}
      >
        <Loaded query={loading} what={`${one}s`} rows={4}>
          {(data) =>
            data.length > 0 ? (
              <DataTable caption={of.title} columns={columns} rows={data} idOf={({ _id }) => _id} />
            ) : (
              <EmptyState title={of.none} />
            )
          }
        </Loaded>
        {editing && (
          <ShowcaseDrawer
            of={of}
            item={editing.item}
            onSaved={(saved) => {
              // In the order of the shop: posts newest first, banners as they were added.
              update((items) => {
                const isFirst = of.one === 'Post' && !items.some(({ _id }) => _id === saved._id);
                return isFirst ? [saved, ...items] : upserted(items, saved);
              });
              return 'Saved';
            }}
            onClose={() => setEditing(undefined)}
          />
        )}
        {removing && (
          <ConfirmDialog
            title={`Delete this ${one}?`}
            confirm="Delete"
            action={async () => {
              await of.remove(removing._id);
              update((items) => items.filter(({ _id }) => _id !== removing._id));
              toast.success('Deleted');
            }}
            failure="Delete failed"
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

/** A new one begins with a picture. To who may neither upload nor choose one, it says so before the form is filled in. */
function AddButton({ one, onClick }: { one: string; onClick(): void }) {
  const id = useId();
  const may = useMay();
  const mayAdd = may('media.upload') || may('media.read');
  return (
    <>
      {!mayAdd && (
        <small id={id} className={form.soft}>
          A new {one} needs a picture, and that a role that may {PERMISSION_SPECS['media.read'].label}.
        </small>
      )}
      <Button disabled={!mayAdd} aria-describedby={mayAdd ? undefined : id} onClick={onClick}>
        Add {one}
      </Button>
    </>
  );
}
