import s from './rating.module.css';

/** Five stars, filled to `value` (0 to 5, in halves). `count` is how many people rated; without any it says so. */
export function Rating({ value, count }: { value: number; count?: number }) {
  const rounded = Math.round(value * 2) / 2;
  if (count === 0) return <span className={s.rating}>No reviews yet</span>;
  return (
    <span className={s.rating}>
      <span className={s.stars} aria-hidden="true">
        <span className={s.filled} style={{ width: `${rounded * 20}%` }}>
          ★★★★★
        </span>
        ★★★★★
      </span>
      <span className="visually-hidden">Rated {value.toFixed(1)} of 5</span>
      {count !== undefined && (
        <span className={s.count}>
          ({count}
          <span className="visually-hidden"> reviews</span>)
        </span>
      )}
    </span>
  );
}
