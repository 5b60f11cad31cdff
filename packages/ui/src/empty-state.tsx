import type { ReactNode } from 'react';
import s from './empty-state.module.css';

/** Says that there is nothing, and where to go from here. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={s.empty}>
      <p className={s.title}>{title}</p>
      {children}
    </div>
  );
}
