import { addressOf, chosenOf, type FacetCounts, type Filters, toggled } from './filters.ts';
import { labelOf } from './labels.ts';
import s from './facet-values.module.css';

interface Props {
  facet: FacetCounts;
  path: string;
  filters: Filters;
}

/** The values of a facet with their counts: plain links, which the bar handles; a chosen one leads back. */
export function FacetValues({ facet: { facet, values }, path, filters }: Props) {
  const chosen = chosenOf(filters, facet);
  return (
    <ul className={s.values}>
      {values.map(({ value, label, count }) => (
        <li key={value}>
          <a
            className={s.value}
            // Every combination is an address; search engines need none of them.
            rel="nofollow"
            href={addressOf(path, { ...toggled(filters, facet, value), page: '' })}
            aria-current={chosen.includes(value) || undefined}
          >
            {labelOf(facet, label)} <span className={s.count}>{count}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
