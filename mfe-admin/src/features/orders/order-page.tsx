import { Fragment, useParams, type Prefetch } from '@shop/mfe-kit';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead, notFoundUnlessId } from '../../components/staff-head.ts';
import { shortId } from '../../components/texts.ts';
import { OrderPanel, PANEL } from './order-panel.tsx';
import { orderQuery } from '../../api/orders.ts';
import { Timeline } from './timeline.tsx';
import s from './order-page.module.css';

export const prefetch: Prefetch = (queryClient, { params: { id = '' } }) => {
  const missing = notFoundUnlessId(id);
  if (missing) return missing;
  void queryClient.prefetchQuery(orderQuery(id));
  return staffHead(`Order #${shortId(id)}`);
};

/** An order, shown by account, beside the actions of staff. */
export function OrderPage() {
  const { id = '' } = useParams();
  return (
    <StaffFrame back={{ to: '/admin/orders', name: 'Orders' }} record={`Order #${shortId(id)}`}>
      <a href={`#${PANEL}`} className={s.jump}>
        To the buyer, status, parcels and refunds
      </a>
      <div className={s.page}>
        <div className={s.order}>
          <Fragment id="account/order" orderId={id} mode="admin" />
        </div>
        <OrderPanel id={id} />
        <Timeline id={id} />
      </div>
    </StaffFrame>
  );
}
