import { Link } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import type { ComponentType } from 'react';
import type { Checkout } from '../api.ts';

interface Props {
  checkout: Checkout;
  isRefused: boolean;
  /** Why an awaited payment has failed, if one has. */
  Failed: ComponentType<{ checkout: Checkout }> | undefined;
  onLeave(): void;
}

/** A checkout that ended without an order. */
export function Ended({ checkout, isRefused, Failed, onLeave }: Props) {
  if (isRefused) {
    return (
      <EmptyState title="Your piece was sold before the payment came">
        <p>Your money goes back by itself; how long that takes is up to your bank.</p>
        <Link to="/shop" className={buttonClass()}>
          Go to the shop
        </Link>
      </EmptyState>
    );
  }
  if (checkout.paidAs) {
    return (
      <EmptyState title="You have paid for these pieces already">
        <p>
          Another checkout of yours became your order. Should a payment of this one have gone through, its money goes
          back by itself.
        </p>
        <Link to={`/user/order/${checkout.paidAs}`} className={buttonClass()}>
          See your order
        </Link>
      </EmptyState>
    );
  }
  const ended = checkout.state === 'expired' ? 'The time to pay is over' : 'This checkout was given up';
  return (
    <EmptyState title={Failed ? 'Your payment did not become an order' : ended}>
      {Failed ? (
        <Failed checkout={checkout} />
      ) : (
        <p>
          The pieces are free for others again. Nothing was charged; should a payment of yours still come, it becomes
          your order or goes back by itself.
        </p>
      )}
      <Button onClick={onLeave}>Start again</Button>
    </EmptyState>
  );
}
