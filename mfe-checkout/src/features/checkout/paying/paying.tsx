import { HOME_COUNTRY_NAME } from '@shop/contracts/browser';
import { Link, messageOf, useNavigate, useSearchParams } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useEffect, useRef } from 'react';
import { PostalAddress } from '../addresses.tsx';
import s from '../checkout.module.css';
import { Duties } from '../duties.tsx';
import { Lines } from '../lines.tsx';
import { NoReturns } from '../no-returns.tsx';
import { Policies } from '../policies.tsx';
import { Summary } from '../summary.tsx';
import { CheckoutSkeleton } from '../checkout-skeleton.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { Pay } from './pay.tsx';
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
  const { checkout, error, phase, declined, payment, ways, pay, comeBack, giveUp, leave, refresh } = paying;

  const isBegun = useRef(false);
  const provider = returnedFrom(search);
  const isReady = checkout !== undefined && (provider !== undefined || !ways.isLoading);
  useEffect(() => {
    if (isBegun.current || !isReady) return;
    isBegun.current = true;
    if (provider) {
      // A reload must not repeat the return.
      void navigate(`/checkout?checkout=${id}`, { replace: true });
      void comeBack(provider, search);
    } else if (payAtOnce && checkout.state === 'frozen') void pay(checkout);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as soon as everything is loaded
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
  const Awaiting = phase === 'confirming' && payment?.state !== 'failed' ? adapter?.Awaiting : undefined;
  if (phase === 'refused') {
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
  if (phase === 'over') {
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
        <Button onClick={leave}>Start again</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={s.columns}>
        <div className={s.main}>
          {Awaiting && (
            <Awaiting checkout={checkout} isNew={paying.paidBy === payment?.provider} onChange={() => void refresh()} />
          )}
          <Lines quote={checkout} isExport={checkout.shippingInfo.country !== HOME_COUNTRY_NAME} />
          <section className={s.card} aria-labelledby="ship-title">
            <h2 id="ship-title">Shipping address</h2>
            <PostalAddress address={checkout.shippingInfo} />
          </section>
          {checkout.specialRequest && (
            <section className={s.card} aria-labelledby="request-title">
              <h2 id="request-title">Your request</h2>
              <p>{checkout.specialRequest}</p>
            </section>
          )}
          {checkout.gift && (
            <section className={s.card} aria-labelledby="present-title">
              <h2 id="present-title">A present</h2>
              <p>{checkout.gift.wrap ? 'Gift-wrapped; the' : 'The'} slip in the parcel shows no price.</p>
              {checkout.gift.message && <blockquote className={s.message}>{checkout.gift.message}</blockquote>}
            </section>
          )}
          {!checkout.business && (checkout.pan ?? checkout.noPan) && (
            <section className={s.card} aria-labelledby="tax-title">
              <h2 id="tax-title">Tax details</h2>
              <p>{checkout.pan ? `PAN ${checkout.pan}` : 'No PAN: Form 97 is to be signed'}</p>
            </section>
          )}
          {checkout.business && (
            <section className={s.card} aria-labelledby="business-title">
              <h2 id="business-title">Invoice</h2>
              <p>
                {checkout.business.name}, GSTIN {checkout.business.gstin}
              </p>
            </section>
          )}
        </div>
        <aside className={s.aside} aria-label="Payment">
          <Summary of={checkout} />
          {Awaiting ? null : phase === 'confirming' ? (
            paying.isPaymentLoading ? (
              <Skeleton height="8rem" />
            ) : Failed ? (
              <div className={s.notice} role="status">
                <Failed checkout={checkout} />
              </div>
            ) : (
              <Confirming />
            )
          ) : (
            <>
              {paying.inTheWay && (
                <p className={s.declined} role="alert">
                  {paying.inTheWay.message}.{' '}
                  <Link to={`/checkout?checkout=${paying.inTheWay.checkoutId}`}>See that payment</Link>
                </p>
              )}
              {Failed && phase === 'payable' && (
                <div className={s.notice} role="status">
                  <Failed checkout={checkout} />
                </div>
              )}
              {!Failed && declined !== undefined && phase === 'payable' && (
                <p className={s.declined} role="alert">
                  <strong>The payment was declined.</strong>{' '}
                  {declined || 'Please try another card or another way to pay.'}
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
              {phase === 'payable' && (
                <Button look="quiet" onClick={() => void giveUp()}>
                  Change the order
                </Button>
              )}
            </>
          )}
          <Policies />
        </aside>
      </div>
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
