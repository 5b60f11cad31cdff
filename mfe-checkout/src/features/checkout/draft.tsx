import { isHomeCountryName } from '@shop/contracts/browser';
import { ApiError, messageOf, Navigate, useBrowserEvent, useCurrency } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Addresses } from './addresses.tsx';
import { QUOTES, quoteQuery } from './api.ts';
import { Business } from './business.tsx';
import { BusyNotice } from './busy-notice.tsx';
import { type Change, Changes, changesOf } from './changes.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import s from './checkout.module.css';
import { askedOf, type BuyNow, type Choice, courierTo, frozenOf, problemsOf, termsOf } from './choice.ts';
import { Duties } from './duties.tsx';
import { Couriers, Extras } from './extras.tsx';
import { Lines } from './lines.tsx';
import { NoReturns } from './no-returns.tsx';
import { Pay } from './paying/pay.tsx';
import { useWaysToPay } from './paying/ways-to-pay.ts';
import { Policies } from './policies.tsx';
import { Present } from './present.tsx';
import { Summary } from './summary.tsx';
import { TaxDetails } from './tax-details.tsx';
import { unfinishedOf } from './unfinished.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useFreezing } from './use-freezing.ts';
import { useProblems } from './use-problems.ts';
import { useQuantities, type Wanted } from './use-quantities.ts';
import { useShippingAddress } from './use-shipping-address.ts';

interface Props {
  userId: string;
  /** The Buy Now item. */
  buyNow: BuyNow | undefined;
  choice: Choice;
  onChoose(choice: Choice): void;
  /** Called when the checkout is frozen and to be paid immediately. */
  onFrozen(id: string): void;
}

/** Everything before the totals are frozen: products, address, extras, and the server's quote. */
export function Draft({ userId, buyNow: initialBuyNow, choice, onChoose, onFrozen }: Props) {
  const queryClient = useQueryClient();
  const currency = useCurrency();
  const { buyNow, setQuantities } = useQuantities(userId, initialBuyNow);
  const { address, country, isPending, isComplete } = useShippingAddress(choice.addressId);
  const [changes, setChanges] = useState<Change[]>([]);
  const [noteMissing, setNoteMissing] = useState(false);
  const [isWritingAddress, setWritingAddress] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const { problems, show: showProblems, fields } = useProblems();

  // Without a rate prices are shown in rupees.
  const terms = termsOf(choice, { buyNow, country, currency: currency.rate ? currency.code : 'INR' });
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...quoteQuery(terms), enabled: !isPending });
  const quote = data?.quote;
  const ways = useWaysToPay(userId, quote?.currency);
  const { freeze, isFreezing, busyWith, forgetBusy } = useFreezing({
    ...{ userId, onFrozen, refetch },
    onChanges: setChanges,
    onProblems: showProblems,
  });

  useBrowserEvent('checkout:cart-changed', () => void queryClient.invalidateQueries({ queryKey: QUOTES }));
  const found = changesOf(error);
  useEffect(() => {
    if (!found) return;
    setChanges(found);
    // The server has already applied the new prices: continue with them.
    if (found.every(({ what }) => what === 'price' || what === 'subtotal')) void refetch();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `found` is derived from `error`
  }, [error, refetch]);

  if (error instanceof ApiError && error.code === 'checkout.empty') {
    // After payment the items leave the cart: go to the order.
    const paid = unfinishedOf(userId);
    return <Navigate to={paid ? `/checkout?checkout=${paid.id}` : '/shop'} replace />;
  }
  if (!quote && !error) return <CheckoutSkeleton />;

  const changeQuantities = (wanted: readonly Wanted[]) => {
    setChanges([]);
    return setQuantities(wanted);
  };
  const choose = (chosen: Partial<Choice>) => onChoose({ ...choice, ...chosen });
  const asked = askedOf(choice, country, (quote?.panNeeded ?? problems.pan) !== undefined);

  const pay = () => {
    if (!quote || !address) return;
    if (choice.extras.specialRequest && choice.extras.note.trim() === '') {
      setNoteMissing(true);
      note.current?.focus();
      return;
    }
    if (showProblems(problemsOf(choice, asked))) return;
    void freeze(frozenOf(choice, { buyNow, address, asked, quote, currency: currency.code }), quote);
  };

  return (
    <>
      <UnfinishedNotice userId={userId} />
      {busyWith && <BusyNotice key={busyWith} id={busyWith} onDecided={forgetBusy} />}
      <Changes changes={changes} onQuantities={(wanted) => void changeQuantities(wanted)} />
      {quote ? (
        <div className={s.columns}>
          <div className={s.main}>
            <Lines
              quote={quote}
              isExport={!isHomeCountryName(country)}
              onQuantity={(line, quantity) => changeQuantities([{ line, quantity }])}
            />
            <Addresses chosen={address} onChoose={(addressId) => choose({ addressId })} onWriting={setWritingAddress} />
            {quote.couriers.length > 1 && (
              <Couriers
                couriers={quote.couriers}
                currency={quote.currency}
                selected={courierTo(country, choice) ?? quote.courier}
                onSelect={(name) => choose({ courier: { country, name } })}
              />
            )}
            <Extras
              quote={quote}
              extras={choice.extras}
              noteRef={note}
              noteError={noteMissing ? 'Please write your request' : undefined}
              onChange={(extras) => {
                choose({ extras });
                setNoteMissing(false);
              }}
            />
            <Present quote={quote} present={choice.present} onChange={(present) => choose({ present })} />
            {isHomeCountryName(country) && (
              <Business
                business={choice.business}
                problems={problems}
                nameRef={fields.name}
                gstinRef={fields.gstin}
                onChange={(business) => {
                  choose({ business });
                  showProblems({});
                }}
              />
            )}
            {asked.pan && (
              <TaxDetails
                above={quote.panNeeded?.above}
                tax={choice.tax}
                problems={problems}
                panRef={fields.pan}
                onChange={(tax) => {
                  choose({ tax });
                  showProblems({});
                }}
              />
            )}
          </div>
          <aside className={s.aside} aria-label="Summary">
            <Summary of={quote} isWaiting={isPlaceholderData} />
            <NoReturns lines={quote.lines} />
            <Duties note={quote.dutiesNote} />
            {isWritingAddress ? (
              <p className={s.notice} role="note">
                Please save or cancel the address before you pay.
              </p>
            ) : isComplete ? (
              <Pay
                amount={quote.totals.total}
                currency={quote.currency}
                ways={ways}
                isBusy={isFreezing}
                isWaiting={isPlaceholderData}
                onPay={pay}
              />
            ) : isPending ? null : (
              <p className={s.notice} role="note">
                Please complete your shipping address above to proceed with checkout.
              </p>
            )}
            <Policies />
          </aside>
        </div>
      ) : (
        <Failed error={error} hasChanges={changes.length > 0} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function Failed({ error, hasChanges, onRetry }: { error: unknown; hasChanges: boolean; onRetry(): void }) {
  if (hasChanges) return null;
  return (
    <EmptyState title={messageOf(error)}>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}
