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

export function Changes({
  changes,
  onQuantity,
}: {
  changes: readonly Change[];
  onQuantity(line: Change, quantity: number): void;
}) {
  if (changes.length === 0) return null;
  return (
    <div className={s.changes} role="alert">
      <p>
        <strong>Something in your order changed. Please have another look.</strong>
      </p>
      <ul>
        {changes.map((change) => (
          <li key={`${change.cartItemId ?? change.productId} ${change.what}`}>
            {change.message}
            {change.what === 'stock' && (change.now ?? 0) > 0 && (
              <Button look="quiet" onClick={() => onQuantity(change, change.now!)}>
                Take {change.now}
              </Button>
            )}
            {['stock', 'gone', 'not-offered'].includes(change.what) && (
              <Button look="quiet" onClick={() => onQuantity(change, 0)}>
                Remove it
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
