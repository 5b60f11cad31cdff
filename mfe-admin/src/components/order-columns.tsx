import { PROVIDER_LABELS } from '@shop/contracts/browser';
import { formatMoney, Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import type { Order } from '../api/orders.ts';
import type { Column } from './list/list.ts';
import { PAYMENT_LABELS, STATUS_TONES } from './order-labels.ts';
import s from './orders-table.module.css';
import { countText, momentText, shortId } from './texts.ts';

const pieces = ({ items }: Order): number => items.reduce((sum, { quantity }) => sum + quantity, 0);
const paymentText = ({ paymentInfo: { status, provider } }: Order): string =>
  `${PAYMENT_LABELS[status]}, ${PROVIDER_LABELS[provider].staffLabel}`;

/** What staff see of an order in a row. */
export const ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    id: 'order',
    header: 'Order',
    isFixed: true,
    cell: ({ _id }) => (
      <Link to={`/admin/order/${_id}`} className={s.id}>
        #{shortId(_id)}
      </Link>
    ),
    csv: ({ _id }) => `#${shortId(_id)}`,
  },
  {
    id: 'placed',
    header: 'Placed',
    sort: 'placed',
    cell: ({ createdAt }) => momentText(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'buyer',
    header: 'Buyer',
    width: '22rem',
    cell: ({ shippingInfo: { name, city, country } }) => (
      <span className={s.buyer}>
        <span>{name}</span>
        <small>
          {city}, {country}
        </small>
      </span>
    ),
    csv: ({ shippingInfo: { name } }) => name,
  },
  {
    id: 'items',
    header: 'Items',
    cell: (order) => countText(pieces(order), 'piece'),
    csv: pieces,
  },
  {
    id: 'total',
    header: 'Total',
    sort: 'total',
    isNumber: true,
    cell: ({ totalAmount, currency }) => <span className={s.total}>{formatMoney(totalAmount, currency)}</span>,
    csv: ({ totalAmount }) => totalAmount.toFixed(2),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{status}</Badge>,
    csv: ({ status }) => status,
  },
  { id: 'payment', header: 'Payment', cell: paymentText, csv: paymentText },
  { id: 'currency', header: 'Currency', isHiddenFirst: true, cell: ({ currency }) => currency, csv: (o) => o.currency },
  {
    id: 'place',
    header: 'City',
    isHiddenFirst: true,
    cell: ({ shippingInfo: { city, country } }) => `${city}, ${country}`,
    csv: ({ shippingInfo: { city, country } }) => `${city}, ${country}`,
  },
  {
    id: 'phone',
    header: 'Phone',
    isHiddenFirst: true,
    cell: ({ shippingInfo: { phone } }) => phone,
    csv: ({ shippingInfo: { phone } }) => phone,
  },
];
