import { Link, type Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ordersQuery, type OrdersFilter } from '../../api/orders.ts';
import filters from '../../components/filters.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { ORDER_STATUSES } from '../../components/order-words.ts';
import { OrdersTable } from '../../components/orders-table.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText } from '../../components/texts.ts';

const PAGE_SIZE = 20;

const filterOf = (search: URLSearchParams): OrdersFilter => {
  const status = ORDER_STATUSES.find((one) => one === search.get('status'));
  return { page: pageIn(search), limit: PAGE_SIZE, ...(status && { status }) };
};

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(ordersQuery(filterOf(url.searchParams)));
  return staffHead('Orders');
};

/** All orders, newest first; status and page are in the address. */
export function OrdersPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ordersQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Orders">
      <Tabs
        label="Orders by status"
        tabs={[undefined, ...ORDER_STATUSES].map((status) => ({
          name: status ?? 'All',
          to: hrefWith({ status }),
          current: filter.status === status,
        }))}
      />
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'order')}
          </p>
          {data.orders.length > 0 ? (
            <OrdersTable caption="Orders" orders={data.orders} waiting={isPlaceholderData} />
          ) : (
            <EmptyState title={filter.status ? `No order is ${filter.status}` : 'No orders yet'}>
              {page > 1 && <Link to={hrefOfPage(1)}>To the first page</Link>}
            </EmptyState>
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The orders" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="orders" rows={8} />
      )}
    </StaffFrame>
  );
}
