import { Link, useNavigate, type Prefetch } from '@shop/mfe-kit';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ordersQuery, type OrdersFilter } from '../../api/orders.ts';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { ORDER_STATUSES } from '../../components/order-words.ts';
import { OrdersTable } from '../../components/orders-table.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText, isId } from '../../components/texts.ts';

const PAGE_SIZE = 20;

const filterOf = (search: URLSearchParams): OrdersFilter => {
  const status = ORDER_STATUSES.find((one) => one === search.get('status'));
  const userId = search.get('buyer');
  const q = search.get('q')?.slice(0, 100);
  return {
    page: pageIn(search),
    limit: PAGE_SIZE,
    ...(status && { status }),
    ...(userId && isId(userId) && { userId }),
    ...(q && { q }),
  };
};

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(ordersQuery(filterOf(url.searchParams)));
  return staffHead('Orders');
};

/** All orders, newest first; what is looked for, status, buyer and page are in the address. */
export function OrdersPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ordersQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Orders">
      <SearchForm
        label="Number, name, phone, SKU or payment"
        value={filter.q ?? ''}
        onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
      />
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
          {filter.userId && (
            <p className={filters.count}>
              Of one buyer.{' '}
              <Link to={hrefWith({ buyer: undefined })} className={form.cellLink}>
                All buyers
              </Link>
            </p>
          )}
          {data.orders.length > 0 ? (
            <OrdersTable caption="Orders" orders={data.orders} waiting={isPlaceholderData} />
          ) : (
            <NoRows title={noneOf(filter)} page={page} hrefOfPage={hrefOfPage} />
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

const noneOf = ({ status, userId, q }: OrdersFilter): string => {
  const one = (q ?? userId) ? 'No such order' : 'No order';
  if (status) return `${one} is ${status}`;
  return (q ?? userId) ? one : 'No orders yet';
};
