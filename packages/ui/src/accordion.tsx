import type { ReactNode } from 'react';
import s from './accordion.module.css';

/** A section that its heading opens; native `<details>`, so it works without scripts. */
export function Accordion({
  title,
  open = false,
  children,
}: {
  title: string;
  /** Initially open. */
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
