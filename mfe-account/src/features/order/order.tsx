import { cartOrder } from '@shop/contracts/browser';
import { hrefOf, Link, messageOf, useBrowserEvent, type FragmentProps } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { formatDay, shortId } from '../../components/format.ts';
import { renewSession } from '../../components/me.ts';
import { orderQuery, type Order as OrderData } from './api/order.ts';
import { CancelOrder } from './cancel-order.tsx';
import { Items } from './items.tsx';
import { NextSteps } from './next-steps.tsx';
import { Parcels } from './parcels.tsx';
import { PaymentInfo, PaymentSummary, Refunds, ShippingAddress } from './payment-summary.tsx';
import { Progress } from './progress.tsx';
import s from './order.module.css';

/** One order, for its buyer or for staff, who also see the composition of its prices. */
export function Order({ orderId, mode }: FragmentProps<'account/order'>) {
  const { data, error, refetch, isFetching } = useQuery(orderQuery(orderId));
  useBrowserEvent('account:order-changed', (changed) => {
    if (changed.orderId === orderId) void refetch();
  });
  if (!data) {
    return error ? (
      <div className={s.state} role="alert">
        <p>
          <span className={s.cross} aria-hidden="true">
            ✗
          </span>{' '}
          {messageOf(error)}
        </p>
        <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <p className={s.state} role="status">
        Loading order…
      </p>
    );
  }
  return <LoadedOrder order={data.order} isAdmin={mode === 'admin'} />;
}

function LoadedOrder({ order, isAdmin }: { order: OrderData; isAdmin: boolean }) {
  return (
    <article className={s.order} aria-labelledby={`order-${order._id}`}>
      <header className={s.head}>
        <div>
          <h1 id={`order-${order._id}`}>Order #{shortId(order._id)}</h1>
          <p className={s.placed}>
            Placed on <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
          </p>
        </div>
        <div className={s.actions}>
          {/* It appears by itself, a moment after the order. */}
          <div role="status">
            {order.invoice && (
              <FileLink
                href={hrefOf(cartOrder.getInvoice.path, { id: order._id })}
                ask={renewSession}
                className={buttonClass('secondary')}
              >
                Invoice<span className="visually-hidden"> as PDF</span>
              </FileLink>
            )}
          </div>
          {!isAdmin && <CancelOrder order={order} />}
        </div>
      </header>
      <Progress order={order} />
      <Parcels order={order} />
      {!isAdmin && <NextSteps order={order} />}
      <div className={s.columns}>
        <Items order={order} isAdmin={isAdmin} />
        <div className={s.aside}>
          <PaymentSummary order={order} />
          <PaymentInfo order={order} />
          <Refunds order={order} />
          <ShippingAddress order={order} />
        </div>
      </div>
      {!isAdmin && (
        <p className={s.help}>
          Something is not right? <Link to="/contact">Write to us</Link>, or read about{' '}
          <Link to="/cancellation-policy">cancelling</Link> and <Link to="/refund-return">returning</Link>.
        </p>
      )}
    </article>
  );
}
