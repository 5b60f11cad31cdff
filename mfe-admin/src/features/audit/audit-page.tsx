import { Link, type Prefetch } from '@shop/mfe-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { countText, momentText } from '../../components/texts.ts';
import { PROVIDER_SUBJECTS } from '../../providers/index.ts';
import { auditQuery, type AuditEntry, type AuditFilter } from './api/audit.ts';
import s from './audit-page.module.css';
import { changesOf } from './changes.ts';

const PAGE_SIZE = 25;
/** Subjects by the names that services record. */
const SUBJECTS: Readonly<Record<string, string>> = {
  order: 'Orders',
  'payment-attention': 'Payments',
  'payment-method': 'Ways to pay',
  ...PROVIDER_SUBJECTS,
  product: 'Products',
  category: 'Categories',
  material: 'Materials',
  collection: 'Collections',
  synonym: 'Search words',
  customization: 'Customizations',
  review: 'Reviews',
  charges: 'Charges',
  'delivery-area': 'Delivery days',
  user: 'Users',
  brand: 'Brand',
  page: 'Pages',
  post: 'Posts',
  banner: 'Banners',
  mail: 'Mails',
};

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

/** All changes by staff: who, when, the values before and after. */
export function AuditPage() {
  const { search, page, hrefWith, hrefOfPage } = usePaging();
  const filter = filterOf(search);
  const query = useQuery({
    ...auditQuery(filter),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame title="Audit trail">
      <Tabs
        label="Entries by what they are about"
        tabs={[[undefined, 'All'] as const, ...Object.entries(SUBJECTS)].map(([subject, name]) => ({
          name,
          to: hrefWith({ subject, of: undefined }),
          current: filter.subject === subject && !filter.subjectId,
        }))}
      />
      <PagedList
        query={query}
        rowsOf={({ entries }) => entries}
        what="entries"
        title="The audit trail"
        skeletonRows={8}
        counted={['entry', 'entries']}
        none="Nothing was changed yet"
        pageSize={PAGE_SIZE}
        page={page}
        hrefOfPage={hrefOfPage}
      >
        {(entries, waiting) => (
          <DataTable caption="Audit trail" columns={COLUMNS} rows={entries} idOf={({ _id }) => _id} waiting={waiting} />
        )}
      </PagedList>
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
