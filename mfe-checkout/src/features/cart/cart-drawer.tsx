import { Link, type OverlayFrame, useCurrency } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CartItem, cartQuery } from '../../api/cart.ts';
import { pricesOf } from '../../components/prices.rules.ts';
import s from './cart-drawer.module.css';
import { CartFoot } from './cart-foot.tsx';
import { CartLine } from './cart-line.tsx';
import { SavedLines } from './saved-lines.tsx';
import { useCartChanges } from './use-cart-changes.ts';

export const overlay: OverlayFrame = { kind: 'drawer', label: 'Cart' };

/** The cart's contents, with the link to the checkout. */
export function CartDrawer() {
  const currency = useCurrency();
  const { data, isError, refetch, isFetching } = useQuery(cartQuery);
  const { isChanging, setQuantity, remove, putBack, clear, ...changes } = useCartChanges();
  const [removed, setRemoved] = useState<CartItem>();
  const [news, setNews] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const items = data?.cart ?? [];
  /** The focused button goes away with its line. */
  const say = (text: string) => {
    setRemoved(undefined);
    setNews(text);
    title.current?.focus();
  };
  const saved = (
    <SavedLines
      items={data?.saved ?? []}
      onMove={(item) => {
        changes.moveToCart(item, { onSuccess: () => say(`${item.product.name} is in your cart again.`) });
      }}
      onRemove={(item) => {
        changes.removeSaved(item);
        say(`${item.product.name} was removed from what is saved.`);
      }}
    />
  );
  const empty = () => {
    clear();
    title.current?.focus();
  };
  const prices = data && pricesOf(data, currency);

  return (
    <section className={s.drawer} aria-labelledby="cart-title">
      <header className={s.top}>
        <h2 id="cart-title" ref={title} tabIndex={-1} className={s.title}>
          Your cart{data && data.count > 0 && <span className={s.count}> ({data.count})</span>}
        </h2>
        {!removed && news && (
          <p className={s.removed} role="status">
            {news}
          </p>
        )}
        {removed && (
          <p className={s.removed} role="status">
            <span>{removed.product.name} was removed.</span>
            <Button
              look="quiet"
              onClick={() => {
                putBack(removed);
                setRemoved(undefined);
                title.current?.focus();
              }}
            >
              Undo
            </Button>
          </p>
        )}
      </header>
      {data ? (
        items.length === 0 ? (
          <div className={s.empty}>
            <EmptyState title="Your cart is empty">
              <p>What you add waits for you here, on every device you sign in on.</p>
              <Link to="/shop" className={buttonClass()}>
                Go to the shop
              </Link>
            </EmptyState>
            {saved}
          </div>
        ) : (
          <>
            <div className={s.content}>
              <ul className={s.items}>
                {items.map((item) => (
                  <li key={item._id}>
                    <CartLine
                      item={item}
                      price={prices!.line(item)}
                      limit={data!.maxPieces}
                      isChanging={isChanging}
                      onQuantity={(quantity) => setQuantity(item._id, quantity)}
                      onOptions={async (options) => {
                        await changes.setOptions(item._id, options);
                        say(`The options of ${item.product.name} were changed.`);
                      }}
                      onSave={() => {
                        changes.saveForLater(item);
                        say(`${item.product.name} was saved for later.`);
                      }}
                      onRemove={() => {
                        remove(item);
                        setRemoved(item);
                        setNews('');
                        // The focused button is removed with its line.
                        title.current?.focus();
                      }}
                    />
                  </li>
                ))}
              </ul>
              {saved}
            </div>
            <CartFoot
              total={prices!.total}
              isChanging={isChanging}
              isBlocked={items.some(({ availability }) => availability !== 'available')}
              onClear={items.length > 1 ? empty : undefined}
            />
          </>
        )
      ) : isError ? (
        <EmptyState title="Failed to fetch cart">
          <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <CartSkeleton />
      )}
    </section>
  );
}

function CartSkeleton() {
  return (
    <div className={s.items} role="status" aria-label="Loading the cart">
      {[1, 2, 3].map((n) => (
        <div key={n} className={s.skeleton}>
          <Skeleton width="88px" height="88px" />
          <div>
            <Skeleton width="70%" />
            <Skeleton width="40%" />
          </div>
        </div>
      ))}
    </div>
  );
}
