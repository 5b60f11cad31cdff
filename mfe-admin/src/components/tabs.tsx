import { Link } from '@shop/mfe-kit';
import s from './filters.module.css';

/** Views of one list; each has an address of its own. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { name: string; to: string; current: boolean }[];
}) {
  return (
    <nav className={s.tabs} aria-label={label}>
      {tabs.map(({ name, to, current }) => (
        <Link key={to} to={to} preventScrollReset aria-current={current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
