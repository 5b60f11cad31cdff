import { Link, useNavigate, useSession, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Select } from '@shop/ui/select.tsx';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  OPEN_MAILS,
  OPEN_ORDERS,
  OPEN_PAYMENTS,
  WORK,
  WORK_COUNT_KEY,
  WORK_KINDS,
  type WorkKind,
} from '../../api/work.ts';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { RowsSkeleton } from '../../components/load-states.tsx';
import { useMay } from '../../components/may.tsx';
import { MissingPart } from '../../components/missing-part.tsx';
import { usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { Taker } from '../../components/taker.tsx';
import { countText, momentText } from '../../components/texts.ts';
import { filtered, WHO, type Who, type WorkItem, workOf } from './work.rules.ts';
import s from './work-page.module.css';

const KINDS = {
  order: { badge: 'Order', name: 'Orders to send', all: '/admin/orders?status=Processing&sort=placed' },
  payment: { badge: 'Payment', name: 'Payments', all: '/admin/payments' },
  mail: { badge: 'Mail', name: 'Mails', all: '/admin/mails' },
} as const satisfies Record<WorkKind, object>;

const WHO_NAMES: Record<Who, string> = { free: 'Not taken', mine: 'Taken by me', others: 'Taken by others' };

/** The queue stays open while others take from it. */
const AGAIN_MS = 60_000;

export const prefetch: Prefetch = (queryClient) => {
  // The menu counts what the list shows.
  void queryClient.invalidateQueries({ queryKey: WORK_COUNT_KEY });
  return staffHead('Work queue');
};

/** Everything that waits for staff, of all services, with who took it. Each service answers its own part; what could not be loaded is named. */
export function WorkPage() {
  const may = useMay();
  const { user } = useSession();
  const { search, hrefWith } = usePaging();
  const navigate = useNavigate();
  const [orders, payments, mails] = useQueries({
    queries: [
      { ...OPEN_ORDERS, enabled: may(WORK.order.read), refetchInterval: AGAIN_MS },
      { ...OPEN_PAYMENTS, enabled: may(WORK.payment.read), refetchInterval: AGAIN_MS },
      { ...OPEN_MAILS, enabled: may(WORK.mail.read), refetchInterval: AGAIN_MS },
    ],
  });
  const parts = (
    [
      { kind: 'order', query: orders, shown: orders.data?.orders.length },
      { kind: 'payment', query: payments, shown: payments.data?.attention.length },
      { kind: 'mail', query: mails, shown: mails.data?.mails.length },
    ] as const
  ).filter((part) => may(WORK[part.kind].read));
  const items = useMemo(
    () => workOf({ orders: orders.data?.orders, payments: payments.data?.attention, mails: mails.data?.mails }),
    [orders.data, payments.data, mails.data],
  );
  const kind = WORK_KINDS.find((one) => one === search.get('kind'));
  const who = WHO.find((one) => one === search.get('who'));
  const me = user?._id;
  const rows = useMemo(() => filtered(items, { kind, who }, me), [items, kind, who, me]);
  const waiting = parts.filter(({ query }) => query.isLoading);
  const isFailed = parts.some(({ query }) => query.error && query.data === undefined);
  const countIn = (one?: WorkKind) => filtered(items, { kind: one, who }, me).length;
  return (
    <StaffFrame title="Work queue">
      <div className={filters.filters}>
        <Select
          label="Who works on it"
          value={who ?? ''}
          onChange={(event) => navigate(hrefWith({ who: event.target.value || undefined }))}
        >
          <option value="">All</option>
          {WHO.map((one) => (
            <option key={one} value={one}>
              {WHO_NAMES[one]}
            </option>
          ))}
        </Select>
      </div>
      <Tabs
        label="What it is about"
        tabs={[
          { name: `Everything (${countIn()})`, to: hrefWith({ kind: undefined }), current: kind === undefined },
          ...parts.map(({ kind: one }) => ({
            name: `${KINDS[one].name} (${countIn(one)})`,
            to: hrefWith({ kind: one }),
            current: kind === one,
          })),
        ]}
      />
      <div className={s.missing}>
        {parts.map(({ kind: one, query }) => (
          <MissingPart key={one} what={KINDS[one].name} query={query} />
        ))}
      </div>
      {parts.map(
        ({ kind: one, query, shown = 0 }) =>
          query.data &&
          query.data.totalCount > shown && (
            <p key={one} className={s.more}>
              {KINDS[one].name}: {shown} of {query.data.totalCount} are in this list.{' '}
              <Link to={KINDS[one].all}>See all of them</Link>
            </p>
          ),
      )}
      <p className={filters.count} aria-live="polite">
        {(rows.length > 0 || waiting.length === 0) && countText(rows.length, 'entry', 'entries')}
      </p>
      {rows.length > 0 && (
        <DataTable
          caption="What waits for staff"
          columns={COLUMNS}
          rows={rows}
          idOf={({ kind: one, id }) => `${one} ${id}`}
        />
      )}
      {waiting.length > 0 && (
        <RowsSkeleton what={waiting.map(({ kind: one }) => KINDS[one].name).join(', ')} rows={3} />
      )}
      {rows.length === 0 && waiting.length === 0 && !isFailed && (
        <EmptyState title={items.length === 0 ? 'Nothing waits' : 'Nothing waits with these filters'} />
      )}
    </StaffFrame>
  );
}

const column = columnsOf<WorkItem>();

const COLUMNS: Columns<WorkItem> = [
  column.accessor(({ kind }) => KINDS[kind].badge, {
    id: 'kind',
    header: 'Kind',
    cell: ({ row: { original } }) => (
      <Badge tone={original.kind === 'order' ? 'busy' : 'bad'}>{KINDS[original.kind].badge}</Badge>
    ),
  }),
  column.display({
    id: 'what',
    header: 'What',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <strong>{original.what}</strong>
        <span>{original.details}</span>
      </span>
    ),
  }),
  column.accessor('since', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) }),
  column.display({
    id: 'taker',
    header: 'Who works on it',
    cell: ({ row: { original } }) => (
      <Taker kind={original.kind} id={original.id} taker={original.taker} of={original.what} />
    ),
  }),
  column.display({
    id: 'open',
    header: 'Record',
    cell: ({ row: { original } }) => (
      <Link to={original.to} className={form.cellLink}>
        Open<span className="visually-hidden"> {original.what}</span>
      </Link>
    ),
  }),
];
