import { type FragmentProps, SessionContext, toast, useCurrency, useNavigate } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Price } from '@shop/ui/price.tsx';
import { Stepper } from '@shop/ui/stepper.tsx';
import { use, useRef, useState } from 'react';
import s from './buy.module.css';
import type { BuyAction } from './buying.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Loaded on intent: the product page ships only the buttons. */
const buying = () => import(/* webpackChunkName: "buying" */ './buying.ts');

/**
 * Quantity, Add to cart and Buy Now. On phones the price and the first button stick to the bottom once scrolled past.
 */
export function Buy({ price, mrp, stock, problem, ...piece }: FragmentProps<'checkout/buy'>) {
  const session = use(SessionContext)!;
  const navigate = useNavigate();
  const { formatPrice } = useCurrency();
  const buttons = useRef<HTMLDivElement>(null);
  const isScrolledPast = useScrolledPast(buttons);
  const [wanted, setWanted] = useState(1);
  const [busy, setBusy] = useState<BuyAction>();
  const [limit, setLimit] = useState(Infinity);
  const max = Math.min(stock, limit);
  // Another variant may have less stock.
  const quantity = Math.max(1, Math.min(wanted, max));
  const isOut = stock === 0;

  const preload = () => {
    const loading = buying();
    if (limit === Infinity) void loading.then(({ maxPieces }) => maxPieces()).then(setLimit, () => {});
  };

  const press = (action: BuyAction) => async () => {
    if (busy) return;
    setBusy(action);
    try {
      const { buy } = await buying();
      const next = await buy(action, { ...piece, quantity }, problem, session);
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
        <Stepper of="this piece" value={quantity} max={max} onChange={setWanted} />
        <Button look="secondary" className={s.add} {...adding} />
        <Button wide className={s.now} busy={busy === 'now'} disabled={isOut} onClick={press('now')}>
          Buy Now
        </Button>
      </div>
      {isScrolledPast && price !== undefined && (
        <div className={s.foot} role="group" aria-label="Buy this piece" data-foot-bar="" {...onInterest}>
          <Price>{formatPrice({ price, mrp })}</Price>
          <Button className={s.add} {...adding} />
        </div>
      )}
    </>
  );
}
