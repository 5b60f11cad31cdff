import { PROVIDER_LABELS } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import type { Order } from '../api/orders.ts';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { PAYMENT_LABELS, STATUS_TONES } from './order-labels.ts';
import s from './orders-table.module.css';
import { countText, momentText, shortId } from './texts.ts';

const pieces = ({ items }: Order): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

const column = columnsOf<Order>();
const COLUMNS: Columns<Order> = [
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/order/${original._id}`} className={s.id}>
        #{shortId(original._id)}
      </Link>
    ),
  }),
  column.accessor('createdAt', { header: 'Placed', cell: ({ getValue }) => momentText(getValue()) }),
  column.display({
    id: 'buyer',
    header: 'Buyer',
    cell: ({ row: { original } }) => (
      <span className={s.buyer}>
        {original.shippingInfo.name}
        <small>
          {original.shippingInfo.city}, {original.shippingInfo.country}
        </small>
      </span>
    ),
  }),
  column.accessor((order) => countText(pieces(order), 'piece'), { id: 'items', header: 'Items' }),
  column.display({
    id: 'total',
    header: 'Total',
    cell: ({ row: { original } }) => (
      <span className={s.total}>{formatMoney(original.totalAmount, original.currency)}</span>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row: { original } }) => <Badge tone={STATUS_TONES[original.status]}>{original.status}</Badge>,
  }),
  column.display({
    id: 'payment',
    header: 'Payment',
    cell: ({ row: { original } }) =>
      `${PAYMENT_LABELS[original.paymentInfo.status]}, ${PROVIDER_LABELS[original.paymentInfo.provider].staffLabel}`,
  }),
];

export function OrdersTable({
  caption,
  orders,
  waiting = false,
}: {
  caption: string;
  orders: readonly Order[];
  waiting?: boolean;
}) {
  return <DataTable caption={caption} columns={COLUMNS} rows={orders} idOf={({ _id }) => _id} waiting={waiting} />;
}
