import { Link, messageOf, useBrowserEvent, useSearchParams, type Prefetch } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { ErrorState } from '@shop/ui/error-state.tsx';
import { Pagination } from '@shop/ui/pagination.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountPage } from '../../components/account-page.tsx';
import titles from '../../components/title.module.css';
import { ordersQuery, PAGE_SIZE } from './api/orders.ts';
import { OrderCard } from './order-card.tsx';
import s from './orders.module.css';

const pageOf = (search: URLSearchParams): number => Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
const hrefOf = (page: number): string => (page > 1 ? `/user/orders?page=${page}` : '/user/orders');

export function OrdersPage() {
  const [search] = useSearchParams();
  return (
    <AccountPage>
      <h1 className={titles.title}>My Orders</h1>
      <Orders page={pageOf(search)} />
    </AccountPage>
  );
}

function Orders({ page }: { page: number }) {
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...ordersQuery(page),
    placeholderData: keepPreviousData,
  });
  useBrowserEvent('account:order-changed', () => {
    void queryClient.invalidateQueries({ queryKey: ['account', 'orders'] });
  });
  if (error && !data) {
    return (
      <ErrorState
        title="Your orders could not be loaded"
        why={messageOf(error, 'Failed')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Loading />;
  if (data.totalCount === 0) {
    return (
      <EmptyState title="No orders yet">
        <p>What you order will be here, with where it is on its way.</p>
        <Link to="/shop" className={buttonClass('secondary')}>
          To the shop
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      {data.orders.length === 0 ? (
        <EmptyState title="There are not so many orders">
          <Link to={hrefOf(1)} className={buttonClass('secondary')}>
            To the newest
          </Link>
        </EmptyState>
      ) : (
        <ul className={s.orders} aria-busy={isPlaceholderData || undefined}>
          {data.orders.map((order) => (
            <li key={order._id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      {data.totalCount > PAGE_SIZE && (
        <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOf} link={Link} />
      )}
    </>
  );
}

function Loading() {
  return (
    <div className={s.orders} role="status">
      <span className="visually-hidden">Loading your orders…</span>
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </div>
  );
}

export const prefetch: Prefetch = (queryClient, { url }) => {
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(ordersQuery(pageOf(url.searchParams)));
  return { head: { title: 'My Orders', noindex: true } };
};
