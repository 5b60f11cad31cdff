import { type FragmentProps, SessionContext, toast, useCurrency, useNavigate } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Price } from '@shop/ui/price.tsx';
import { Stepper } from '@shop/ui/stepper.tsx';
import { use, useRef, useState } from 'react';
import s from './buy.module.css';
import type { Way } from './buying.ts';
import { usePassed } from './use-passed.ts';

/** What happens at a press is fetched at the first sign of one: the page of a piece carries only the buttons. */
const buying = () => import(/* webpackChunkName: "buying" */ './buying.ts');
const preload = () => void buying().catch(() => {});

/**
 * How many of a piece, and the two ways to buy it. Who has scrolled past them on a phone has the price and the first of
 * the ways at the foot of the screen.
 */
export function Buy({ price, stock, problem, ...piece }: FragmentProps<'checkout/buy'>) {
  const session = use(SessionContext)!;
  const navigate = useNavigate();
  const { format } = useCurrency();
  const buttons = useRef<HTMLDivElement>(null);
  const isPassed = usePassed(buttons);
  const [wanted, setWanted] = useState(1);
  const [busy, setBusy] = useState<Way>();
  // Another variant may have less of it.
  const quantity = Math.max(1, Math.min(wanted, stock));
  const isOut = stock === 0;

  const press = (way: Way) => async () => {
    if (busy) return;
    setBusy(way);
    try {
      const { buy } = await buying();
      const next = await buy(way, { ...piece, quantity }, problem, session);
      if (next) void navigate(next);
    } catch {
      toast.error('Failed to add to cart');
    }
    setBusy(undefined);
  };

  const adding = {
    busy: busy === 'cart',
    disabled: isOut,
    onClick: press('cart'),
    children: isOut ? 'Out of stock' : 'Add to cart',
  };
  const onInterest = { onPointerEnter: preload, onFocus: preload };

  return (
    <>
      <div ref={buttons} className={s.buy} {...onInterest}>
        <Stepper of="this piece" value={quantity} max={stock} onChange={setWanted} />
        <Button look="secondary" className={s.add} {...adding} />
        <Button wide className={s.now} busy={busy === 'now'} disabled={isOut} onClick={press('now')}>
          Buy Now
        </Button>
      </div>
      {isPassed && price !== undefined && (
        <div className={s.foot} role="group" aria-label="Buy this piece" data-foot-bar="" {...onInterest}>
          <Price>{format(price)}</Price>
          <Button className={s.add} {...adding} />
        </div>
      )}
    </>
  );
}
