import type { ComponentType, ReactNode } from 'react';
import { pageItems } from './pagination.rules.ts';
import s from './pagination.module.css';

type LinkComponent = ComponentType<{
  to: string;
  className?: string;
  rel?: string;
  'aria-label'?: string;
  'aria-current'?: 'page';
  children: ReactNode;
}>;

interface Props {
  page: number;
  pages: number;
  hrefOf(page: number): string;
  /** The router's link. */
  link: LinkComponent;
}

/** Prev, page numbers, Next. Renders nothing without pages. */
export function Pagination({ page, pages, hrefOf, link: Link }: Props) {
  if (pages === 0) return null;
  return (
    <nav className={s.pagination} aria-label="Pages">
      <Step to={hrefOf(page - 1)} possible={page > 1} rel="prev" link={Link}>
        Prev
      </Step>
      <ol className={s.pages}>
        {pageItems(page, pages).map((item, i) =>
          item === 'gap' ? (
            // oxlint-disable-next-line react/no-array-index-key -- a gap is identified by its position
            <li key={`gap-${i}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item}>
              {item === page ? (
                <span className={s.current} aria-current="page">
                  <span className="visually-hidden">Page </span>
                  {item}
                </span>
              ) : (
                <Link to={hrefOf(item)} className={s.page} aria-label={`Page ${item}`}>
                  {item}
                </Link>
              )}
            </li>
          ),
        )}
      </ol>
      <Step to={hrefOf(page + 1)} possible={page < pages} rel="next" link={Link}>
        Next
      </Step>
    </nav>
  );
}

function Step({
  to,
  possible,
  rel,
  link: Link,
  children,
}: {
  to: string;
  possible: boolean;
  rel: string;
  link: LinkComponent;
  children: ReactNode;
}) {
  if (possible) {
    return (
      <Link to={to} rel={rel} className={s.step}>
        {children}
      </Link>
    );
  }
  return (
    <span className={`${s.step} ${s.off}`} aria-disabled="true">
      {children}
    </span>
  );
}
