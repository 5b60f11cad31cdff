import type { ComponentProps } from 'react';
import s from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** `primary` is the main action of a screen. */
  look?: 'primary' | 'secondary' | 'quiet';
  /** Pending: the button keeps its width, announces it to screen readers and ignores clicks. */
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

/** Class of a link that looks like a button. */
export const buttonClass = (look: 'primary' | 'secondary' = 'primary'): string => `${s.button} ${s[look]}`;
