import type { HTMLAttributes, ReactNode } from 'react';
import s from './chips.module.css';

interface Props extends HTMLAttributes<HTMLElement> {
  /** What is chosen between, for screen readers. */
  label: string;
  /** Links; that of this page has `aria-current`. */
  children: ReactNode;
}

/** The ways from one part of a list to another. */
export function Chips({ label, children, ...frame }: Props) {
  return (
    <nav {...frame} className={s.chips} aria-label={label}>
      {children}
    </nav>
  );
}
