import { Link, messageOf, useParams, useAccount, type Prefetch } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { shortId } from '../../components/format.ts';
import frame from '../../components/public-page.module.css';
import titles from '../../components/title.module.css';
import { orderByLinkQuery, papersByLink } from './api/order.ts';
import { LoadedOrder } from './order.tsx';
import s from './order.module.css';

export const prefetch: Prefetch = async (queryClient, { params }) => {
  const order = await queryClient.fetchQuery(orderByLinkQuery(params.link ?? ''));
  return {
    status: order ? 200 : 410,
    head: { title: order ? `Order #${shortId(order._id)}` : 'Order', noindex: true },
  };
};

/** The one order that a mail links to, for anyone who has the link. Nothing else of the account. */
export function OrderByLinkPage() {
  const { link = '' } = useParams();
  const { data: order, error, refetch, isFetching } = useQuery(orderByLinkQuery(link));
  return (
    <div className={frame.page}>
      {order ? (
        <>
          <LoadedOrder order={order} mode="link" papers={papersByLink(link)} />
          <InAccount />
        </>
      ) : order === null ? (
        <>
          <h1 className={titles.title}>Your order</h1>
          <EmptyState title="This link does not work any more">
            <p>Links to orders work for 90 days. You can have another one mailed to you.</p>
            <Link to="/order/find" className={buttonClass()}>
              Track an order
            </Link>
          </EmptyState>
        </>
      ) : error ? (
        <div className={s.state} role="alert">
          <p>{messageOf(error)}</p>
          <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <p className={s.state} role="status">
          Loading order…
        </p>
      )}
    </div>
  );
}

/** What only the account has. */
function InAccount() {
  const { user, signIn } = useAccount();
  if (user) {
    return (
      <p className={s.help}>
        All that you ordered is under <Link to="/user/orders">My Orders</Link>.
      </p>
    );
  }
  return (
    <div className={s.inAccount}>
      <p>
        You see this one order by the link of a mail. Sign in to see all that you ordered, to cancel, or to withdraw
        from the contract.
      </p>
      <Button look="secondary" onClick={() => void signIn()}>
        Sign in
      </Button>
    </div>
  );
}
