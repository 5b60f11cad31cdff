import { Link } from '@shop/mfe-kit';
import type { Filter } from './list.ts';
import s from './list-screen.module.css';

/** What the rows are filtered by; each is a link that takes it away. */
export function Chips({
  filters,
  q,
  search,
  hrefWith,
}: {
  filters: readonly Filter[];
  q: string;
  search: URLSearchParams;
  hrefWith(changes: Record<string, string | undefined>): string;
}) {
  if (filters.length === 0 && !q) return null;
  const chips = filters.map(({ name, label, options, show, also = [] }) => {
    const value = search.get(name)!;
    const text = show?.(value, search) ?? options?.find(([one]) => one === value)?.[1] ?? value;
    const gone = Object.fromEntries([name, ...also].map((param) => [param, undefined]));
    return { text: `${label}: ${text}`, to: hrefWith(gone) };
  });
  if (q) chips.unshift({ text: `“${q}”`, to: hrefWith({ q: undefined }) });
  return (
    <ul className={s.chips} aria-label="Filters in force">
      {chips.map(({ text, to }) => (
        <li key={text}>
          <Link to={to} preventScrollReset>
            <span className="visually-hidden">Remove </span>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
