import { messageOf, toast, useSearchParams } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import form from '../form.module.css';
import { Failure, RowsSkeleton } from '../load-states.tsx';
import { StaffFrame } from '../staff-frame.tsx';
import type { Assortment, Changed, Entry } from './assortment.ts';
import { NamesTable, type NameRow } from './names-table.tsx';
import { NameDrawer } from './name-drawer.tsx';
import { PictureDrawer } from './picture-drawer.tsx';
import s from './assortment-screen.module.css';

export const assortmentQuery = ({ queryKey, list }: Assortment) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => list(signal) });

type Adding = { of: Entry | null };
type Removing = { entry: Entry; sub?: string };

/** Two tables: what there is, and what is below the chosen one. Which one that is stands in the address. */
export function AssortmentScreen({ assortment }: { assortment: Assortment }) {
  const { title, one, sub, subs, none, noSub } = assortment;
  const [search] = useSearchParams();
  const [adding, setAdding] = useState<Adding>();
  const [pictured, setPictured] = useState<Entry>();
  const [removing, setRemoving] = useState<Removing>();
  const { data, error, refetch } = useQuery(assortmentQuery(assortment));
  const { change, remove } = useChanges(assortment);
  const chosen = data?.find(({ name }) => name === search.get('of')) ?? data?.[0];

  const rows = useMemo<NameRow[]>(
    () =>
      (data ?? []).map(({ _id, name, sub: below, image }) => ({
        id: _id,
        name,
        image,
        view: { to: `?of=${encodeURIComponent(name)}`, text: `View ${subs} (${below.length})` },
      })),
    [data, subs],
  );
  const subRows = useMemo<NameRow[]>(() => (chosen?.sub ?? []).map((name) => ({ id: name, name })), [chosen]);
  const entryOf = (id: string): Entry => data!.find(({ _id }) => _id === id)!;

  return (
    <StaffFrame title={title} actions={data && <Button onClick={() => setAdding({ of: null })}>Add {one}</Button>}>
      {data ? (
        <div className={form.columns}>
          <section>
            {rows.length > 0 ? (
              <NamesTable
                caption={title}
                header={one}
                rows={rows}
                selected={chosen?._id}
                onRename={({ id }, name) => change(assortment.rename(entryOf(id), name))}
                onPicture={({ id }) => setPictured(entryOf(id))}
                onRemove={({ id }) => setRemoving({ entry: entryOf(id) })}
              />
            ) : (
              <EmptyState title={none} />
            )}
          </section>
          {chosen && (
            <section>
              <header className={s.head}>
                <h2>
                  {subs} of {chosen.name}
                </h2>
                <Button look="secondary" onClick={() => setAdding({ of: chosen })}>
                  Add {sub}
                </Button>
              </header>
              {subRows.length > 0 ? (
                <NamesTable
                  key={chosen._id}
                  caption={`${subs} of ${chosen.name}`}
                  header={sub}
                  rows={subRows}
                  onRename={(row, name) =>
                    change(
                      assortment.replaceSubs(
                        chosen,
                        chosen.sub.map((old) => (old === row.name ? name : old)),
                      ),
                    )
                  }
                  onRemove={(row) => setRemoving({ entry: chosen, sub: row.name })}
                />
              ) : (
                <EmptyState title={noSub} />
              )}
            </section>
          )}
        </div>
      ) : error ? (
        <Failure error={error} what={title} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what={title.toLowerCase()} rows={6} />
      )}
      {adding && (
        <NameDrawer
          title={adding.of ? `Add a ${sub} to ${adding.of.name}` : `Add a ${one}`}
          label={adding.of ? sub : one}
          hint={assortment.hint}
          onSave={(name) => change(adding.of ? assortment.addSub(adding.of, name) : assortment.create(name))}
          onClose={() => setAdding(undefined)}
        />
      )}
      {pictured && (
        <PictureDrawer
          entry={pictured}
          onSave={(image) => change(assortment.changeImage(pictured, image))}
          onClose={() => setPictured(undefined)}
        />
      )}
      {removing && (
        <Removal
          what={removing}
          assortment={assortment}
          onRemove={() =>
            removing.sub === undefined
              ? remove(removing.entry)
              : change(assortment.removeSub(removing.entry, removing.sub))
          }
          onClose={() => setRemoving(undefined)}
        />
      )}
    </StaffFrame>
  );
}

function Removal({
  what: { entry, sub },
  assortment,
  onRemove,
  onClose,
}: {
  what: Removing;
  assortment: Assortment;
  onRemove(): Promise<void>;
  onClose(): void;
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: onRemove,
    meta: { quiet: true },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${sub ?? entry.name}?`}
      confirm="Delete"
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        {sub === undefined
          ? `The ${assortment.one} leaves the menu with its ${assortment.subs}. One that has products stays: move them first.`
          : `The ${assortment.sub} leaves ${entry.name}. One that has products stays: move them first.`}
      </p>
    </ConfirmDialog>
  );
}

/** The list as the answers of the calls make it: the public one may be a moment behind. */
function useChanges({ queryKey, remove }: Assortment) {
  const queryClient = useQueryClient();
  const update = (how: (entries: Entry[]) => Entry[]) =>
    queryClient.setQueryData<Entry[]>(queryKey, (entries) => how(entries ?? []));
  return {
    async change(call: Promise<Changed>): Promise<void> {
      const { entry, message } = await call;
      update((entries) =>
        entries.some(({ _id }) => _id === entry._id)
          ? entries.map((old) => (old._id === entry._id ? entry : old))
          : [...entries, entry],
      );
      toast.success(message);
    },
    async remove(entry: Entry): Promise<void> {
      const { message } = await remove(entry);
      update((entries) => entries.filter(({ _id }) => _id !== entry._id));
      toast.success(message);
    },
  };
}
