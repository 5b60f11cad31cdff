import type { ButtonHTMLAttributes } from 'react';
import s from './button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one thing a screen is for. */
  look?: 'primary' | 'secondary' | 'quiet';
  /** Something is under way: the button keeps its width, says so to screen readers and takes no second press. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({
  look = 'primary',
  busy = false,
  wide = false,
  className = '',
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${s.button} ${s[look]} ${wide ? s.wide : ''} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={s.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Looks of a button for a link. */
export const buttonClass = (look: 'primary' | 'secondary' = 'primary'): string => `${s.button} ${s[look]}`;
