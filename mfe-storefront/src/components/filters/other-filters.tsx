import type { Filters } from './filters.ts';

/** What a form of some filters keeps of the others: without scripts it sends its fields only. */
export const OtherFilters = ({ filters, except }: { filters: Filters; except: readonly (keyof Filters)[] }) =>
  (Object.keys(filters) as (keyof Filters)[])
    .filter((name) => name !== 'page' && !except.includes(name))
    .map((name) => <input key={name} type="hidden" name={name} value={filters[name]} />);
