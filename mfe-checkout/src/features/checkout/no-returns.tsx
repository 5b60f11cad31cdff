import { noReturnBecause } from '../../components/choices.ts';
import type { Checkout, Quote } from './api.ts';
import s from './checkout.module.css';

/** Next to Pay: which pieces cannot be returned, and what is kept of those made to order. */
export function NoReturns({ lines }: { lines: Quote['lines'] | Checkout['lines'] }) {
  const namesOf = (reason: ReturnType<typeof noReturnBecause>) => [
    ...new Set(lines.filter((line) => noReturnBecause(line) === reason).map(({ product }) => product.name)),
  ];
  const madeToOrder = namesOf('made to order');
  const engraved = namesOf('engraved');
  if (madeToOrder.length + engraved.length === 0) return null;
  return (
    <div className={s.noReturns} role="note">
      {madeToOrder.length > 0 && (
        <p>
          <strong>Made to order:</strong> {list.format(madeToOrder)} cannot be returned. If you cancel later than 24
          hours after ordering, 30 % of the price is kept.
        </p>
      )}
      {engraved.length > 0 && (
        <p>
          <strong>Engraved:</strong> {list.format(engraved)} cannot be returned.
        </p>
      )}
    </div>
  );
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });
