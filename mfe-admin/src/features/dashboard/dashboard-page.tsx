import { Link, type Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { ordersQuery, summaryQuery } from '../../api/orders.ts';
import { attentionQuery } from '../../api/payments.ts';
import { May } from '../../components/may.tsx';
import { Loaded } from '../../components/load-states.tsx';
import { OrdersTable } from '../../components/orders-table.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { PROVIDER_TASKS } from '../../providers/index.ts';
import s from './dashboard-page.module.css';
import { FirstSteps } from './first-steps.tsx';
import { Figures, PRODUCT_ATTENTION } from './figures.tsx';
import { LOW_STOCK, LowStock } from './low-stock.tsx';
import { figuresIn, Sales } from './sales.tsx';

const NEWEST = ordersQuery({ page: 1, limit: 5 });
const ATTENTION = attentionQuery({ page: 1, limit: 5, resolved: 'no' });

/** `/admin` redirects to the dashboard. */
export const prefetch: Prefetch = (queryClient, { url }) => {
  if (url.pathname === '/admin') return { ...staffHead('Dashboard'), status: 302, redirect: '/admin/dashboard' };
  void queryClient.prefetchQuery(summaryQuery);
  const { sales, stock } = figuresIn(url.searchParams);
  void queryClient.prefetchQuery(sales);
  void queryClient.prefetchQuery(stock);
  void queryClient.prefetchQuery(NEWEST);
  void queryClient.prefetchQuery(ATTENTION);
  for (const { count } of PROVIDER_TASKS) void queryClient.prefetchQuery(count);
  void queryClient.prefetchQuery(PRODUCT_ATTENTION);
  void queryClient.prefetchQuery(LOW_STOCK);
  return staffHead('Dashboard');
};

/** Open tasks, and figures of the shop. Each part loads and fails independently. */
export function DashboardPage() {
  return (
    <StaffFrame title="Dashboard">
      <div className={s.dashboard}>
        <FirstSteps />
        <Figures attention={ATTENTION} />
        <Sales />
        <NewestOrders />
        <May permission="products.read">
          <LowStock />
        </May>
      </div>
    </StaffFrame>
  );
}

function NewestOrders() {
  const query = useQuery(NEWEST);
  return (
    <section>
      <header className={s.head}>
        <h2>Newest orders</h2>
        <Link to="/admin/orders" className={s.more}>
          All orders
        </Link>
      </header>
      <Loaded query={query} what="orders" rows={5}>
        {({ orders }) =>
          orders.length > 0 ? (
            <OrdersTable caption="Newest orders" orders={orders} />
          ) : (
            <EmptyState title="No orders yet" />
          )
        }
      </Loaded>
    </section>
  );
}
