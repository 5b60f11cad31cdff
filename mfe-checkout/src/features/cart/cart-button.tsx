import { openOverlay, SessionContext, useBrowserEvent, useLoader, useSession } from '@shop/mfe-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { cartQuery } from '../../api/cart.ts';
import { ensureSignedIn } from '../../components/ensure-signed-in.ts';
import s from './cart-button.module.css';

/** The header's cart button with the item count. Guests are asked to sign in first. */
export function CartButton() {
  const session = use(SessionContext)!;
  const { user } = useSession();
  const loader = useLoader();
  const queryClient = useQueryClient();
  // No user is known during SSR and hydration: shared HTML never contains a count.
  const { data } = useQuery({ ...cartQuery, enabled: user !== null });
  const count = (user && data?.count) || 0;
  useBrowserEvent('checkout:cart-changed', () => void queryClient.invalidateQueries(cartQuery));
  const preload = () => loader.preloadPart(user ? 'checkout/cart-drawer' : 'account/sign-in');
  const open = async () => {
    if (await ensureSignedIn(session)) void openOverlay('checkout/cart-drawer', {});
  };
  return (
    <button
      type="button"
      className={s.button}
      aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'piece' : 'pieces'}`}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open()}
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <path d="M5 8h14l-1 12H6L5 8Zm4 0V6.5a3 3 0 0 1 6 0V8" strokeLinejoin="round" />
      </svg>
      {count > 0 && (
        <span key={count} className={s.badge} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  );
}
