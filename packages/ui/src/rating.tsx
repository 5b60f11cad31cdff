import type { CSSProperties } from 'react';
import s from './rating.module.css';

/** Five stars, filled to `value` (0 to 5, in halves). `count` is the number of ratings; 0 is shown as text. */
export function Rating({ value, count }: { value: number; count?: number }) {
  const rounded = Math.round(value * 2) / 2;
  if (count === 0) return <span className={s.rating}>No reviews yet</span>;
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`;
  return (
    <span className={s.rating} role="img" aria-label={`Rated ${value.toFixed(1)} of 5${reviews}`}>
      <span className={s.stars} style={{ '--filled': `${rounded * 20}%` } as CSSProperties}>
        ★★★★★
      </span>
      {count !== undefined && `(${count})`}
    </span>
  );
}
