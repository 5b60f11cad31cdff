import type { AnswerOf, identity } from '@shop/contracts/browser';
import { Link, type Prefetch } from '@shop/mfe-kit';
import form from '../../components/form.module.css';
import { ListScreen } from '../../components/list/list-screen.tsx';
import type { Column, List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { countText, momentText } from '../../components/texts.ts';
import { PROVIDER_SUBJECTS } from '../../providers/index.ts';
import { auditQuery, type AuditEntry, type AuditFilter } from './api/audit.ts';
import s from './audit-page.module.css';
import { changesOf } from './changes.ts';

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
  view: 'Views of lists',
};

const SUBJECT_NAMES = Object.entries(SUBJECTS);

const LIST: List<AuditEntry, AuditFilter, AnswerOf<typeof identity.listAudit>> = {
  name: 'audit',
  path: '/admin/audit',
  what: 'entries',
  title: 'Audit trail',
  whole: 'The audit trail',
  counted: ['entry', 'entries'],
  filters: [
    { name: 'subject', label: 'About', options: SUBJECT_NAMES },
    { name: 'of', label: 'One of them' },
  ],
  tabsLabel: 'Entries by what they are about',
  tabs: [[undefined, 'All'] as const, ...SUBJECT_NAMES].map(([subject, name]) => ({
    name,
    set: { subject, of: undefined },
  })),
  filterOf(search) {
    const subject = search.get('subject');
    const subjectId = search.get('of')?.slice(0, 100);
    return { ...(subject && subject in SUBJECTS && { subject }), ...(subjectId && { subjectId }) };
  },
  query: auditQuery,
  rowsOf: ({ entries }) => entries,
  idOf: ({ _id }) => _id,
  nameOf: ({ action, subjectId }) => `${action} ${subjectId}`,
  empty: { title: 'Nothing was changed yet', help: 'What staff change in any part of the shop is here.' },
  none: 'No such entry',
};

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => momentText(at), csv: ({ at }) => at },
  { id: 'actorName', header: 'Who', cell: ({ actorName }) => actorName, csv: ({ actorName }) => actorName },
  {
    id: 'what',
    header: 'What',
    isFixed: true,
    width: '32rem',
    cell: ({ action, subject, subjectId, reason }) => (
      <span className={s.what}>
        <strong>{action.replace('.', ': ').replaceAll('-', ' ')}</strong>
        <Link to={`/admin/audit?subject=${subject}&of=${encodeURIComponent(subjectId)}`}>
          {subject} {subjectId}
        </Link>
        {reason && <em>{reason}</em>}
      </span>
    ),
    csv: ({ action, subjectId }) => `${action} ${subjectId}`,
  },
  {
    id: 'reason',
    header: 'Reason',
    isHiddenFirst: true,
    cell: ({ reason }) => reason ?? '–',
    csv: ({ reason }) => reason ?? '',
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: (entry) => <Changes entry={entry} />,
    csv: ({ before, after }) =>
      changesOf(before, after)
        .map((change) => `${change.field}: ${change.before} → ${change.after}`)
        .join('\n'),
  },
];

export const prefetch: Prefetch = (queryClient, { url }) => prefetchList(queryClient, LIST, url.searchParams);

/** All changes by staff: who, when, the values before and after. */
export const AuditPage = () => <ListScreen list={LIST} columns={COLUMNS} />;

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
