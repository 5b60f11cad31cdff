import { PROVIDER_LABELS, RETURN_CODES } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { momentText, shortId } from '../../components/texts.ts';
import { staffNameQuery, type Capture, type CaptureRefund } from './api/captures.ts';
import s from './captures-table.module.css';

const STATES: Record<CaptureRefund['state'], { name: string; tone: BadgeTone }> = {
  requested: { name: 'On its way', tone: 'busy' },
  completed: { name: 'Came back', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
};

const column = columnsOf<Capture>();
const COLUMNS: Columns<Capture> = [
  column.accessor('capturedAt', { header: 'Paid', cell: ({ getValue }) => momentText(getValue()) }),
  column.display({
    id: 'payment',
    header: 'Payment',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <span>{PROVIDER_LABELS[original.provider].staffLabel}</span>
        <code>{original.providerPaymentId}</code>
      </span>
    ),
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { isNumber: true },
    cell: ({ row: { original } }) => (
      <span className={form.cellWhole}>{formatMoney(original.amount, original.currency)}</span>
    ),
  }),
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        {original.orderId ? (
          <Link to={`/admin/order/${original.orderId}`} className={form.cellLink}>
            #{shortId(original.orderId)}
          </Link>
        ) : (
          <span>No order</span>
        )}
        <Link to={`/admin/orders?buyer=${original.userId}`} className={form.cellLink}>
          Buyer<span className="visually-hidden"> of {original.providerPaymentId}</span>
        </Link>
      </span>
    ),
  }),
  column.display({
    id: 'refunds',
    header: 'What went back',
    cell: ({ row: { original } }) => <Refunds capture={original} />,
  }),
];

export function CapturesTable({ captures, waiting }: { captures: readonly Capture[]; waiting: boolean }) {
  return <DataTable caption="Captures" columns={COLUMNS} rows={captures} idOf={({ _id }) => _id} waiting={waiting} />;
}

function Refunds({ capture: { refunds, currency } }: { capture: Capture }) {
  if (refunds.length === 0) return 'Nothing';
  return (
    <ul className={s.refunds}>
      {refunds.map(({ refundId, amount, state, code, causedBy, requestedAt, settledAt }) => (
        <li key={refundId} className={form.cellLines}>
          <span className={s.refund}>
            <strong className={form.cellWhole}>{formatMoney(amount, currency)}</strong>
            <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
          </span>
          <span>
            {RETURN_CODES[code]}, by <Cause {...causedBy} />
          </span>
          <span className={form.soft}>
            {momentText(requestedAt)}
            {settledAt && `, settled ${momentText(settledAt)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const CAUSES: Record<CaptureRefund['causedBy']['who'], string> = {
  buyer: 'the buyer',
  staff: 'staff',
  shop: 'the shop itself',
  provider: 'the payment provider',
};

function Cause({ who, userId }: CaptureRefund['causedBy']) {
  return who === 'staff' && userId ? <StaffName userId={userId} /> : CAUSES[who];
}

function StaffName({ userId }: { userId: string }) {
  const { data } = useQuery(staffNameQuery(userId));
  return data ? `${data} (staff)` : CAUSES.staff;
}
