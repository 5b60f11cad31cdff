import { Link, messageOf, useNavigate, useSearchParams } from '@shop/mfe-kit';
import { buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import s from '../checkout.module.css';
import { CheckoutSkeleton } from '../checkout-skeleton.tsx';
import { Policies } from '../policies.tsx';
import { Summary } from '../summary.tsx';
import { Ended } from './ended.tsx';
import { FrozenDetails } from './frozen-details.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { adapterOf, returnedFrom } from './providers/index.ts';
import { usePaying } from './use-paying.ts';

interface Props {
  id: string;
  userId: string;
  /** It was frozen by pressing Pay. */
  payAtOnce: boolean;
}

/** A frozen checkout: totals are fixed, pieces are held; it is paid, retried or cancelled. */
export function Paying({ id, userId, payAtOnce }: Props) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const paying = usePaying(id, userId);
  const { checkout, error, phase, payment, ways } = paying;

  const isBegun = useRef(false);
  const provider = returnedFrom(search);
  const isReady = checkout !== undefined && (provider !== undefined || !ways.isLoading);
  const begin = useEffectEvent(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    if (provider) {
      // A reload must not repeat the return.
      void navigate(`/checkout?checkout=${id}`, { replace: true });
      void paying.comeBack(provider, search);
    } else if (payAtOnce && checkout!.state === 'frozen') void paying.pay(checkout!);
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);

  if (error) {
    return (
      <EmptyState title={messageOf(error)}>
        <Link to="/checkout" className={buttonClass()}>
          Back to the checkout
        </Link>
      </EmptyState>
    );
  }
  if (!checkout) return <CheckoutSkeleton />;
  const adapter = payment ? adapterOf(payment.provider) : undefined;
  const Failed = payment?.state === 'failed' ? adapter?.Failed : undefined;
  if (phase === 'over' || phase === 'refused') {
    return <Ended checkout={checkout} isRefused={phase === 'refused'} Failed={Failed} onLeave={paying.leave} />;
  }
  const Awaiting = phase === 'confirming' && payment?.state !== 'failed' ? adapter?.Awaiting : undefined;
  return (
    <div className={s.columns}>
      <div className={s.main}>
        {Awaiting && (
          <Awaiting
            checkout={checkout}
            isNew={paying.paidBy === payment?.provider}
            onChange={() => void paying.refresh()}
          />
        )}
        <FrozenDetails checkout={checkout} />
      </div>
      <aside className={s.aside} aria-label="Payment">
        <Summary of={checkout} />
        {!Awaiting && <PaymentPanel checkout={checkout} paying={paying} Failed={Failed} />}
        <Policies />
      </aside>
    </div>
  );
}
