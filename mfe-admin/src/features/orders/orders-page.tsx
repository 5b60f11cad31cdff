import { Link, useNavigate, type Prefetch } from '@shop/mfe-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ordersQuery, type OrdersFilter } from '../../api/orders.ts';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { ORDER_STATUSES } from '../../components/order-labels.ts';
import { OrdersTable } from '../../components/orders-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { isId } from '../../components/texts.ts';

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

/** All orders, newest first; search text, status, buyer and page are in the address. */
export function OrdersPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const query = useQuery({
    ...ordersQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Orders">
      <SearchForm
        label="Number, name, e-mail, phone, city, product or payment"
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
      <PagedList
        query={query}
        rowsOf={({ orders }) => orders}
        what="orders"
        skeletonRows={8}
        counted={['order']}
        none={noneOf(filter)}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
        note={
          filter.userId && (
            <p className={filters.count}>
              Of one buyer.{' '}
              <Link to={hrefWith({ buyer: undefined })} className={form.cellLink}>
                All buyers
              </Link>
            </p>
          )
        }
      >
        {(orders, waiting) => <OrdersTable caption="Orders" orders={orders} waiting={waiting} />}
      </PagedList>
    </StaffFrame>
  );
}

const noneOf = ({ status, userId, q }: OrdersFilter): string => {
  const one = (q ?? userId) ? 'No such order' : 'No order';
  if (status) return `${one} is ${status}`;
  return (q ?? userId) ? one : 'No orders yet';
};
