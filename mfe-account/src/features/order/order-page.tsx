import { Link, useParams, useSession, type Prefetch } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
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
      <Afterwards />
    </AccountPage>
  );
}

/** After a purchase by a code to an e-mail address: how to find it again. */
function Afterwards() {
  const { user, signIn } = useSession();
  if (user?.isLimited) {
    return (
      <section className={s.afterwards} aria-labelledby="afterwards">
        <h2 id="afterwards">In your account</h2>
        <p>This order joined the account of {user.email}. Sign in with your password to see it beside your others.</p>
        <Button look="secondary" onClick={() => void signIn({ toAccount: true })}>
          Sign in
        </Button>
      </section>
    );
  }
  if (user?.hasPassword !== false) return null;
  return (
    <section className={s.afterwards} aria-labelledby="afterwards">
      <h2 id="afterwards">Set a password?</h2>
      <p>With one you sign in the next time, and find your orders and addresses again.</p>
      <Link to="/user/security" className={buttonClass('secondary')}>
        Set a password
      </Link>
    </section>
  );
}

export const prefetch: Prefetch = (queryClient, { params: { id } }) => {
  if (!/^[0-9a-f]{24}$/.test(id ?? '')) return { status: 404, head: { title: 'Page Not Found', noindex: true } };
  // Not awaited: the page has a loading state.
  void queryClient.prefetchQuery(orderQuery(id!));
  return { head: { title: `Order #${shortId(id!)}`, noindex: true } };
};
