import { Link } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import type { ComponentType } from 'react';
import type { Checkout } from '../api.ts';
import s from '../checkout.module.css';
import { Duties } from '../duties.tsx';
import { NoReturns } from '../no-returns.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { Pay } from './pay.tsx';
import type { PayingState } from './use-paying.ts';

interface Props {
  checkout: Checkout;
  paying: PayingState;
  Failed: ComponentType<{ checkout: Checkout }> | undefined;
}

/** Below the sums of a checkout that is not over: its payment, or what is known of it. */
export function PaymentPanel({ checkout, paying, Failed }: Props) {
  const { phase, declined, inTheWay, ways, isPaymentLoading, pay, giveUp, refresh } = paying;
  const failed = Failed && (
    <div className={s.notice} role="status">
      <Failed checkout={checkout} />
    </div>
  );
  if (phase === 'confirming') return isPaymentLoading ? <Skeleton height="8rem" /> : (failed ?? <Confirming />);
  const isPayable = phase === 'payable';
  return (
    <>
      {inTheWay && (
        <p className={s.declined} role="alert">
          {inTheWay.message}. <Link to={`/checkout?checkout=${inTheWay.checkoutId}`}>See that payment</Link>
        </p>
      )}
      {isPayable && failed}
      {isPayable && !failed && declined !== undefined && (
        <p className={s.declined} role="alert">
          <strong>The payment was declined.</strong> {declined || 'Please try another card or another way to pay.'}
        </p>
      )}
      <NoReturns lines={checkout.lines} />
      <Duties note={checkout.dutiesNote} />
      <HoldCountdown until={checkout.expiresAt} onOver={() => void refresh()} />
      <Pay
        amount={checkout.totals.total}
        currency={checkout.currency}
        ways={ways}
        isBusy={phase === 'busy'}
        onPay={() => void pay(checkout)}
      />
      {isPayable && (
        <Button look="quiet" onClick={() => void giveUp()}>
          Change the order
        </Button>
      )}
    </>
  );
}

function Confirming() {
  return (
    <div className={s.confirming} role="status">
      <Button wide busy>
        Processing...
      </Button>
      <p>
        We are waiting for the word of your bank. You can stay here or close this page: once the payment is confirmed,
        your order is among <Link to="/user/orders">your orders</Link>.
      </p>
    </div>
  );
}
