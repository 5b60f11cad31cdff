import type { HTMLAttributes, ReactNode } from 'react';
import s from './chips.module.css';

interface Props extends HTMLAttributes<HTMLElement> {
  /** Label for screen readers. */
  label: string;
  /** Links; the current one has `aria-current`. */
  children: ReactNode;
}

/** Links between the views of a list. */
export function Chips({ label, children, ...frame }: Props) {
  return (
    <nav {...frame} className={s.chips} aria-label={label}>
      {children}
    </nav>
  );
}
