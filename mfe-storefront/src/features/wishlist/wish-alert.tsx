import { Button } from '@shop/ui/button.tsx';
import type { useAlerts } from '../../components/alerts/alerts.ts';
import s from './wishlist-page.module.css';

interface Props {
  productId: string;
  name: string;
  isSoldOut: boolean;
  alerts: ReturnType<typeof useAlerts>;
}

/** Of a saved piece: whether its owner wants a mail when it is back, or when it costs less. */
export function WishAlert({ productId, name, isSoldOut, alerts }: Props) {
  const kind = isSoldOut ? 'back-in-stock' : 'price-drop';
  if (!alerts.isKnown || (!isSoldOut && alerts.allPriceDrops)) return null;
  const isWanted = alerts.has(kind, productId);
  return (
    <Button
      look="quiet"
      className={s.alert}
      aria-pressed={isWanted}
      onClick={() => alerts.change({ isWanted: !isWanted, kind, productId })}
    >
      {isSoldOut ? 'Mail me when it is back' : 'Mail me when it costs less'}
      <span className="visually-hidden">: {name}</span>
    </Button>
  );
}
