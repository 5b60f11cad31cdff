import { Fragment, useParams, type Prefetch } from '@shop/mfe-kit';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead, unlessId } from '../../components/staff-head.ts';
import { shortId } from '../../components/texts.ts';
import { OrderPanel } from './order-panel.tsx';
import { orderQuery } from '../../api/orders.ts';
import s from './order-page.module.css';

export const prefetch: Prefetch = (queryClient, { params: { id = '' } }) => {
  const missing = unlessId(id);
  if (missing) return missing;
  void queryClient.prefetchQuery(orderQuery(id));
  return staffHead(`Order #${shortId(id)}`);
};

/** One order as account shows it, and beside it what staff can do with it. */
export function OrderPage() {
  const { id = '' } = useParams();
  return (
    <StaffFrame back={{ to: '/admin/orders', name: 'Orders' }}>
      <div className={s.page}>
        <div className={s.order}>
          <Fragment id="account/order" orderId={id} mode="admin" />
        </div>
        <OrderPanel id={id} />
      </div>
    </StaffFrame>
  );
}
