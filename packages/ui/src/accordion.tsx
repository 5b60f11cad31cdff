import type { ReactNode } from 'react';
import s from './accordion.module.css';

/** A part of a page that is opened by its heading; the browser does it, also where no scripts run. */
export function Accordion({
  title,
  open = false,
  children,
}: {
  title: string;
  /** From the beginning. */
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={s.accordion} open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={s.body}>{children}</div>
    </details>
  );
}
