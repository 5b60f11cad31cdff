import { Link, type Prefetch, useBrowserEvent, useAccount } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useRef, useState } from 'react';
import { CONSENT, useAlerts } from '../../components/alerts/alerts.ts';
import { useCards } from '../../components/cards.ts';
import frame from '../../components/page.module.css';
import { ProductGridSkeleton } from '../../components/product-grid.tsx';
import type { SavedPiece } from '../../components/wishlist/guest-list.ts';
import { ShareList } from './share-list.tsx';
import { useWishlist } from './use-wishlist.ts';
import s from './wishlist-page.module.css';
import { WishCard } from './wish-card.tsx';

export const prefetch: Prefetch = () => ({ head: { title: 'Your wishlist', noindex: true } });

/** What the visitor saved. It belongs to one visitor, so the server renders its frame. */
export function WishlistPage() {
  const { items, isGuest, share, error, retry, save, remove } = useWishlist();
  const title = useRef<HTMLHeadingElement>(null);
  const [removed, setRemoved] = useState<SavedPiece>();
  const [news, setNews] = useState('');
  const [seen, setSeen] = useState<readonly string[]>([]);
  const missing = (items ?? []).filter(({ productId }) => !seen.includes(productId));
  // Pieces that are removed stay asked for, so that the others are not loaded again.
  if (missing.length > 0) setSeen([...seen, ...missing.map(({ productId }) => productId)]);
  const cards = useCards(seen);
  const alerts = useAlerts();

  /** The focused button goes away with its piece. */
  const say = (text: string, piece?: SavedPiece) => {
    setNews(text);
    setRemoved(piece);
    title.current?.focus();
  };
  const nameOf = ({ productId, name }: SavedPiece) => cards.byId.get(productId)?.name ?? name ?? 'A piece';
  const takeOff = async (piece: SavedPiece) => {
    if (await remove(piece.productId)) say(`${nameOf(piece)} was removed.`, piece);
  };
  useBrowserEvent('checkout:piece-added', ({ productId }) => {
    const piece = items?.find((item) => item.productId === productId);
    if (!piece) return;
    void remove(productId).then(() => say(`${nameOf(piece)} is in your cart now.`));
  });

  return (
    <div className={frame.page}>
      <header className={s.top}>
        <h1 ref={title} tabIndex={-1} className={frame.title}>
          Your wishlist{items && items.length > 0 && <span className={s.count}> ({items.length})</span>}
        </h1>
        {items && items.length > 0 && !isGuest && <ShareList share={share} />}
      </header>
      <p className={s.news} role="status">
        {news && <span>{news}</span>}
        {removed && (
          <Button
            look="quiet"
            onClick={() => {
              void save(removed);
              say(`${nameOf(removed)} is on your list again.`);
            }}
          >
            Undo
          </Button>
        )}
      </p>
      {items && items.length > 0 && (isGuest ? <OnlyHere /> : <PriceDrops alerts={alerts} />)}
      {!items ? (
        error ? (
          <EmptyState title="Your wishlist could not be loaded">
            <Button look="secondary" onClick={retry}>
              Try again
            </Button>
          </EmptyState>
        ) : (
          <>
            <noscript>Your wishlist is kept in this browser or in your account. Please switch JavaScript on.</noscript>
            <ProductGridSkeleton count={4} />
          </>
        )
      ) : items.length === 0 ? (
        <EmptyState title="Your wishlist is empty">
          <p>Press the heart of a piece, and you find it here again.</p>
          <Link to="/shop" className={buttonClass()}>
            Go to the shop
          </Link>
        </EmptyState>
      ) : cards.byId.size === 0 && cards.error ? (
        <EmptyState title="The pieces could not be loaded">
          <Button look="secondary" onClick={cards.retry}>
            Try again
          </Button>
        </EmptyState>
      ) : cards.byId.size === 0 && cards.isLoading ? (
        <ProductGridSkeleton count={Math.min(items.length, 12)} />
      ) : (
        <ul className={s.grid}>
          {items.map((piece) => (
            <li key={piece.productId}>
              <WishCard piece={piece} cards={cards} alerts={alerts} onRemove={() => void takeOff(piece)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Mails about everything on the list that costs less. */
function PriceDrops({ alerts }: { alerts: ReturnType<typeof useAlerts> }) {
  return (
    <p className={s.note}>
      <Checkbox
        checked={alerts.allPriceDrops}
        disabled={!alerts.isKnown || alerts.isChanging}
        onChange={(event) => alerts.switchAll(event.currentTarget.checked)}
      >
        {CONSENT.all}
      </Checkbox>
    </p>
  );
}

function OnlyHere() {
  const { signIn } = useAccount();
  return (
    <p className={s.note}>
      Kept in this browser only.{' '}
      <button type="button" className={s.link} onClick={() => void signIn()}>
        Sign in
      </button>{' '}
      to find it on all your devices and to share it.
    </p>
  );
}
