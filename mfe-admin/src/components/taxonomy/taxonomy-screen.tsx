import { toast, useSearchParams } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import form from '../form.module.css';
import { Loaded } from '../load-states.tsx';
import { StaffFrame } from '../staff-frame.tsx';
import type { Taxonomy, Changed, Entry } from './taxonomy.ts';
import { NamesTable, type NameRow } from './names-table.tsx';
import { NameDrawer } from './name-drawer.tsx';
import { PictureDrawer } from './picture-drawer.tsx';
import { upserted } from '../upserted.ts';
import s from './taxonomy-screen.module.css';

export const taxonomyQuery = ({ queryKey, list }: Taxonomy) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => list(signal) });

type Adding = { of: Entry | null };
type Removing = { entry: Entry; sub?: string };

/** Two tables: the entries, and what is below the chosen one, which is in the address. */
export function TaxonomyScreen({ taxonomy }: { taxonomy: Taxonomy }) {
  const { title, one, sub, subs, none, noSub } = taxonomy;
  const [search] = useSearchParams();
  const [adding, setAdding] = useState<Adding>();
  const [pictured, setPictured] = useState<Entry>();
  const [toOrder, setToOrder] = useState<Entry>();
  const [removing, setRemoving] = useState<Removing>();
  const query = useQuery(taxonomyQuery(taxonomy));
  const { data } = query;
  const { keep, drop } = useCachedEntries(taxonomy);
  const chosen = data?.find(({ name }) => name === search.get('of')) ?? data?.[0];

  const rows = useMemo<NameRow[]>(
    () =>
      (data ?? []).map(({ _id, name, sub: below, image, madeToOrder }) => ({
        id: _id,
        name,
        image,
        isMadeToOrder: madeToOrder,
        view: { to: `?of=${encodeURIComponent(name)}`, text: `View ${subs} (${below.length})` },
      })),
    [data, subs],
  );
  const subRows = useMemo<NameRow[]>(() => (chosen?.sub ?? []).map((name) => ({ id: name, name })), [chosen]);
  const entryOf = (id: string): Entry => data!.find(({ _id }) => _id === id)!;

  return (
    <StaffFrame title={title} actions={data && <Button onClick={() => setAdding({ of: null })}>Add {one}</Button>}>
      <Loaded query={query} title={title} what={title.toLowerCase()}>
        {() => (
          <div className={form.columns}>
            <section>
              {rows.length > 0 ? (
                <NamesTable
                  caption={title}
                  header={one}
                  rows={rows}
                  selected={chosen?._id}
                  entryOf={({ id }) => entryOf(id)}
                  nameIn={(_row, entry) => entry.name}
                  fromAnswer={taxonomy.entryOf}
                  toRename={(_row, name, entry) => taxonomy.rename(entry, name)}
                  onRenamed={keep}
                  onPicture={({ id }) => setPictured(entryOf(id))}
                  {...(taxonomy.changeMadeToOrder && {
                    onMadeToOrder: ({ id }) => setToOrder(entryOf(id)),
                  })}
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
                    entryOf={() => chosen}
                    nameIn={(row, entry) => (entry.sub.includes(row.name) ? row.name : '')}
                    fromAnswer={taxonomy.entryOf}
                    toRename={(row, name, entry) => taxonomy.renameSub(entry, row.name, name)}
                    onRenamed={keep}
                    onRemove={(row) => setRemoving({ entry: chosen, sub: row.name })}
                  />
                ) : (
                  <EmptyState title={noSub} />
                )}
              </section>
            )}
          </div>
        )}
      </Loaded>
      {adding && (
        <NameDrawer
          title={adding.of ? `Add a ${sub} to ${adding.of.name}` : `Add a ${one}`}
          label={adding.of ? sub : one}
          hint={taxonomy.hint}
          toRequest={(name) => (adding.of ? taxonomy.addSub(adding.of, name) : taxonomy.create(name))}
          onSaved={keep}
          onClose={() => setAdding(undefined)}
        />
      )}
      {pictured && (
        <PictureDrawer
          entry={pictured}
          onSave={async (image) => keep(await taxonomy.changeImage(pictured, image))}
          onClose={() => setPictured(undefined)}
        />
      )}
      {toOrder && (
        <ConfirmDialog
          title={toOrder.madeToOrder ? `Sell only ready pieces of ${toOrder.name}?` : `Make ${toOrder.name} to order?`}
          confirm={toOrder.madeToOrder ? 'Only ready pieces' : 'Make to order'}
          action={async () => keep(await taxonomy.changeMadeToOrder!(toOrder, !toOrder.madeToOrder))}
          onClose={() => setToOrder(undefined)}
        >
          <p>
            {toOrder.madeToOrder
              ? `Shoppers choose no other purity, stone or tone for a piece of it any more. What is ordered stays as it is.`
              : `Shoppers can choose another purity, stone or tone, where the piece or the customization of its group has one.`}
          </p>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          title={`Delete ${removing.sub ?? removing.entry.name}?`}
          confirm="Delete"
          action={async () => {
            if (removing.sub === undefined) drop(removing.entry, await taxonomy.remove(removing.entry));
            else keep(await taxonomy.removeSub(removing.entry, removing.sub));
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {removing.sub === undefined
              ? `The ${one} leaves the menu with its ${subs}. One that has products stays: move them first.`
              : `The ${sub} leaves ${removing.entry.name}. One that has products stays: move them first.`}
          </p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

/** Updates the cached list with the answers of changes: the public list may be stale. */
function useCachedEntries({ queryKey }: Taxonomy) {
  const queryClient = useQueryClient();
  const update = (how: (entries: Entry[]) => Entry[]) =>
    queryClient.setQueryData<Entry[]>(queryKey, (entries) => how(entries ?? []));
  return {
    keep({ entry, message }: Changed): void {
      update((entries) => upserted(entries, entry));
      toast.success(message);
    },
    drop({ _id }: Entry, { message }: { message: string }): void {
      update((entries) => entries.filter((one) => one._id !== _id));
      toast.success(message);
    },
  };
}
