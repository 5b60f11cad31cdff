import { bareGstin, type BodyOf, cartOrder } from '@shop/contracts/browser';
import {
  ApiError,
  call,
  emit,
  messageOf,
  Navigate,
  toast,
  useBrowserEvent,
  useCurrency,
  useNavigate,
} from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cartQuery } from '../../api/cart.ts';
import { clearBuyNow, storeBuyNow } from '../../components/buy-now.ts';
import { Addresses } from './addresses.tsx';
import { Business, businessProblems, type BusinessProblems, type ChosenBusiness, NO_BUSINESS } from './business.tsx';
import { BusyNotice } from './busy-notice.tsx';
import { addressesQuery, checkoutQuery, otherCheckoutOf, QUOTES, quoteQuery, type SavedAddress } from './api.ts';
import { type Change, Changes } from './changes.tsx';
import s from './checkout.module.css';
import { type ChosenExtras, Couriers, Extras, NO_EXTRAS } from './extras.tsx';
import { Lines } from './lines.tsx';
import { Duties } from './duties.tsx';
import { NoReturns } from './no-returns.tsx';
import { Pay } from './paying/pay.tsx';
import { useWaysToPay } from './paying/ways-to-pay.ts';
import { Policies } from './policies.tsx';
import { type ChosenPresent, NO_PRESENT, Present } from './present.tsx';
import { Summary } from './summary.tsx';
import { type ChosenTax, NO_TAX, TaxDetails, taxOf, taxProblems, type TaxProblems } from './tax-details.tsx';
import { storeUnfinished, unfinishedOf } from './unfinished.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';

type Line = BodyOf<typeof cartOrder.addToCart>;
type Frozen = BodyOf<typeof cartOrder.startCheckout>;

interface Props {
  userId: string;
  /** The Buy Now item. */
  buyNow: Line | undefined;
  choice: Choice;
  onChoose(choice: Choice): void;
  /** Called when the checkout is frozen and to be paid immediately. */
  onFrozen(id: string): void;
}

/** The choices so far; they survive a cancelled checkout. */
export interface Choice {
  addressId?: string;
  extras: ChosenExtras;
  present: ChosenPresent;
  business: ChosenBusiness;
  tax: ChosenTax;
  courier?: { country: string; name: string };
}
export const NOTHING_CHOSEN: Choice = { extras: NO_EXTRAS, present: NO_PRESENT, business: NO_BUSINESS, tax: NO_TAX };

type Problems = BusinessProblems & TaxProblems;
/** From top to bottom. */
const WITH_PROBLEMS = ['name', 'gstin', 'pan'] as const;

const freezingOnce = createIntent();

/** Everything before the totals are frozen: products, address, extras, and the server's quote. */
export function Draft({ userId, buyNow: initialBuyNow, choice, onChoose, onFrozen }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const currency = useCurrency();
  const [buyNow, setBuyNow] = useState(initialBuyNow);
  const { extras, present, business, tax, courier } = choice;
  const [changes, setChanges] = useState<Change[]>([]);
  const [noteMissing, setNoteMissing] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  /** Another checkout of these pieces, which is being paid. */
  const [busyWith, setBusyWith] = useState<string>();
  const [isFreezing, setFreezing] = useState(false);
  const [isWritingAddress, setWritingAddress] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const [name, gstin, pan] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  useEffect(() => {
    // After they are shown: the service may be the first to ask for one.
    const first = WITH_PROBLEMS.find((field) => problems[field]);
    if (first) ({ name, gstin, pan })[first].current?.focus();
  }, [problems, name, gstin, pan]);

  const addresses = useQuery(addressesQuery);
  const address =
    addresses.data?.find(({ _id }) => _id === choice.addressId) ??
    addresses.data?.find(({ isDefault }) => isDefault) ??
    addresses.data?.[0];
  /** Stays while the addresses are fetched again. */
  const [country, setCountry] = useState('India');
  if (address && address.country !== country) setCountry(address.country);
  // A courier applies only to the country that it was chosen for.
  const chosenCourier = courier?.country === country ? courier.name : undefined;
  const terms = {
    ...(buyNow && { buyNow }),
    country,
    // Without a rate prices are shown in rupees.
    currency: currency.rate ? currency.code : ('INR' as const),
    hallmarking: extras.hallmarking,
    specialRequest: extras.specialRequest,
    ...(present.isPresent && present.wrap && { giftWrap: true }),
    ...(chosenCourier !== undefined && { courier: chosenCourier }),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...quoteQuery(terms), enabled: !addresses.isPending });
  const quote = data?.quote;
  const ways = useWaysToPay(userId, quote?.currency);

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

  const setQuantities = async (
    wanted: readonly { line: { cartItemId?: string; productId: string }; quantity: number }[],
  ) => {
    setChanges([]);
    if (buyNow) {
      const { quantity } = wanted[0]!;
      if (quantity === 0) {
        clearBuyNow();
        return void navigate('/shop', { replace: true });
      }
      const changed = { ...buyNow, quantity };
      storeBuyNow(userId, changed);
      setBuyNow(changed);
      return;
    }
    for (const { line, quantity } of wanted) {
      const id = line.cartItemId!;
      try {
        if (quantity === 0) await call(cartOrder.removeFromCart, { params: { id } });
        else await call(cartOrder.changeQuantity, { params: { cartItemId: id }, body: { quantity } });
      } catch (failure) {
        toast.error(messageOf(failure, quantity === 0 ? 'Failed to remove item' : 'Failed to update quantity'));
        break;
      }
    }
    emit('checkout:cart-changed', {});
  };

  const isForBusiness = business.isBusiness && country === 'India';
  // The PAN of a business is in its GSTIN.
  const isPanNeeded = !isForBusiness && country === 'India' && (quote?.panNeeded ?? problems.pan) !== undefined;

  /** Marks the fields; the focus moves to the first of them. */
  const showProblems = (found: Problems): boolean => {
    setProblems(found);
    return WITH_PROBLEMS.some((field) => found[field]);
  };

  const pay = async () => {
    if (!quote || !address) return;
    if (extras.specialRequest && extras.note.trim() === '') {
      setNoteMissing(true);
      note.current?.focus();
      return;
    }
    if (isForBusiness && showProblems(businessProblems(business))) return;
    if (isPanNeeded && showProblems(taxProblems(tax))) return;
    setFreezing(true);
    setChanges([]);
    const { _id: _, isDefault: __, ...shippingInfo } = address;
    const body: Frozen = {
      ...(buyNow && { buyNow }),
      shippingInfo,
      currency: currency.code,
      hallmarking: extras.hallmarking,
      ...(extras.specialRequest && { specialRequest: { note: extras.note.trim() } }),
      ...(present.isPresent && { gift: { wrap: present.wrap, message: present.message.trim() } }),
      ...(isForBusiness && { business: { name: business.name.trim(), gstin: bareGstin(business.gstin) } }),
      ...(isPanNeeded && taxOf(tax)),
      ...(chosenCourier !== undefined && { courier: chosenCourier }),
      expectedSubtotal: quote.totalsInRupees.subtotal,
    };
    try {
      const answer = await freezingOnce(body, (idempotencyKey) =>
        call(cartOrder.startCheckout, { body, idempotencyKey }),
      );
      const { _id: id, totals } = answer.checkout;
      queryClient.setQueryData(checkoutQuery(id).queryKey, answer);
      storeUnfinished({ id, userId, from: buyNow ? '/checkout?buynow=true' : '/checkout' });
      if (totals.total === quote.totals.total && answer.checkout.currency === quote.currency) onFrozen(id);
      else toast.info('The total has changed. Please have another look before you pay');
      void navigate(`/checkout?checkout=${id}`, { replace: true });
    } catch (failure) {
      const differs = changesOf(failure);
      if (differs) {
        setChanges(differs);
        void queryClient.invalidateQueries(cartQuery);
        void refetch();
      } else if (otherCheckoutOf(failure)) setBusyWith(otherCheckoutOf(failure));
      else {
        const found = problemsOf(failure);
        // Another order of the buyer made the day's sum too high: the quote knows it now.
        if (found.pan && !quote.panNeeded) await refetch();
        if (!showProblems(found)) toast.error(messageOf(failure, 'Unable to start payment'));
      }
      setFreezing(false);
    }
  };

  const isComplete = address !== undefined && isFilled(address);
  return (
    <>
      <UnfinishedNotice userId={userId} />
      {busyWith && <BusyNotice key={busyWith} id={busyWith} onDecided={() => setBusyWith(undefined)} />}
      <Changes changes={changes} onQuantities={setQuantities} />
      {quote ? (
        <div className={s.columns}>
          <div className={s.main}>
            <Lines
              quote={quote}
              isExport={country !== 'India'}
              onQuantity={(line, quantity) => setQuantities([{ line, quantity }])}
            />
            <Addresses
              chosen={address}
              onChoose={(addressId) => onChoose({ ...choice, addressId })}
              onWriting={setWritingAddress}
            />
            {quote.couriers.length > 1 && (
              <Couriers
                couriers={quote.couriers}
                currency={quote.currency}
                selected={chosenCourier ?? quote.courier}
                onSelect={(name) => onChoose({ ...choice, courier: { country, name } })}
              />
            )}
            <Extras
              quote={quote}
              extras={extras}
              noteRef={note}
              noteError={noteMissing ? 'Please write your request' : undefined}
              onChange={(next) => {
                onChoose({ ...choice, extras: next });
                setNoteMissing(false);
              }}
            />
            <Present quote={quote} present={present} onChange={(next) => onChoose({ ...choice, present: next })} />
            {country === 'India' && (
              <Business
                business={business}
                problems={problems}
                nameRef={name}
                gstinRef={gstin}
                onChange={(next) => {
                  onChoose({ ...choice, business: next });
                  setProblems({});
                }}
              />
            )}
            {isPanNeeded && (
              <TaxDetails
                above={quote.panNeeded?.above}
                tax={tax}
                problems={problems}
                panRef={pan}
                onChange={(next) => {
                  onChoose({ ...choice, tax: next });
                  setProblems({});
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
                onPay={() => void pay()}
              />
            ) : addresses.isPending ? null : (
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

function changesOf(error: unknown): Change[] | undefined {
  if (!(error instanceof ApiError) || !['checkout.changed', 'cart.too-many'].includes(error.code)) return undefined;
  const { changes } = (error.problem.details ?? {}) as { changes?: Change[] };
  return changes ?? [];
}

/** What the service says of business and PAN. */
function problemsOf(error: unknown): Problems {
  const errors = error instanceof ApiError ? (error.problem.errors ?? {}) : {};
  const { 'business.name': name, 'business.gstin': gstin, pan } = errors;
  return { ...(name && { name }), ...(gstin && { gstin }), ...(pan && { pan }) };
}

const FIELDS = ['name', 'phone', 'street', 'city', 'state', 'pincode', 'country'] as const;
const isFilled = (address: SavedAddress): boolean => FIELDS.every((field) => (address[field] ?? '').trim() !== '');
