import { STAY, useNavigate } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { Dialog } from '@shop/ui/dialog.tsx';
import { useState } from 'react';
import { ChosenFilters } from './chosen-filters.tsx';
import { FacetMenus } from './facet-menus.tsx';
import { FacetValues } from './facet-values.tsx';
import {
  addressOf,
  chosenOf,
  type FacetCounts,
  type Filters,
  isNarrowed,
  type Narrowable,
  widened,
} from './filters.ts';
import { FACET_NAMES } from './labels.ts';
import { PricePanel } from './price-panel.tsx';
import { SortSelect } from './sort-select.tsx';
import { useLinksWithin } from '../use-links-within.ts';
import s from './filter-bar.module.css';

const PRICE = 'price';

interface Props {
  path: string;
  filters: Filters;
  /** Undefined while it is loading, or refused for its filters. */
  listing: Narrowable | undefined;
  /** The search has one order: best match first. */
  canSort?: boolean;
}

/**
 * What a listing can be narrowed by: a row of menus on a desk; on phones a bar that stays in sight, with a drawer. Values are links,
 * so that they work without scripts, where the bar's own link leads to the menus.
 */
export function FilterBar({ path, filters, listing, canSort = false }: Props) {
  const navigate = useNavigate();
  const links = useLinksWithin({ stays: true });
  const [isOpen, setOpen] = useState(false);
  const [openMenu, setOpenMenu] = useState<string>();
  const facets = listing?.facets?.filter((facet) => isUseful(facet, filters, listing.totalCount)) ?? [];
  const go = (changes: Filters) =>
    void navigate(addressOf(path, { ...filters, page: '', ...changes }), { state: STAY });
  const sections = (isInDrawer: boolean) => [
    ...facets.map((facet) => ({
      key: facet.facet,
      name: FACET_NAMES[facet.facet],
      chosen: chosenOf(filters, facet.facet).length,
      content: <FacetValues facet={facet} path={path} filters={filters} />,
    })),
    {
      key: PRICE,
      name: 'Price',
      chosen: Number(Boolean(filters['filter.price.gte'] || filters['filter.price.lte'])),
      content: (
        <PricePanel
          path={path}
          filters={filters}
          range={listing?.priceRange}
          isShown={isInDrawer || openMenu === PRICE}
          onApply={(limits) => {
            go(limits);
            if (isInDrawer) setOpen(false);
          }}
        />
      ),
    },
  ];
  const menus = sections(false);
  const chosenCount = menus.reduce((sum, { chosen }) => sum + chosen, 0);
  return (
    <section className={s.bar} aria-label="Filters" {...links}>
      <div className={s.controls}>
        <a
          href="#filters"
          className={s.open}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          Filter{chosenCount > 0 && ` (${chosenCount})`}
        </a>
        <div id="filters" className={s.menus}>
          <FacetMenus sections={menus} open={openMenu} setOpen={setOpenMenu} />
        </div>
        {canSort && <SortSelect path={path} filters={filters} onSort={(sort) => go({ sort_by: sort })} />}
      </div>
      <ChosenFilters path={path} filters={filters} facets={listing?.facets ?? []} />
      {isOpen && (
        <Dialog kind="drawer" title="Filter" onClose={() => setOpen(false)}>
          <div className={s.sections}>
            {sections(true).map(({ key, name, chosen, content }, at) => (
              <details key={key} className={s.section} open={chosen > 0 || at < 3}>
                <summary>{chosen > 0 ? `${name} (${chosen})` : name}</summary>
                {content}
              </details>
            ))}
          </div>
          <div className={s.close}>
            {isNarrowed(filters) && (
              <a href={addressOf(path, widened(filters))} className={buttonClass('secondary')}>
                Clear all
              </a>
            )}
            <Button wide onClick={() => setOpen(false)}>
              {listing ? `Show ${listing.totalCount} ${listing.totalCount === 1 ? 'piece' : 'pieces'}` : 'Show'}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** A facet whose only value is that of every piece leaves nothing to choose. */
const isUseful = ({ facet, values }: FacetCounts, filters: Filters, totalCount: number): boolean =>
  chosenOf(filters, facet).length > 0 || values.length > 1 || values.some(({ count }) => count < totalCount);
