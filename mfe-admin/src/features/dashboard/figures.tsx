import { formatMoney, Link, messageOf } from '@shop/mfe-kit';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { summaryQuery } from '../../api/orders.ts';
import type { attentionQuery } from '../../api/payments.ts';
import { productAttentionQuery } from '../../api/products.ts';
import { arrivalsQuery, returnsQuery } from '../../api/transfers.ts';
import { ORDER_STATUSES } from '../../components/order-labels.ts';
import { countText, dayText } from '../../components/texts.ts';
import s from './dashboard-page.module.css';

export const PRODUCT_ATTENTION = productAttentionQuery({ page: 1, limit: 1 });
export const ARRIVALS = arrivalsQuery({ page: 1, limit: 1, state: 'unmatched' });
export const RETURNS = returnsQuery({ page: 1, limit: 1, state: 'open' });

/** Orders by status, recent revenue, and how many payments, transfers and products need attention. */
export function Figures({ attention: attentionOptions }: { attention: ReturnType<typeof attentionQuery> }) {
  const summary = useQuery(summaryQuery);
  const attention = useQuery(attentionOptions);
  const arrivals = useQuery(ARRIVALS);
  const returns = useQuery(RETURNS);
  const products = useQuery(PRODUCT_ATTENTION);
  return (
    <section aria-label="Figures">
      <ul className={s.figures}>
        <Figure
          to="/admin/payments"
          name="Payments need attention"
          value={attention.data?.totalCount}
          error={attention.error}
          urgent={(attention.data?.totalCount ?? 0) > 0}
        />
        <Figure
          to="/admin/payments/transfers?show=arrived"
          name="Transfers to assign"
          value={arrivals.data?.totalCount}
          error={arrivals.error}
          urgent={(arrivals.data?.totalCount ?? 0) > 0}
        />
        <Figure
          to="/admin/payments/transfers?show=returns"
          name="Transfers to send back"
          value={returns.data?.totalCount}
          error={returns.error}
          urgent={(returns.data?.totalCount ?? 0) > 0}
        />
        <Figure
          to="/admin/products?attention=yes"
          name="Products need attention"
          value={products.data?.totalCount}
          error={products.error}
          urgent={(products.data?.totalCount ?? 0) > 0}
        />
        {ORDER_STATUSES.map((status) => (
          <Figure
            key={status}
            to={`/admin/orders?status=${status}`}
            name={status}
            value={summary.data?.byStatus[status]}
            error={summary.error}
          >
            {status === 'Processing' &&
              summary.data?.oldestProcessing &&
              `oldest of ${dayText(summary.data.oldestProcessing.createdAt)}`}
          </Figure>
        ))}
        <Figure
          to="/admin/orders"
          name="Last 30 days"
          value={summary.data && formatMoney(summary.data.lastThirtyDays.total, 'INR')}
          error={summary.error}
        >
          {summary.data &&
            `${countText(summary.data.lastThirtyDays.orders, 'order')}, without cancelled ones and refunds`}
        </Figure>
      </ul>
    </section>
  );
}

function Figure({
  to,
  name,
  value,
  error,
  urgent = false,
  children,
}: {
  to: string;
  name: string;
  value: number | string | undefined;
  error: Error | null;
  urgent?: boolean;
  children?: ReactNode;
}) {
  return (
    <li>
      <Link to={to} className={s.figure} data-urgent={urgent || undefined}>
        <span className={s.name}>{name}</span>
        <span className={s.value}>
          {value ??
            (error ? <span className={s.error}>{messageOf(error)}</span> : <Skeleton width="4rem" height="1.75rem" />)}
        </span>
        {children && <span className={s.note}>{children}</span>}
      </Link>
    </li>
  );
}
