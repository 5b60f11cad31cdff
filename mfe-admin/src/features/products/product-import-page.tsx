import { catalog } from '@shop/contracts/browser';
import { call, useParams, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { columnsOf, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PRODUCTS_KEY } from '../../api/products.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { notFoundUnlessId, staffHead } from '../../components/staff-head.ts';
import { countText } from '../../components/texts.ts';
import {
  importRowsQuery,
  isWorking,
  productImportQuery,
  type ImportRow,
  type ProductImport,
} from './api/product-imports.ts';
import { ChangedFields, CheckedRows, RowState, useRowsFilter } from './checked-rows.tsx';
import { countsText, IMPORT_STATE_NAMES, IMPORT_STATE_TONES, ROW_NAMES, ROW_TONES } from './import-texts.ts';
import s from './product-edit-page.module.css';

const BACK = { to: '/admin/product-imports', name: 'Import and export' };
const ROW_STATES = Object.keys(ROW_NAMES) as ImportRow['state'][];

export const prefetch: Prefetch = (queryClient, { params }) => {
  const { id = '' } = params;
  const missing = notFoundUnlessId(id);
  if (missing) return missing;
  void queryClient.prefetchQuery(productImportQuery(id));
  return staffHead('Import');
};

/** An import: what its check found, its apply, how far it is, and what became of each row. */
export function ProductImportPage() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const query = useQuery(productImportQuery(id));
  const state = query.data?.state;
  useEffect(() => {
    if (state === 'applied') void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  }, [queryClient, state]);
  return (
    <StaffFrame title={query.data ? `Import ${query.data.fileName}` : 'Import'} back={BACK}>
      <Loaded query={query} what="import">
        {(one) => (
          <OneImport one={one} onChanged={(now) => queryClient.setQueryData(productImportQuery(id).queryKey, now)} />
        )}
      </Loaded>
    </StaffFrame>
  );
}

function OneImport({ one, onChanged }: { one: ProductImport; onChanged(one: ProductImport): void }) {
  const [asking, setAsking] = useState(false);
  const { counts, state } = one;
  const wanted = counts.new + counts.planned;
  return (
    <div className={s.page}>
      <section className={s.part} aria-labelledby="state">
        <h2 id="state">
          The file <Badge tone={IMPORT_STATE_TONES[state]}>{IMPORT_STATE_NAMES[state]}</Badge>
        </h2>
        <p role="status">{resultText(one)}</p>
        {isWorking(one) && <Progress one={one} />}
        <div className={form.buttons}>
          {state === 'checked' && (
            <May permission="products.change">
              <Button disabled={wanted === 0} onClick={() => setAsking(true)}>
                Apply {countText(wanted, 'row')}
              </Button>
            </May>
          )}
          {counts.problem + counts.skipped > 0 && (
            <a
              className={buttonClass('secondary')}
              href={`/api/v1/admin/product-imports/${one._id}/errors`}
              download="import-errors.csv"
            >
              Errors as a file
            </a>
          )}
        </div>
      </section>
      {!['uploading', 'checking', 'refused'].includes(state) && (
        <section className={s.part} aria-labelledby="rows">
          <h2 id="rows">Rows</h2>
          <Rows one={one} />
        </section>
      )}
      {asking && (
        <ConfirmDialog
          title={`Apply ${countText(wanted, 'row')}?`}
          confirm="Apply"
          action={async () => onChanged((await call(catalog.applyProductImport, { params: { id: one._id } })).import)}
          onClose={() => setAsking(false)}
        >
          <p>
            {countsText(one)}. What is published changes in the shop at once. Rows with a problem are left out, and what
            others change before its turn is skipped.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Without figures that move while it works: it is read out. */
function resultText(one: ProductImport): string {
  switch (one.state) {
    case 'uploading':
      return 'The file did not arrive whole. Choose it again';
    case 'checking':
      return 'Every row is being checked. Nothing is changed';
    case 'refused':
      return one.problem ?? 'The file cannot be read';
    case 'checked':
      return `Nothing is changed yet: ${countsText(one)}`;
    case 'applying':
      return 'It is being applied…';
    case 'applied':
      return countsText(one);
  }
}

function Progress({ one: { state, seen, counts, isDelayed } }: { one: ProductImport }) {
  const done = counts.created + counts.changed + counts.skipped;
  const of = done + counts.new + counts.planned;
  return (
    <div className={s.progress}>
      {state === 'checking' ? (
        <progress aria-label="Rows that were checked" />
      ) : (
        <progress value={done} max={Math.max(of, 1)} aria-label="Rows that had their turn" />
      )}
      <p>
        {state === 'checking'
          ? `${seen.toLocaleString('en-IN')} rows`
          : `${done.toLocaleString('en-IN')} of ${of.toLocaleString('en-IN')}`}
      </p>
      {isDelayed && <p className={form.soft}>Something was in the way. It goes on by itself in a moment.</p>}
      <p className={form.soft}>You can leave this page: it goes on, and is found under “Import and export”.</p>
    </div>
  );
}

const column = columnsOf<ImportRow>();
const COLUMNS: Columns<ImportRow> = [
  column.display({ id: 'number', header: 'Row', cell: ({ row: { original } }) => original.number }),
  column.display({ id: 'label', header: 'Product', cell: ({ row: { original } }) => original.label || '–' }),
  column.display({
    id: 'changes',
    header: 'From → to',
    cell: ({ row: { original } }) => (
      <ChangedFields
        changes={
          original.state === 'new'
            ? []
            : original.changes.map(({ column: name, before, after }) => {
                return { name, before: before || 'empty', after: after || 'empty' };
              })
        }
      />
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <RowState
        name={ROW_NAMES[original.state]}
        tone={ROW_TONES[original.state]}
        why={original.why.map(({ column: about, message }) => ({ about, message }))}
      />
    ),
  }),
];

function Rows({ one }: { one: ProductImport }) {
  const filter = useRowsFilter(ROW_STATES);
  const query = useQuery({ ...importRowsQuery(one, filter), placeholderData: keepPreviousData });
  return (
    <CheckedRows
      query={query}
      shown={filter.state}
      names={ROW_NAMES}
      counts={one.counts}
      noun="row"
      caption="Rows of this import"
      columns={COLUMNS}
    />
  );
}
