import s from './price.module.css';

interface Props {
  /** Formatted: `₹32,950.00`. */
  children: string;
  size?: 'large' | 'plain';
  /** A new price is being calculated; screen readers announce it. */
  busy?: boolean;
}

export function Price({ children, size = 'plain', busy }: Props) {
  return (
    <p
      className={s.price}
      data-size={size}
      aria-live={busy === undefined ? undefined : 'polite'}
      aria-busy={busy || undefined}
    >
      {children}
    </p>
  );
}
