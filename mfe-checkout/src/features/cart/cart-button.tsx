import { toast, useSession } from '@shop/mfe-kit';
import classes from './cart-button.module.css';

/** The cart in the header. Guests are asked to sign in first. */
export function CartButton() {
  const { user, signIn } = useSession();
  return (
    <button
      type="button"
      className={classes.button}
      aria-label="Cart"
      onClick={() => {
        if (user) return;
        toast.error('Please login');
        void signIn();
      }}
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
    </button>
  );
}
