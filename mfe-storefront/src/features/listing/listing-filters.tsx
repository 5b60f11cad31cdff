import { formatMoney, Link, useCurrency, useInBrowser } from '@shop/mfe-kit';
import { type FormEvent, useId } from 'react';
import type { FILTERS } from './api/listing.ts';
import { rupeeLimit, type Shown, shownLimit } from './price-limit.rules.ts';
import s from './listing-filters.module.css';

type Filters = Partial<Record<(typeof FILTERS)[number], unknown>>;

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

const AVAILABILITIES = { '': 'All', 'in-stock': 'In stock', 'out-of-stock': 'Out of stock' } as const;

const RUPEES: Shown = { code: 'INR', perRupee: 1 };
const SIDES: Record<string, 'lowest' | 'highest'> = { 'filter.price.gte': 'lowest', 'filter.price.lte': 'highest' };

/** Filters that exclude products. */
const NARROWING_FILTERS = ['availability', 'filter.price.gte', 'filter.price.lte'] as const;

interface Props {
  filters: Filters;
  /** Target of the form without scripts. */
  action: string;
  onChange(changes: Record<string, string | undefined>): void;
}

/** Sort, availability and price. A plain form: without scripts its button submits it. */
export function ListingFilters({ filters, action, onChange }: Props) {
  const id = useId();
  const { code, rate } = useCurrency();
  const isInBrowser = useInBrowser();
  // Limits are rupees in the address. Without scripts the form sends what its fields show, so these are rupees until then.
  const shown = rate && isInBrowser ? { code, perRupee: rate.perRupee } : RUPEES;
  // `$0` without its digits is the currency's symbol.
  const sign = formatMoney(0, shown.code).replace(/[\d.,\s]/g, '');
  const chosen = (name: keyof Filters): string => String(filters[name] ?? '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    onChange(
      Object.fromEntries(
        [...values].map(([name, value]) => {
          const typed = String(value).trim();
          const side = SIDES[name];
          // Untouched, it stays as exact as it is.
          const isNew = typed !== shownLimit(chosen(name as keyof Filters), shown);
          const text = !side ? typed : isNew ? rupeeLimit(side, typed, shown) : chosen(name as keyof Filters);
          // The default order is omitted from the address.
          return [name, text === '' || text === 'featured' ? undefined : text];
        }),
      ),
    );
  };
  return (
    // Keyed by content, so that Back and Forward, and another currency, reset the fields.
    <form
      key={JSON.stringify([filters, shown])}
      className={s.filters}
      action={action}
      onSubmit={submit}
      aria-label="Sort and filter"
    >
      <label className={s.select}>
        <span>Sort by</span>
        <select
          name="sort_by"
          defaultValue={chosen('sort_by') || 'featured'}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {Object.entries(SORTS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label className={s.select}>
        <span>Availability</span>
        <select
          name="availability"
          defaultValue={chosen('availability')}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {Object.entries(AVAILABILITIES).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={s.price}>
        <legend>Price in {sign}</legend>
        <label className="visually-hidden" htmlFor={`${id}-low`}>
          From
        </label>
        <input
          id={`${id}-low`}
          name="filter.price.gte"
          inputMode="decimal"
          placeholder="From"
          defaultValue={shownLimit(chosen('filter.price.gte'), shown)}
        />
        <span aria-hidden="true">–</span>
        <label className="visually-hidden" htmlFor={`${id}-high`}>
          To
        </label>
        <input
          id={`${id}-high`}
          name="filter.price.lte"
          inputMode="decimal"
          placeholder="To"
          defaultValue={shownLimit(chosen('filter.price.lte'), shown)}
        />
        <button type="submit">Apply</button>
      </fieldset>
      {NARROWING_FILTERS.some((name) => chosen(name) !== '') && (
        <Link to={action} className={s.clear}>
          Clear filters
        </Link>
      )}
    </form>
  );
}
