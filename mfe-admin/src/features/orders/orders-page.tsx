import type { AnswerOf, cartOrder } from '@shop/contracts/browser';
import type { Prefetch } from '@shop/mfe-kit';
import { ordersQuery, type Order, type OrdersFilter } from '../../api/orders.ts';
import { ListScreen } from '../../components/list/list-screen.tsx';
import { sortIn, type List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { ORDER_COLUMNS } from '../../components/order-columns.tsx';
import { ORDER_STATUSES } from '../../components/order-labels.ts';
import { isId, shortId } from '../../components/texts.ts';

/** All orders, newest first at first. */
const LIST: List<Order, OrdersFilter, AnswerOf<typeof cartOrder.listOrders>> = {
  name: 'orders',
  path: '/admin/orders',
  what: 'orders',
  title: 'Orders',
  counted: ['order'],
  search: 'Number, name, e-mail, phone, city, product or payment',
  filters: [
    { name: 'status', label: 'Status', options: ORDER_STATUSES.map((status) => [status, status] as const) },
    { name: 'buyer', label: 'Buyer', show: () => 'one account' },
  ],
  tabsLabel: 'Views of the orders',
  tabs: [
    { name: 'All', set: { status: undefined } },
    ...ORDER_STATUSES.map((status) => ({ name: status, set: { status } })),
  ],
  filterOf(search) {
    const status = ORDER_STATUSES.find((one) => one === search.get('status'));
    const userId = search.get('buyer');
    const q = search.get('q')?.slice(0, 100);
    const sort = sortIn(search, ['placed', '-placed', 'total', '-total']);
    return {
      ...(status && { status }),
      ...(userId && isId(userId) && { userId }),
      ...(q && { q }),
      ...(sort && { sort }),
    };
  },
  query: ordersQuery,
  rowsOf: ({ orders }) => orders,
  idOf: ({ _id }) => _id,
  nameOf: ({ _id }) => `#${shortId(_id)}`,
  hrefOf: ({ _id }) => `/admin/order/${_id}`,
  empty: { title: 'No orders yet', help: 'An order is here as soon as its payment has arrived.' },
  none: 'No order fits',
};

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

export const OrdersPage = () => <ListScreen list={LIST} columns={ORDER_COLUMNS} />;
