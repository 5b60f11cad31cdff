import { taxNote } from '@shop/contracts/browser';
import { Link, useCurrency } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { useState } from 'react';
import s from './cart-drawer.module.css';

interface Props {
  /** As shown. */
  total: string;
  /** A change is on its way: the total is that of before. */
  isChanging: boolean;
  /** A piece cannot be bought as it is in the cart. */
  isBlocked: boolean;
  /** Undefined where removing the one line does the same. */
  onClear: (() => void) | undefined;
}

/** The sum of the cart, and the way to the checkout. */
export function CartFoot({ total, isChanging, isBlocked, onClear }: Props) {
  const { tax } = useCurrency();
  return (
    <footer className={s.footer}>
      {onClear && <ClearCart onClear={onClear} />}
      <p className={s.subtotal}>
        <span>{tax.prices === 'with-tax' ? 'Total' : 'Subtotal'}</span>
        <strong className={isChanging ? s.waiting : ''} aria-busy={isChanging || undefined}>
          {total}
        </strong>
      </p>
      <p className={s.note}>{taxNote(tax)}. Shipping is worked out at the checkout.</p>
      {isBlocked ? (
        <>
          <Button wide disabled>
            Checkout
          </Button>
          <p className={s.problem}>Please change or remove the marked pieces first.</p>
        </>
      ) : (
        <Link to="/checkout" className={`${buttonClass()} ${s.checkout}`}>
          Checkout
        </Link>
      )}
    </footer>
  );
}

/** Asks for confirmation, because it cannot be undone. The pressed button goes away: another one takes the focus. */
function ClearCart({ onClear }: { onClear(): void }) {
  const [asking, setAsking] = useState<boolean>();
  if (!asking) {
    return (
      <Button look="quiet" className={s.clear} autoFocus={asking === false} onClick={() => setAsking(true)}>
        Empty the cart
      </Button>
    );
  }
  return (
    <p className={s.ask} role="alert">
      Remove everything?
      <Button look="quiet" onClick={onClear}>
        Yes, empty it
      </Button>
      <Button look="quiet" autoFocus onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </p>
  );
}
