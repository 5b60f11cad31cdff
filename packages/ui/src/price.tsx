import s from './price.module.css';

interface Props {
  /** As it is read: `₹32,950.00`. */
  children: string;
  size?: 'large' | 'plain';
  /** Another one is being worked out; screen readers hear it when it comes. */
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
