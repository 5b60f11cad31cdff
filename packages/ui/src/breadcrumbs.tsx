import type { ComponentType, ReactNode } from 'react';
import s from './breadcrumbs.module.css';

interface Props {
  /** From the home page; the last one is the current page. */
  steps: readonly { name: string; path: string }[];
  link: ComponentType<{ to: string; children: ReactNode }>;
}

export function Breadcrumbs({ steps, link: Link }: Props) {
  return (
    <nav aria-label="Breadcrumb" className={s.breadcrumbs}>
      <ol>
        {steps.map(({ name, path }, i) => (
          <li key={path}>
            {i === steps.length - 1 ? <span aria-current="page">{name}</span> : <Link to={path}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
