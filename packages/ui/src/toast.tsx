import type { HTMLAttributes } from 'react';
import s from './toast.module.css';

interface Props extends HTMLAttributes<HTMLDivElement> {
  kind: 'success' | 'error' | 'info' | 'loading';
  children: string;
  onDismiss(): void;
}

/** What just happened, in a line. An error interrupts a screen reader, the others wait for a pause. */
export function Toast({ kind, children, onDismiss, ...frame }: Props) {
  return (
    <div {...frame} className={s.toast} data-kind={kind}>
      <span className={s.mark} aria-hidden="true" />
      <span role={kind === 'error' ? 'alert' : 'status'}>{children}</span>
      <button type="button" className={s.close} aria-label="Dismiss" onClick={onDismiss}>
        ×
      </button>
    </div>
  );
}
