import { RETURN_CODES, type ReturnCode } from '@shop/contracts/browser';
import { useNavigate, type Prefetch } from '@shop/mfe-kit';
import { Select } from '@shop/ui/select.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import filters from '../../components/filters.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { SearchForm } from '../../components/search-form.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { capturesQuery, type CapturesFilter } from './api/captures.ts';
import { CapturesTable } from './captures-table.tsx';

const PAGE_SIZE = 25;
const VIEWS = {
  'came-back': { name: 'Came back', none: 'No money came back' },
  'on-its-way': { name: 'On its way', none: 'No money is on its way back' },
  failed: { name: 'Failed', none: 'No refund has failed' },
  all: { name: 'All captures', none: 'Nothing was paid yet' },
} as const;
type ViewName = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as ViewName[];
const CODES = Object.keys(RETURN_CODES) as ReturnCode[];

const filterOf = (search: URLSearchParams) => {
  const code = CODES.find((one) => one === search.get('code'));
  const q = search.get('q')?.slice(0, 100);
  return {
    page: pageIn(search),
    limit: PAGE_SIZE,
    show: NAMES.find((name) => name === search.get('show')) ?? 'came-back',
    ...(code && { code }),
    ...(q && { q }),
  } satisfies CapturesFilter;
};

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(capturesQuery(filterOf(url.searchParams)));
  return staffHead('Money that came back');
};

/** Every captured payment, with its order or where its money went, why, and who or what caused it. */
export function CapturesPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const navigate = useNavigate();
  const filter = filterOf(search);
  const query = useQuery({ ...capturesQuery(filter), placeholderData: keepPreviousData });
  return (
    <StaffFrame title="Money that came back">
      <SearchForm
        label="Payment at the provider, order or account"
        value={filter.q ?? ''}
        onSearch={(q) => navigate(hrefWith({ q: q || undefined }))}
      />
      <div className={filters.filters}>
        <Select
          label="Reason"
          value={filter.code ?? ''}
          onChange={(event) => navigate(hrefWith({ code: event.target.value || undefined }))}
        >
          <option value="">All reasons</option>
          {CODES.map((code) => (
            <option key={code} value={code}>
              {RETURN_CODES[code]}
            </option>
          ))}
        </Select>
      </div>
      <Tabs
        label="Captures by where their money is"
        tabs={NAMES.map((name) => ({
          name: VIEWS[name].name,
          to: hrefWith({ show: name === 'came-back' ? undefined : name }),
          current: name === filter.show,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ captures }) => captures}
        what="captures"
        skeletonRows={8}
        counted={['capture']}
        none={filter.q || filter.code ? 'No such capture' : VIEWS[filter.show].none}
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(captures, waiting) => <CapturesTable captures={captures} waiting={waiting} />}
      </PagedList>
    </StaffFrame>
  );
}
