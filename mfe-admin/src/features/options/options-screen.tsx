import { formatMoney, messageOf, toast, useLocation, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  OPTION_LISTS,
  optionsQuery,
  type Option,
  type OptionList,
  type OptionListName,
} from '../../api/option-lists.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText } from '../../components/texts.ts';
import { OptionDrawer } from './option-drawer.tsx';

const listIn = (names: readonly OptionListName[], search: URLSearchParams): OptionList =>
  OPTION_LISTS[names.find((name) => OPTION_LISTS[name].base === search.get('list')) ?? names[0]!];

/** The screen of some of the option lists, and what it loads. Which list is open stands in the address. */
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
  const { data, error, refetch } = useQuery(optionsQuery(list));
  const [writing, setWriting] = useState<{ option: Option | null }>();
  const [removing, setRemoving] = useState<Option>();
  // The list as the answers make it: the public one may be a moment behind.
  const update = (how: (options: Option[]) => Option[]) =>
    queryClient.setQueryData(queryKey, (options: Option[] | undefined) => how(options ?? []));
  const { mutate: remove, isPending } = useMutation({
    mutationFn: ({ _id }: Option) => list.remove(_id),
    meta: { quiet: true },
    onSuccess: (_answer, { _id }) => {
      update((options) => options.filter((option) => option._id !== _id));
      setRemoving(undefined);
      toast.success('Deleted');
    },
    onError: (refused) => {
      setRemoving(undefined);
      toast.error(messageOf(refused, 'Delete failed'));
    },
  });
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
            <Button look="quiet" onClick={() => setWriting({ option: original })}>
              Edit<span className="visually-hidden"> {original.value}</span>
            </Button>
            <Button look="quiet" onClick={() => setRemoving(original)}>
              Delete<span className="visually-hidden"> {original.value}</span>
            </Button>
          </span>
        ),
      }),
    ],
    [list],
  );
  if (!data) {
    return error ? (
      <Failure error={error} what={`The ${list.name.toLowerCase()}`} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton what={list.name.toLowerCase()} rows={6} />
    );
  }
  return (
    <section className={form.stack}>
      <div className={form.buttons}>
        <Button onClick={() => setWriting({ option: null })}>Add {list.label.toLowerCase()}</Button>
        <span className={form.soft} aria-live="polite">
          {countText(data.length, 'entry', 'entries')}
        </span>
      </div>
      {data.length > 0 ? (
        <DataTable caption={list.name} columns={columns} rows={data} idOf={({ _id }) => _id} sortable />
      ) : (
        <EmptyState title={`No ${list.name.toLowerCase()} yet`} />
      )}
      {writing && (
        <OptionDrawer
          list={list}
          option={writing.option}
          onSaved={(saved) => {
            update((options) =>
              writing.option
                ? options.map((option) => (option._id === saved._id ? saved : option))
                : [...options, saved],
            );
            setWriting(undefined);
            toast.success('Saved');
          }}
          onClose={() => setWriting(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Delete ${removing.value}?`}
          confirm="Delete"
          busy={isPending}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>It can be chosen no more, and adds nothing to a price. Products that name it keep the word.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
