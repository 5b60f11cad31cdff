import { taxNote } from '@shop/contracts/browser';
import { Link, type OverlayFrame, useCurrency } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type CartItem, cartQuery } from '../../api/cart.ts';
import { ProductLine } from '../../components/product-line.tsx';
import { pricesOf } from '../../components/prices.rules.ts';
import { Stepper } from '@shop/ui/stepper.tsx';
import s from './cart-drawer.module.css';
import { LineOptions } from './line-options.tsx';
import { SavedLines } from './saved-lines.tsx';
import { type Options, useCartChanges } from './use-cart-changes.ts';

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
  const prices = data && pricesOf(data, currency);
  const isBlocked = items.some(({ availability }) => availability !== 'available');

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
                    <Line
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
            <footer className={s.footer}>
              {items.length > 1 && (
                <ClearCart
                  onClear={() => {
                    clear();
                    title.current?.focus();
                  }}
                />
              )}
              <p className={s.subtotal}>
                <span>{currency.tax.prices === 'with-tax' ? 'Total' : 'Subtotal'}</span>
                <strong className={isChanging ? s.waiting : ''} aria-busy={isChanging || undefined}>
                  {prices!.total}
                </strong>
              </p>
              <p className={s.note}>{taxNote(currency.tax)}. Shipping is worked out at the checkout.</p>
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

interface LineProps {
  item: CartItem;
  /** Of the line, as shown. */
  price: string;
  /** What one customer can have. */
  limit: number | undefined;
  isChanging: boolean;
  onQuantity(quantity: number): void;
  onOptions(options: Options): Promise<void>;
  onSave(): void;
  onRemove(): void;
}

function Line({ item, price, limit = Infinity, isChanging, onQuantity, onOptions, onSave, onRemove }: LineProps) {
  const [isEditing, setEditing] = useState(false);
  const changeId = useId();
  const { product, customizations, customized, quantity, stock, availability } = item;
  const isUnavailable = availability === 'gone' || stock === 0;
  return (
    <ProductLine
      product={product}
      customizations={customizations}
      customized={customized}
      isOff={isUnavailable}
      price={<span className={isChanging ? s.waiting : ''}>{price}</span>}
    >
      {availability === 'gone' ? (
        <p className={s.problem}>Not available any more</p>
      ) : stock === 0 ? (
        <p className={s.problem}>Out of stock</p>
      ) : (
        availability === 'short' && <p className={s.problem}>Only {stock} left</p>
      )}
      {quantity > limit && <p className={s.problem}>At most {limit} for one customer</p>}
      <div className={s.actions}>
        {!isUnavailable && (
          <Stepper of={product.name} value={quantity} max={Math.min(stock, limit)} onChange={onQuantity} />
        )}
        <Button look="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {product.name}</span>
        </Button>
      </div>
      <div className={s.actions}>
        {availability !== 'gone' && (
          <Button id={changeId} look="quiet" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            Change options<span className="visually-hidden"> of {product.name}</span>
          </Button>
        )}
        <Button look="quiet" onClick={onSave}>
          Save for later<span className="visually-hidden"> {product.name}</span>
        </Button>
      </div>
      {isEditing && (
        <LineOptions
          item={item}
          onChange={async (options) => {
            await onOptions(options);
            setEditing(false);
          }}
          onCancel={() => {
            setEditing(false);
            document.getElementById(changeId)?.focus();
          }}
        />
      )}
    </ProductLine>
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
