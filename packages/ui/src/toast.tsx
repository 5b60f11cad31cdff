import type { HTMLAttributes } from 'react';
import s from './toast.module.css';

interface Props extends HTMLAttributes<HTMLDivElement> {
  kind: 'success' | 'error' | 'info' | 'loading';
  children: string;
  onDismiss(): void;
}

/** A notification of one line. Screen readers announce errors assertively, others politely. */
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
