import { type FragmentProps, SessionContext, toast, useNavigate } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { use, useState } from 'react';
import { Stepper } from '@shop/ui/stepper.tsx';
import s from './buy.module.css';
import type { Way } from './buying.ts';

/** What happens at a press is fetched at the first sign of one: the page of a piece carries only the buttons. */
const buying = () => import(/* webpackChunkName: "buying" */ './buying.ts');
const preload = () => void buying().catch(() => {});

/** How many of a piece, and the two ways to buy it. */
export function Buy({ stock, problem, ...piece }: FragmentProps<'checkout/buy'>) {
  const session = use(SessionContext)!;
  const navigate = useNavigate();
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

  return (
    <div className={s.buy} onPointerEnter={preload} onFocus={preload}>
      <Stepper of="this piece" value={quantity} max={stock} onChange={setWanted} />
      <Button look="secondary" className={s.add} busy={busy === 'cart'} disabled={isOut} onClick={press('cart')}>
        {isOut ? 'Out of stock' : 'Add to cart'}
      </Button>
      <Button wide className={s.now} busy={busy === 'now'} disabled={isOut} onClick={press('now')}>
        Buy Now
      </Button>
    </div>
  );
}
