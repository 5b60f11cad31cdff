import { formatMoney, Link } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { returnsQuery, type ReturnsFilter, type TransferReturn } from './api.ts';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { RowButton } from '../../components/row-button.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { momentText } from '../../components/texts.ts';
import { whyText } from './labels.ts';
import { SettleReturnDialog, type Outcome } from './settle-return-dialog.tsx';

const PAGE_SIZE = 25;

export const returnsIn = (search: URLSearchParams) =>
  ({
    page: pageIn(search),
    limit: PAGE_SIZE,
    state: search.get('state') === 'settled' ? 'settled' : 'open',
  }) satisfies ReturnsFilter;

interface Asking {
  one: TransferReturn;
  outcome: Outcome;
}

/** Money that staff send back from the shop's account, and tell here. */
export function Returns() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = returnsIn(search);
  const isOpen = filter.state === 'open';
  const [asking, setAsking] = useState<Asking>();
  const query = useQuery({ ...returnsQuery(filter), placeholderData: keepPreviousData });
  return (
    <>
      <Tabs
        label="Money to send back by state"
        tabs={[
          { name: 'Open', to: hrefWith({ state: undefined }), current: isOpen },
          { name: 'Settled', to: hrefWith({ state: 'settled' }), current: !isOpen },
        ]}
      />
      <PagedList
        query={query}
        rowsOf={({ returns }) => returns}
        what="money to send back"
        counted={['entry', 'entries']}
        none={isOpen ? 'Nothing is to be sent back' : 'Nothing was sent back yet'}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(returns, waiting) => <ReturnsTable returns={returns} waiting={waiting} onAsk={setAsking} />}
      </PagedList>
      {asking && <SettleReturnDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

const STATES: Record<Exclude<TransferReturn['state'], 'open'>, { name: string; tone: BadgeTone }> = {
  sent: { name: 'Sent', tone: 'good' },
  failed: { name: 'Could not be sent', tone: 'bad' },
};

const column = columnsOf<TransferReturn>();

function ReturnsTable({
  returns,
  waiting,
  onAsk,
}: {
  returns: readonly TransferReturn[];
  waiting: boolean;
  onAsk(asking: Asking): void;
}) {
  const columns = useMemo<Columns<TransferReturn>>(
    () => [
      column.accessor('amount', {
        header: 'Amount',
        meta: { isNumber: true },
        cell: ({ getValue }) => <strong className={form.cellWhole}>{formatMoney(getValue(), 'INR')}</strong>,
      }),
      column.display({
        id: 'to',
        header: 'To whom',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <Link to={`/admin/orders?buyer=${original.userId}`} className={form.cellLink}>
              {original.buyer}
            </Link>
            {original.text && <span>{original.text}</span>}
            {original.bankReference && <code>{original.bankReference}</code>}
          </span>
        ),
      }),
      column.display({
        id: 'why',
        header: 'Why',
        cell: ({ row: { original } }) => (
          <span className={form.cellLines}>
            <span>{whyText(original.reason)}</span>
            <Link
              to={`/admin/payments/money?show=all&q=${encodeURIComponent(original.checkoutId)}`}
              className={form.cellLink}
            >
              {original.reference}
            </Link>
          </span>
        ),
      }),
      column.accessor('requestedAt', { header: 'Since', cell: ({ getValue }) => momentText(getValue()) }),
      column.display({
        id: 'settle',
        header: 'Settle',
        cell: ({ row: { original } }) => <Settle one={original} onAsk={onAsk} />,
      }),
    ],
    [onAsk],
  );
  return (
    <DataTable
      caption="Money to send back"
      columns={columns}
      rows={returns}
      idOf={({ _id }) => _id}
      waiting={waiting}
    />
  );
}

function Settle({ one, onAsk }: { one: TransferReturn; onAsk(asking: Asking): void }) {
  if (one.state === 'open') {
    const of = `${formatMoney(one.amount, 'INR')} to ${one.buyer}`;
    return (
      <May permission="payments.resolve">
        <span className={form.cellButtons}>
          <RowButton of={of} onClick={() => onAsk({ one, outcome: 'sent' })}>
            Sent…
          </RowButton>
          <RowButton of={of} onClick={() => onAsk({ one, outcome: 'failed' })}>
            Cannot be sent…
          </RowButton>
        </span>
      </May>
    );
  }
  const { name, tone } = STATES[one.state];
  return (
    <span className={form.cellLines}>
      <Badge tone={tone}>{name}</Badge>
      {one.settledAt && <span>{momentText(one.settledAt)}</span>}
      {one.sentAs && <code>{one.sentAs}</code>}
    </span>
  );
}
