import { Button } from '@shop/ui/button.tsx';
import s from './checkout.module.css';

/** A difference from what the buyer saw, from the details of `checkout.changed`. */
export interface Change {
  cartItemId?: string;
  productId: string;
  name: string;
  what: 'price' | 'stock' | 'gone' | 'not-offered' | 'subtotal';
  was?: number;
  now?: number;
  message: string;
}

/** Changes with the same remedy: what is short of a product may be in several lines. */
const grouped = (changes: readonly Change[]): Change[][] =>
  Object.values(
    Object.groupBy(changes, ({ what, productId, cartItemId }) =>
      what === 'stock' ? productId : `${cartItemId ?? productId} ${what}`,
    ),
  ).filter((group) => group !== undefined);

export function Changes({
  changes,
  onQuantities,
}: {
  changes: readonly Change[];
  onQuantities(lines: readonly { line: Change; quantity: number }[]): void;
}) {
  if (changes.length === 0) return null;
  return (
    <div className={s.changes} role="alert">
      <p>
        <strong>Something in your order changed. Please have another look.</strong>
      </p>
      <ul>
        {grouped(changes).map((group) => {
          const { cartItemId, productId, what, message } = group[0]!;
          const left = group.reduce((sum, { now = 0 }) => sum + now, 0);
          const reduced = group.filter(({ was, now = 0 }) => now !== was);
          return (
            <li key={`${cartItemId ?? productId} ${what}`}>
              {message}
              {what === 'stock' && left > 0 && (
                <Button
                  look="quiet"
                  onClick={() => onQuantities(reduced.map((line) => ({ line, quantity: line.now ?? 0 })))}
                >
                  Take {left}
                </Button>
              )}
              {['stock', 'gone', 'not-offered'].includes(what) && (
                <Button look="quiet" onClick={() => onQuantities(group.map((line) => ({ line, quantity: 0 })))}>
                  Remove {group.length > 1 ? 'them' : 'it'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
