import { Link, useParams, type Prefetch } from '@shop/mfe-kit';
import { AccountPage } from '../../components/account-page.tsx';
import { shortId } from '../../components/format.ts';
import { orderQuery } from './api/order.ts';
import { Order } from './order.tsx';
import s from './order.module.css';

export function OrderPage() {
  const { id } = useParams();
  return (
    <AccountPage>
      <p className={s.back}>
        <Link to="/user/orders">← My Orders</Link>
      </p>
      <Order orderId={id!} mode="buyer" />
    </AccountPage>
  );
}

export const prefetch: Prefetch = (queryClient, { params: { id } }) => {
  if (!/^[0-9a-f]{24}$/.test(id ?? '')) return { status: 404, head: { title: 'Page Not Found', noindex: true } };
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(orderQuery(id!));
  return { head: { title: `Order #${shortId(id!)}`, noindex: true } };
};
