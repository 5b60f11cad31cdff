import { formatMoney, Link, useNavigate } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { transfersQuery, type Transfer, type TransfersFilter } from './api.ts';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { RowButton } from '../../components/row-button.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { momentText } from '../../components/texts.ts';
import { TRANSFER_STATES } from './labels.ts';
import { RecordArrivalDialog } from './record-arrival-dialog.tsx';

const PAGE_SIZE = 25;
const STATES = Object.keys(TRANSFER_STATES) as Transfer['state'][];

export const transfersIn = (search: URLSearchParams) => {
  const q = search.get('q')?.slice(0, 40);
  return {
    page: pageIn(search),
    limit: PAGE_SIZE,
    state: STATES.find((state) => state === search.get('state')) ?? 'waiting',
    ...(q && { q }),
  } satisfies TransfersFilter;
};

/** Transfers by state; what arrived is recorded by hand where no statement is imported. */
export function ExpectedTransfers() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = transfersIn(search);
  const [arrived, setArrived] = useState<Transfer>();
  const query = useQuery({ ...transfersQuery(filter), placeholderData: keepPreviousData });
  return (
    <>
      <SearchForm
        label="Reference, or amount in ₹"
        value={filter.q ?? ''}
        onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
      />
      <Tabs
        label="Transfers by state"
        tabs={STATES.map((state) => ({
          name: TRANSFER_STATES[state].name,
          to: hrefWith({ state: state === 'waiting' ? undefined : state }),
          current: state === filter.state,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ transfers }) => transfers}
        what="transfers"
        counted={['transfer']}
        none={filter.q ? 'No such transfer' : filter.state === 'waiting' ? 'No transfer is awaited' : 'No transfer'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(transfers, waiting) => <TransfersTable transfers={transfers} waiting={waiting} onArrived={setArrived} />}
      </PagedList>
      {arrived && <RecordArrivalDialog transfer={arrived} onClose={() => setArrived(undefined)} />}
    </>
  );
}

const column = columnsOf<Transfer>();

function TransfersTable({
  transfers,
  waiting,
  onArrived,
}: {
  transfers: readonly Transfer[];
  waiting: boolean;
  onArrived(transfer: Transfer): void;
}) {
  const columns = useMemo<Columns<Transfer>>(
    () => [
      column.accessor('reference', {
        header: 'Reference',
        cell: ({ getValue }) => <code className={form.cellWhole}>{getValue()}</code>,
      }),
      column.accessor('amount', {
        header: 'Amount',
        meta: { isNumber: true },
        cell: ({ getValue }) => <span className={form.cellWhole}>{formatMoney(getValue(), 'INR')}</span>,
      }),
      column.display({
        id: 'buyer',
        header: 'Buyer',
        cell: ({ row: { original } }) => (
          <Link to={`/admin/orders?buyer=${original.userId}`} className={form.cellLink}>
            {original.buyer}
          </Link>
        ),
      }),
      column.accessor('startedAt', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) }),
      column.accessor('expiresAt', { header: 'Held until', cell: ({ getValue }) => momentText(getValue()) }),
      column.accessor('state', {
        header: 'State',
        cell: ({ row: { original } }) => {
          const { name, tone } = TRANSFER_STATES[original.state];
          return <Badge tone={tone}>{name}</Badge>;
        },
      }),
      column.display({
        id: 'arrived',
        header: 'Money',
        cell: ({ row: { original } }) =>
          original.state === 'arrived' ? (
            <Link to={`/admin/order/${original.checkoutId}`} className={form.cellLink}>
              Order<span className="visually-hidden"> of {original.reference}</span>
            </Link>
          ) : (
            <May permission="payments.resolve">
              <span className={form.cellButtons}>
                <RowButton of={original.reference} onClick={() => onArrived(original)}>
                  Arrived…
                </RowButton>
              </span>
            </May>
          ),
      }),
    ],
    [onArrived],
  );
  return (
    <DataTable
      caption="Bank transfers"
      columns={columns}
      rows={transfers}
      idOf={({ reference }) => reference}
      waiting={waiting}
    />
  );
}
