import { Link, Navigate } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { checkoutQuery } from './api.ts';
import s from './checkout.module.css';

const POLL_MS = 3_000;

/** Another checkout of the same pieces is being paid, here or on another device: nothing can be paid until that is decided. */
export function BusyNotice({ id, onDecided }: { id: string; onDecided(): void }) {
  const { data: checkout } = useQuery({ ...checkoutQuery(id), refetchInterval: POLL_MS });
  const isOpen = checkout !== undefined && ['frozen', 'expired', 'cancelled', 'refused'].includes(checkout.state);
  const decided = useEffectEvent(onDecided);
  useEffect(() => {
    if (isOpen) decided();
  }, [isOpen]);
  const path = `/checkout?checkout=${id}`;
  if (checkout?.state === 'ordered') return <Navigate to={path} replace />;
  return (
    <p className={s.unfinished} role="alert">
      A payment of yours for these pieces is under way. If it succeeds, this page leads to your order; if not, you can
      pay here. <Link to={path}>See that payment</Link>
    </p>
  );
}
