import { formatMoney, Link, STAY, useNavigate } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { arrivalsQuery, type Arrival, type ArrivalsFilter } from './api.ts';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { RowButton } from '../../components/row-button.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { calendarDayText } from '../../components/texts.ts';
import { AssignArrivalDialog, SetAsideDialog } from './assign-arrival-dialogs.tsx';
import { ARRIVAL_STATES } from './labels.ts';
import { RecordArrivalDialog } from './record-arrival-dialog.tsx';
import s from './transfers.module.css';

const PAGE_SIZE = 25;
const STATES = Object.keys(ARRIVAL_STATES) as Arrival['state'][];

export const arrivalsIn = (search: URLSearchParams) =>
  ({
    page: pageIn(search),
    limit: PAGE_SIZE,
    state: STATES.find((state) => state === search.get('state')) ?? 'unmatched',
  }) satisfies ArrivalsFilter;

type Asking = { what: 'record' } | { what: 'assign' | 'set-aside'; arrival: Arrival };

/** Money on the account; what named no transfer comes first and is assigned by hand. */
export function Arrivals() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = arrivalsIn(search);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>();
  // Opened from elsewhere, by its address.
  const isRecording = search.has('record');
  const close = () => {
    setAsking(undefined);
    if (isRecording) void navigate(hrefWith({ record: undefined }), { replace: true, state: STAY });
  };
  const query = useQuery({ ...arrivalsQuery(filter), placeholderData: keepPreviousData });
  const isUnmatched = filter.state === 'unmatched';
  return (
    <>
      <May permission="payments.resolve">
        <p className={s.above}>
          <Button look="secondary" onClick={() => setAsking({ what: 'record' })}>
            Record money that arrived…
          </Button>
        </p>
      </May>
      <Tabs
        label="Arrivals by state"
        tabs={STATES.map((state) => ({
          name: ARRIVAL_STATES[state],
          to: hrefWith({ state: state === 'unmatched' ? undefined : state }),
          current: state === filter.state,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ arrivals }) => arrivals}
        what="arrivals"
        counted={['arrival']}
        none={isUnmatched ? 'All that arrived is assigned' : 'No such arrival'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(arrivals, waiting) => <ArrivalsTable arrivals={arrivals} waiting={waiting} onAsk={setAsking} />}
      </PagedList>
      {(asking?.what === 'record' || isRecording) && (
        <May permission="payments.resolve">
          <RecordArrivalDialog onClose={close} />
        </May>
      )}
      {asking?.what === 'assign' && <AssignArrivalDialog arrival={asking.arrival} onClose={close} />}
      {asking?.what === 'set-aside' && <SetAsideDialog arrival={asking.arrival} onClose={close} />}
    </>
  );
}

const column = columnsOf<Arrival>();

function ArrivalsTable({
  arrivals,
  waiting,
  onAsk,
}: {
  arrivals: readonly Arrival[];
  waiting: boolean;
  onAsk(asking: Asking): void;
}) {
  const columns = useMemo<Columns<Arrival>>(
    () => [
      column.accessor('arrivedOn', { header: 'Arrived', cell: ({ getValue }) => calendarDayText(getValue()) }),
      column.accessor('amount', {
        header: 'Amount',
        meta: { isNumber: true },
        cell: ({ getValue }) => <span className={form.cellWhole}>{formatMoney(getValue(), 'INR')}</span>,
      }),
      column.display({
        id: 'text',
        header: 'The bank’s text',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <span>{original.text || '–'}</span>
            {original.bankReference && <code>{original.bankReference}</code>}
          </span>
        ),
      }),
      column.display({
        id: 'what',
        header: 'Settled by',
        cell: ({ row: { original } }) => <Settled arrival={original} onAsk={onAsk} />,
      }),
    ],
    [onAsk],
  );
  return (
    <DataTable
      caption="Money that arrived"
      columns={columns}
      rows={arrivals}
      idOf={({ _id }) => _id}
      waiting={waiting}
    />
  );
}

function Settled({ arrival, onAsk }: { arrival: Arrival; onAsk(asking: Asking): void }) {
  const { state, amount, arrivedOn, reference, checkoutId, note } = arrival;
  if (state === 'unmatched') {
    const of = `${formatMoney(amount, 'INR')} of ${calendarDayText(arrivedOn)}`;
    return (
      <May permission="payments.resolve">
        <span className={form.cellButtons}>
          <RowButton of={of} onClick={() => onAsk({ what: 'assign', arrival })}>
            Assign…
          </RowButton>
          <RowButton of={of} onClick={() => onAsk({ what: 'set-aside', arrival })}>
            Set aside…
          </RowButton>
        </span>
      </May>
    );
  }
  return (
    <span className={form.cellLines}>
      {reference && <code>{reference}</code>}
      {state === 'matched' && checkoutId && (
        <Link to={`/admin/order/${checkoutId}`} className={form.cellLink}>
          Order<span className="visually-hidden"> of {reference}</span>
        </Link>
      )}
      {note && <span>{note}</span>}
    </span>
  );
}
