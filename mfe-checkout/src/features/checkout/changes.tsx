import { ApiError } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import s from './checkout.module.css';
import type { Wanted } from './use-quantities.ts';

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

/** Those for which a call was refused; undefined if it was refused for anything else. */
export function changesOf(error: unknown): Change[] | undefined {
  if (!(error instanceof ApiError) || !['checkout.changed', 'cart.too-many'].includes(error.code)) return undefined;
  const { changes } = (error.problem.details ?? {}) as { changes?: Change[] };
  return changes ?? [];
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
  onQuantities(wanted: readonly Wanted[]): void;
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
