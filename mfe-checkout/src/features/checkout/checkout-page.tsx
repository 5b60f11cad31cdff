import { Navigate, type Prefetch, useBrowserEvent, useSearchParams, useSession } from '@shop/mfe-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cartQuery } from '../../api/cart.ts';
import { buyNowOf } from '../../components/buy-now.ts';
import { NOTHING_CHOSEN } from './choice.ts';
import { Draft } from './draft.tsx';
import { Paying } from './paying/paying.tsx';
import s from './checkout.module.css';

export const prefetch: Prefetch = () => ({ head: { title: 'Checkout', noindex: true } });

/** First the draft; then, frozen under an id in the address, the payment. */
export function CheckoutPage() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  // The quiet header has no cart button that would.
  useBrowserEvent('checkout:cart-changed', () => void queryClient.invalidateQueries(cartQuery));
  const [search] = useSearchParams();
  const [choice, setChoice] = useState(NOTHING_CHOSEN);
  const [payAtOnce, setPayAtOnce] = useState<string>();
  if (!user) return null;
  const id = search.get('checkout');
  const buysNow = search.get('buynow') === 'true';
  const buyNow = buysNow ? buyNowOf(user._id) : undefined;
  if (!id && buysNow && !buyNow) return <Navigate to="/shop" replace />;
  return (
    <div className={s.page}>
      <h1 className={s.title}>Checkout</h1>
      {id ? (
        <Paying key={id} id={id} userId={user._id} payAtOnce={payAtOnce === id} />
      ) : (
        <Draft
          key={String(buysNow)}
          userId={user._id}
          buyNow={buyNow}
          choice={choice}
          onChoose={setChoice}
          onFrozen={setPayAtOnce}
        />
      )}
    </div>
  );
}
