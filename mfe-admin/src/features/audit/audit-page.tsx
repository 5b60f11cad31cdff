import { Link, type Prefetch } from '@shop/mfe-kit';
import { Pagination } from '@shop/ui/pagination.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import filters from '../../components/filters.module.css';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { NoRows } from '../../components/no-rows.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText, momentText } from '../../components/texts.ts';
import { auditQuery, type AuditEntry, type AuditFilter } from './api/audit.ts';
import s from './audit-page.module.css';
import { changesOf } from './changes.ts';

const PAGE_SIZE = 25;
/** What services record, as they name it. */
const SUBJECTS = {
  order: 'Orders',
  'payment-attention': 'Payments',
  product: 'Products',
  category: 'Categories',
  material: 'Materials',
  customization: 'Customizations',
  review: 'Reviews',
  charges: 'Charges',
  user: 'Users',
  brand: 'Brand',
  page: 'Pages',
  post: 'Posts',
  banner: 'Banners',
  mail: 'Mails',
} as const;

const filterOf = (search: URLSearchParams): AuditFilter => {
  const subject = search.get('subject');
  const subjectId = search.get('of')?.slice(0, 100);
  return {
    page: pageIn(search),
    limit: PAGE_SIZE,
    ...(subject && subject in SUBJECTS && { subject }),
    ...(subjectId && { subjectId }),
  };
};

export const prefetch: Prefetch = (queryClient, { url }) => {
  void queryClient.prefetchQuery(auditQuery(filterOf(url.searchParams)));
  return staffHead('Audit trail');
};

const column = columnsOf<AuditEntry>();
const COLUMNS: Columns<AuditEntry> = [
  column.accessor('at', { header: 'When', cell: ({ getValue }) => momentText(getValue()) }),
  column.accessor('actorName', { header: 'Who' }),
  column.display({
    id: 'what',
    header: 'What',
    cell: ({ row: { original } }) => (
      <span className={s.what}>
        <strong>{original.action.replace('.', ': ').replaceAll('-', ' ')}</strong>
        <Link to={`/admin/audit?subject=${original.subject}&of=${encodeURIComponent(original.subjectId)}`}>
          {original.subject} {original.subjectId}
        </Link>
        {original.reason && <em>{original.reason}</em>}
      </span>
    ),
  }),
  column.display({ id: 'changes', header: 'Changes', cell: ({ row: { original } }) => <Changes entry={original} /> }),
];

/** Every change that staff made: who, when, what before and after. */
export function AuditPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...auditQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Audit trail">
      <Tabs
        label="Entries by what they are about"
        tabs={[undefined, ...(Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[])].map((subject) => ({
          name: subject ? SUBJECTS[subject] : 'All',
          to: hrefWith({ subject, of: undefined }),
          current: filter.subject === subject && !filter.subjectId,
        }))}
      />
      {data ? (
        <>
          <p className={filters.count} aria-live="polite">
            {countText(data.totalCount, 'entry', 'entries')}
          </p>
          {data.entries.length > 0 ? (
            <DataTable
              caption="Audit trail"
              columns={COLUMNS}
              rows={data.entries}
              idOf={({ _id }) => _id}
              waiting={isPlaceholderData}
            />
          ) : (
            <NoRows title="Nothing was changed yet" page={page} hrefOfPage={hrefOfPage} />
          )}
          <Pagination page={page} pages={Math.ceil(data.totalCount / PAGE_SIZE)} hrefOf={hrefOfPage} link={Link} />
        </>
      ) : error ? (
        <Failure error={error} what="The audit trail" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="entries" rows={8} />
      )}
    </StaffFrame>
  );
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return '–';
  return (
    <details className={s.changes}>
      <summary>{countText(changes.length, 'field')}</summary>
      <dl>
        {changes.map((change) => (
          <div key={change.field}>
            <dt className={form.soft}>{change.field}</dt>
            <dd>
              <del>{change.before}</del> → <ins>{change.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
