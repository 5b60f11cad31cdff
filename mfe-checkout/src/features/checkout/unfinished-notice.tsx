import { ApiError, Link, Navigate } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkoutQuery, paymentQuery } from './api.ts';
import s from './checkout.module.css';
import { isAwaited } from './paying/providers/index.ts';
import { clearUnfinished, unfinishedOf, type Unfinished } from './unfinished.ts';

const POLL_MS = 3_000;

/**
 * An unfinished checkout of this browser: links to it if money may have been taken; offers to continue if nothing is
 * decided.
 */
export function UnfinishedNotice({ userId }: { userId: string }) {
  const [unfinished] = useState(() => unfinishedOf(userId));
  return unfinished ? <Notice unfinished={unfinished} /> : null;
}

function Notice({ unfinished: { id } }: { unfinished: Unfinished }) {
  const { data: checkout, error } = useQuery({ ...checkoutQuery(id), refetchInterval: POLL_MS, retry: false });
  const { data: payment, isPending: isPaymentLoading } = useQuery({
    ...paymentQuery(id),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const state = checkout?.state;
  const isClosed = checkout?.paidAs !== undefined;
  const isCaptured = payment?.state === 'captured' && !isClosed;
  const isWaiting = state === 'capturing' && isAwaited(payment);
  const isPaid =
    isCaptured ||
    (state === 'capturing' && !isWaiting && !isPaymentLoading) ||
    state === 'retaking' ||
    state === 'ordered';
  const isUnknown = error instanceof ApiError && error.status === 404;
  const isOver = isUnknown || isClosed || ((state === 'expired' || state === 'cancelled') && payment?.state !== 'open');
  useEffect(() => {
    if (isOver && !isPaid) clearUnfinished(id);
  }, [isOver, isPaid, id]);
  if (isPaid) return <Navigate to={`/checkout?checkout=${id}`} replace />;
  if (isWaiting) {
    return (
      <p className={s.unfinished} role="status">
        Your pieces of an earlier checkout are held for you until its payment arrives.{' '}
        <Link to={`/checkout?checkout=${id}`}>See how to pay it</Link>
      </p>
    );
  }
  if (state !== 'frozen') return null;
  return (
    <p className={s.unfinished} role="status">
      You have a checkout that is not paid yet; its pieces are held for you.{' '}
      <Link to={`/checkout?checkout=${id}`}>Go on with it</Link>
    </p>
  );
}
