import { catalog } from '@shop/contracts/browser';
import { call, Link, toast, useNavigate, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { synonymsQuery, type Synonym } from './api/synonyms.ts';
import { SynonymForm } from './synonym-form.tsx';

const PATH = '/admin/synonyms';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(synonymsQuery);
  return staffHead('Search words');
};

/** What shoppers write and what the search takes it for. The synonym that is being changed is in the address. */
export function SynonymsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery(synonymsQuery);
  const [removing, setRemoving] = useState<Synonym>();
  const open = (id?: string) => navigate(id ? `?of=${id}` : PATH, { state: { stay: true } });
  const editing = query.data?.find(({ _id }) => _id === search.get('of'));
  return (
    <StaffFrame title="Search words">
      <Loaded query={query} what="synonyms">
        {(synonyms) => (
          <div className={form.columns}>
            <section>
              {synonyms.length > 0 ? (
                <SynonymsTable synonyms={synonyms} selected={editing?._id} onRemove={setRemoving} />
              ) : (
                <EmptyState title="No synonyms yet" />
              )}
            </section>
            <SynonymForm
              key={editing?._id ?? 'new'}
              synonym={editing}
              onNew={() => open()}
              onSaved={() => queryClient.invalidateQueries({ queryKey: synonymsQuery.queryKey })}
            />
          </div>
        )}
      </Loaded>
      {removing && (
        <ConfirmDialog
          title="Delete this synonym?"
          confirm="Delete"
          action={async () => {
            const { message } = await call(catalog.removeSynonym, { params: { id: removing._id } });
            if (removing._id === search.get('of')) open();
            toast.success(message);
            void queryClient.invalidateQueries({ queryKey: synonymsQuery.queryKey });
          }}
          failure="Failed to delete synonym"
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {removing.words.join(', ')} will no longer mean {removing.means}.
          </p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

const column = columnsOf<Synonym>();

function SynonymsTable({
  synonyms,
  selected,
  onRemove,
}: {
  synonyms: readonly Synonym[];
  selected: string | undefined;
  onRemove(synonym: Synonym): void;
}) {
  const columns = useMemo<Columns<Synonym>>(
    () => [
      column.accessor('means', {
        header: 'What they mean',
        cell: ({ getValue }) => <span className={form.cellWords}>{getValue()}</span>,
      }),
      column.accessor(({ words }) => words.join(', '), { id: 'words', header: 'Words of shoppers' }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={`${form.cellButtons} ${form.cellPair}`}>
            <Link to={`?of=${original._id}`} preventScrollReset className={form.cellLink}>
              Edit<span className="visually-hidden"> {original.means}</span>
            </Link>
            <RowButton of={original.means} onClick={() => onRemove(original)}>
              Delete
            </RowButton>
          </span>
        ),
      }),
    ],
    [onRemove],
  );
  return (
    <DataTable
      caption="Search words"
      columns={columns}
      rows={synonyms}
      idOf={({ _id }) => _id}
      {...(selected && { selected })}
    />
  );
}
