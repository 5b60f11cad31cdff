import { Link, messageOf } from '@shop/mfe-kit';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { summaryQuery } from '../../api/orders.ts';
import type { attentionQuery } from '../../api/payments.ts';
import { productAttentionQuery } from '../../api/products.ts';
import { May, useMay } from '../../components/may.tsx';
import { ORDER_STATUSES } from '../../components/order-labels.ts';
import { dayText } from '../../components/texts.ts';
import { PROVIDER_TASKS } from '../../providers/index.ts';
import type { StaffTask } from '../../providers/staff-parts.ts';
import s from './dashboard-page.module.css';

export const PRODUCT_ATTENTION = productAttentionQuery({ page: 1, limit: 1 });

/** Orders by status, and how many payments and products need attention. */
export function Figures({ attention: attentionOptions }: { attention: ReturnType<typeof attentionQuery> }) {
  const summary = useQuery(summaryQuery);
  const may = useMay();
  const attention = useQuery({ ...attentionOptions, enabled: may('payments.read') });
  const products = useQuery({ ...PRODUCT_ATTENTION, enabled: may('products.read') });
  return (
    <section aria-label="Needs attention">
      <ul className={s.figures}>
        <May permission="payments.read">
          <Figure
            to="/admin/payments"
            name="Payments need attention"
            value={attention.data?.totalCount}
            error={attention.error}
            urgent={(attention.data?.totalCount ?? 0) > 0}
          />
          {PROVIDER_TASKS.map((task) => (
            <Task key={task.name} {...task} />
          ))}
        </May>
        <May permission="products.read">
          <Figure
            to="/admin/products?attention=yes"
            name="Products need attention"
            value={products.data?.totalCount}
            error={products.error}
            urgent={(products.data?.totalCount ?? 0) > 0}
          />
        </May>
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
      </ul>
    </section>
  );
}

function Task({ name, to, count }: StaffTask) {
  const { data, error } = useQuery(count);
  return <Figure to={to} name={name} value={data} error={error} urgent={(data ?? 0) > 0} />;
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
