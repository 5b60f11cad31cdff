import type { Filters } from './filters.ts';
import { OtherFilters } from './other-filters.tsx';
import s from './sort-select.module.css';

/** Sort orders by API name, with their labels. */
const SORTS = {
  featured: 'Featured',
  'best-selling': 'Best selling',
  'price-ascending': 'Lowest price',
  'price-descending': 'Highest price',
  'created-descending': 'Newest first',
  'title-ascending': 'Name, A to Z',
  'rating-descending': 'Best rated',
} as const;
const DEFAULT_SORT = 'featured';

/** The order of a listing. Without scripts a form with a button. */
export function SortSelect({ path, filters, onSort }: { path: string; filters: Filters; onSort(sort: string): void }) {
  return (
    <form className={s.sort} action={path} aria-label="Sort">
      <OtherFilters filters={filters} except={['sort_by']} />
      <label>
        <span>Sort by</span>
        <select
          name="sort_by"
          key={filters.sort_by}
          defaultValue={filters.sort_by ?? DEFAULT_SORT}
          // The default order is omitted from the address.
          onChange={({ target: { value } }) => onSort(value === DEFAULT_SORT ? '' : value)}
        >
          {Object.entries(SORTS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit">Sort</button>
      </noscript>
    </form>
  );
}
