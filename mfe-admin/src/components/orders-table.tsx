import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import type { Order } from '../api/orders.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';

const column = columnsOf<Order>();
const COLUMNS: Columns<Order> = ORDER_COLUMNS.filter(({ isHiddenFirst }) => !isHiddenFirst).map(
  ({ id, header, isNumber, cell }) =>
    column.display({ id, header, meta: { isNumber }, cell: ({ row }) => cell(row.original) }),
);

/** A few orders; the list of all is `features/orders`. */
export function OrdersTable({ caption, orders }: { caption: string; orders: readonly Order[] }) {
  return <DataTable caption={caption} columns={COLUMNS} rows={orders} idOf={({ _id }) => _id} />;
}
