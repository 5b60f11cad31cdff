import { Link } from '@shop/mfe-kit';
import { Chips } from '@shop/ui/chips.tsx';

/** Views of a list, each with its own address. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { name: string; to: string; current: boolean }[];
}) {
  return (
    <Chips label={label}>
      {tabs.map(({ name, to, current }) => (
        <Link key={to} to={to} preventScrollReset aria-current={current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </Chips>
  );
}
