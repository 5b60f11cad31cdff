import { Link, messageOf, useBrowserEvent, type FragmentProps } from '@shop/mfe-kit';
import { FileLink } from '@shop/mfe-kit/file-link.tsx';
import { useIsWritten } from '@shop/mfe-kit/text-pages.tsx';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay, shortId } from '../../components/format.ts';
import { orderQuery, papersOf, type Papers, type ShownOrder } from './api/order.ts';
import { CancelOrder } from './cancel-order.tsx';
import { Items } from './items.tsx';
import { NextSteps } from './next-steps.tsx';
import { Parcels } from './parcels.tsx';
import { PaymentInfo, PaymentSummary, Refunds, ShippingAddress } from './payment-summary.tsx';
import { Progress } from './progress.tsx';
import { WithdrawFromOrder, Withdrawals } from './withdraw.tsx';
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
  const { order } = data;
  return (
    <LoadedOrder
      order={order}
      mode={mode}
      papers={papersOf(orderId)}
      actions={
        mode === 'buyer' && (
          <>
            <CancelOrder order={order} />
            <WithdrawFromOrder order={order} />
          </>
        )
      }
    />
  );
}

/** What is written of what to do. */
function Help() {
  const [contact, cancelling, returning] = [
    useIsWritten('contact'),
    useIsWritten('cancellation-policy'),
    useIsWritten('refund-return'),
  ];
  const isRead = cancelling || returning;
  if (!contact && !isRead) return null;
  return (
    <p className={s.help}>
      Something is not right? {contact && <Link to="/contact">Write to us</Link>}
      {isRead && (contact ? ', or read about ' : 'Read about ')}
      {cancelling && <Link to="/cancellation-policy">cancelling</Link>}
      {cancelling && returning && ' and '}
      {returning && <Link to="/refund-return">returning</Link>}.
    </p>
  );
}

interface Loaded {
  order: ShownOrder;
  /** `link`: for anyone who opened it by the link of a mail. */
  mode: 'buyer' | 'admin' | 'link';
  papers: Papers;
  /** Of its buyer alone. */
  actions?: ReactNode;
}

export function LoadedOrder({ order, mode, papers, actions }: Loaded) {
  const isAdmin = mode === 'admin';
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
              <FileLink href={papers.invoice} ask={papers.ask} className={buttonClass('secondary')}>
                Invoice<span className="visually-hidden"> as PDF</span>
              </FileLink>
            )}
          </div>
          {actions}
        </div>
      </header>
      <Progress order={order} />
      <Parcels order={order} />
      <Withdrawals order={order} isAdmin={isAdmin} />
      {!isAdmin && <NextSteps order={order} isLink={mode === 'link'} />}
      <div className={s.columns}>
        <Items order={order} isAdmin={isAdmin} />
        <div className={s.aside}>
          <PaymentSummary order={order} />
          <PaymentInfo order={order} papers={papers} />
          <Refunds order={order} papers={papers} isAdmin={isAdmin} />
          <ShippingAddress order={order} />
        </div>
      </div>
      {!isAdmin && <Help />}
    </article>
  );
}
