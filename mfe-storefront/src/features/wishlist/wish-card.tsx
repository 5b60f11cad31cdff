import { Fragment, Link, useCurrency } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import type { useAlerts } from '../../components/alerts/alerts.ts';
import type { Cards } from '../../components/cards.ts';
import { type Card, ProductCard, productPath } from '../../components/product-card.tsx';
import { useLinksWithin } from '../../components/use-links-within.ts';
import type { SavedPiece } from '../../components/wishlist/guest-list.ts';
import { WishAlert } from './wish-alert.tsx';
import s from './wishlist-page.module.css';

interface Props {
  piece: SavedPiece & { gone?: boolean | undefined };
  cards: Cards;
  alerts: ReturnType<typeof useAlerts>;
  onRemove(): void;
}

/** A saved piece as it is now, and what can be done with it. */
export function WishCard({ piece, cards, alerts, onRemove }: Props) {
  const links = useLinksWithin();
  const card = cards.byId.get(piece.productId);
  if (!card) {
    return piece.gone || !cards.isLoading ? <Gone name={piece.name} onRemove={onRemove} /> : <Skeleton ratio="1 / 1" />;
  }
  const { _id, name, stock } = card;
  return (
    <>
      <div {...links}>
        {/* The saved metal alone: another one is another piece. */}
        <ProductCard card={{ ...card, swatches: [] }} />
      </div>
      <PriceChange before={piece.price} card={card} />
      <div className={s.actions}>
        {stock === 0 ? null : cards.needSize.has(_id) ? (
          <Link to={productPath(card)} className={buttonClass('secondary')}>
            Choose a size<span className="visually-hidden"> of {name}</span>
          </Link>
        ) : (
          <Fragment id="checkout/add-button" productId={_id} name={name} label="Move to cart" />
        )}
        <Button look="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      <WishAlert productId={_id} name={name} isSoldOut={stock === 0} alerts={alerts} />
    </>
  );
}

function Gone({ name = 'This piece', onRemove }: { name?: string | undefined; onRemove(): void }) {
  return (
    <div className={s.gone}>
      <p>{name} is not in the shop any more.</p>
      <Button look="quiet" onClick={onRemove}>
        Remove<span className="visually-hidden"> {name}</span>
      </Button>
    </div>
  );
}

/** How the price differs from what it was when the piece was saved. */
function PriceChange({ before, card: { price, mrp = price } }: { before: number | undefined; card: Card }) {
  const { formatPrice } = useCurrency();
  if (before === undefined || price === 0 || before === price) return null;
  const beforeWithTax = Math.round(((before * mrp) / price) * 100) / 100;
  return (
    <p className={price < before ? s.less : s.more}>
      {price < before ? 'Less than' : 'More than'} {formatPrice({ price: before, mrp: beforeWithTax }, 'short')}, when
      you saved it
    </p>
  );
}
