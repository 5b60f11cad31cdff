import type { ReactNode } from 'react';
import s from './empty-state.module.css';

/** An empty list or page, with links to other places. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={s.empty}>
      <p className={s.title}>{title}</p>
      {children}
    </div>
  );
}
