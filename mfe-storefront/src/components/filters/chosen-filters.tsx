import { FACETS } from '@shop/contracts/browser';
import { useCurrency } from '@shop/mfe-kit';
import {
  addressOf,
  chosenOf,
  type FacetCounts,
  type Filters,
  isNarrowed,
  parameterOf,
  toggled,
  widened,
} from './filters.ts';
import { labelOf } from './labels.ts';
import s from './chosen-filters.module.css';

interface Props {
  path: string;
  filters: Filters;
  facets: readonly FacetCounts[];
}

/** What narrows the listing, as links that take it back. */
export function ChosenFilters({ path, filters, facets }: Props) {
  const { format } = useCurrency();
  if (!isNarrowed(filters)) return null;
  const { 'filter.price.gte': lowest, 'filter.price.lte': highest } = filters;
  const priced = (limit: string) => (Number.isNaN(Number(limit)) ? limit : format(Number(limit), 'short'));
  const chips = [
    ...FACETS.flatMap((facet) =>
      chosenOf(filters, facet).map((value) => {
        const known = facets.find((one) => one.facet === facet)?.values.find((one) => one.value === value);
        return {
          key: `${parameterOf(facet)}=${value}`,
          label: labelOf(facet, known?.label ?? value),
          without: toggled(filters, facet, value),
        };
      }),
    ),
    ...(lowest || highest
      ? [
          {
            key: 'price',
            label: !highest
              ? `From ${priced(lowest!)}`
              : lowest
                ? `${priced(lowest)} to ${priced(highest)}`
                : `Up to ${priced(highest)}`,
            without: { ...filters, 'filter.price.gte': '', 'filter.price.lte': '' },
          },
        ]
      : []),
  ];
  return (
    <ul className={s.chips} aria-label="Chosen filters">
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <a
            href={addressOf(path, { ...without, page: '' })}
            className={s.chip}
            aria-label={`Remove ${label}`}
            rel="nofollow"
          >
            {label}
          </a>
        </li>
      ))}
      <li>
        <a href={addressOf(path, widened(filters))} className={s.clear}>
          Clear all
        </a>
      </li>
    </ul>
  );
}
