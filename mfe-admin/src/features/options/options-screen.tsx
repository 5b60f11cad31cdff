import { formatMoney, toast, useLocation, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  inUse,
  OPTION_LISTS,
  optionsQuery,
  type Option,
  type OptionList,
  type OptionListName,
} from '../../api/option-lists.ts';
import { RowButton } from '../../components/row-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText } from '../../components/texts.ts';
import { upserted } from '../../components/upserted.ts';
import { OptionDrawer } from './option-drawer.tsx';
import { OptionUsers } from './option-users.tsx';

const listIn = (names: readonly OptionListName[], search: URLSearchParams): OptionList =>
  OPTION_LISTS[names.find((name) => OPTION_LISTS[name].base === search.get('list')) ?? names[0]!];

/** The screen of some of the option lists, and its prefetch. The open list is in the address. */
export function optionsScreen(title: string, names: readonly OptionListName[]) {
  const prefetch: Prefetch = (queryClient, { url }) => {
    void queryClient.prefetchQuery(optionsQuery(listIn(names, url.searchParams)));
    return staffHead(title);
  };
  function OptionsPage() {
    const [search] = useSearchParams();
    const { pathname } = useLocation();
    const list = listIn(names, search);
    return (
      <StaffFrame title={title}>
        <Tabs
          label={title}
          tabs={names.map((name) => ({
            name: OPTION_LISTS[name].name,
            to: `${pathname}?list=${OPTION_LISTS[name].base}`,
            current: OPTION_LISTS[name] === list,
          }))}
        />
        <Options key={list.base} list={list} />
      </StaffFrame>
    );
  }
  return { OptionsPage, prefetch };
}

const column = columnsOf<Option>();

function Options({ list }: { list: OptionList }) {
  const { queryKey } = optionsQuery(list);
  const queryClient = useQueryClient();
  const query = useQuery(optionsQuery(list));
  const [editing, setEditing] = useState<{ option: Option | null }>();
  const [removing, setRemoving] = useState<Option>();
  /** An entry that stays, and who uses it. */
  const [used, setUsed] = useState<{ option: Option; users: string }>();
  // Updated with the answers of changes: the public list may be stale.
  const update = (how: (options: Option[]) => Option[]) =>
    queryClient.setQueryData(queryKey, (options: Option[] | undefined) => how(options ?? []));
  const columns = useMemo<Columns<Option>>(
    () => [
      ...(list.hasImage
        ? [
            column.display({
              id: 'image',
              header: 'Picture',
              enableSorting: false,
              cell: ({ row: { original } }) => <Thumbnail src={original.image} size={40} />,
            }),
          ]
        : []),
      column.accessor('value', { header: list.label }),
      column.accessor('price', {
        header: 'Extra cost',
        cell: ({ getValue }) => (getValue() > 0 ? formatMoney(getValue(), 'INR') : '–'),
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <span className={form.cellButtons}>
            <RowButton of={original.value} onClick={() => setEditing({ option: original })}>
              Edit
            </RowButton>
            <RowButton of={original.value} onClick={() => setRemoving(original)}>
              Delete
            </RowButton>
          </span>
        ),
      }),
    ],
    [list],
  );
  return (
    <Loaded query={query} what={list.name.toLowerCase()}>
      {(data) => (
        <section className={form.stack}>
          <div className={form.buttons}>
            <Button onClick={() => setEditing({ option: null })}>Add {list.label.toLowerCase()}</Button>
            <span className={form.soft} aria-live="polite">
              {countText(data.length, 'entry', 'entries')}
            </span>
          </div>
          {data.length > 0 ? (
            <DataTable caption={list.name} columns={columns} rows={data} idOf={({ _id }) => _id} sortable />
          ) : (
            <EmptyState title={`No ${list.name.toLowerCase()} yet`} />
          )}
          {editing && (
            <OptionDrawer
              list={list}
              option={editing.option}
              onSaved={(saved) => {
                update((options) => upserted(options, saved));
                return 'Saved';
              }}
              onClose={() => setEditing(undefined)}
            />
          )}
          {removing && (
            <ConfirmDialog
              title={`Delete ${removing.value}?`}
              confirm="Delete"
              action={async () => {
                try {
                  await list.remove(removing._id);
                } catch (error) {
                  const users = inUse(error);
                  if (users === undefined) throw error;
                  return setUsed({ option: removing, users });
                }
                update((options) => options.filter(({ _id }) => _id !== removing._id));
                toast.success('Deleted');
              }}
              failure="Delete failed"
              onClose={() => setRemoving(undefined)}
            >
              <p>It can be chosen no more. One that products use stays: change these first.</p>
            </ConfirmDialog>
          )}
          {used && (
            <Dialog title={`${used.option.value} stays`} onClose={() => setUsed(undefined)}>
              <p>
                {used.users}. <OptionUsers list={list} value={used.option.value} />
              </p>
              <DialogActions>
                <Button onClick={() => setUsed(undefined)}>Close</Button>
              </DialogActions>
            </Dialog>
          )}
        </section>
      )}
    </Loaded>
  );
}
