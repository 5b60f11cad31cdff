import type { AnswerOf, identity } from '@shop/contracts/browser';
import { Link, type Prefetch } from '@shop/mfe-kit';
import form from '../../components/form.module.css';
import { ListScreen } from '../../components/list/list-screen.tsx';
import type { Column, List } from '../../components/list/list.ts';
import { prefetchList } from '../../components/list/prefetch-list.ts';
import { usePaging } from '../../components/paging.ts';
import { countText, momentText } from '../../components/texts.ts';
import { auditQuery, type AuditEntry, type AuditFilter } from './api/audit.ts';
import s from './audit-page.module.css';
import { changesOf } from './changes.ts';
import { actionName, isSubject, recordHref, recordName, SUBJECT_NAMES, SUBJECT_TABS } from './subjects.ts';

const dayIn = (search: URLSearchParams, name: 'from' | 'to'): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.exec(search.get(name) ?? '')?.[0];

const LIST: List<AuditEntry, AuditFilter, AnswerOf<typeof identity.listAudit>> = {
  name: 'audit',
  path: '/admin/audit',
  what: 'entries',
  title: 'Audit trail',
  whole: 'The audit trail',
  counted: ['entry', 'entries'],
  search: 'Who: name, e-mail or username',
  filters: [
    { name: 'subject', label: 'About', options: SUBJECT_NAMES },
    { name: 'of', label: 'One of them' },
    { name: 'by', label: 'Who', show: () => 'one person' },
    { name: 'action', label: 'What', show: actionName },
    { name: 'from', label: 'From', isDay: true },
    { name: 'to', label: 'Up to', isDay: true },
  ],
  tabsLabel: 'Entries by what they are about',
  tabs: [[undefined, 'All'] as const, ...SUBJECT_TABS].map(([subject, name]) => ({
    name,
    set: { subject, of: undefined },
  })),
  filterOf(search) {
    const subject = search.get('subject');
    const subjectId = search.get('of')?.slice(0, 100);
    const actorId = search.get('by')?.slice(0, 100);
    const action = search.get('action')?.slice(0, 80);
    const q = search.get('q')?.slice(0, 100);
    const [from, to] = [dayIn(search, 'from'), dayIn(search, 'to')];
    return {
      ...(isSubject(subject) && { subject }),
      ...(subjectId && { subjectId }),
      ...(actorId && { actorId }),
      ...(action && { action }),
      ...(q && { q }),
      ...(from && { from }),
      ...(to && { to }),
    };
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
  { id: 'actorName', header: 'Who', cell: (entry) => <Who entry={entry} />, csv: ({ actorName }) => actorName },
  {
    id: 'what',
    header: 'What',
    isFixed: true,
    width: '32rem',
    cell: (entry) => <What entry={entry} />,
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

function Who({ entry: { actorId, actorName } }: { entry: AuditEntry }) {
  const { hrefWith } = usePaging();
  return (
    <Link to={hrefWith({ by: actorId, q: undefined })} className={form.cellLink}>
      {actorName}
    </Link>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const { hrefWith } = usePaging();
  const { action, subject, subjectId, reason } = entry;
  const record = recordHref(entry);
  return (
    <span className={s.what}>
      <strong>
        <Link to={hrefWith({ action })}>{actionName(action)}</Link>
      </strong>
      <span className={s.record}>
        {record ? <Link to={record}>{recordName(entry)}</Link> : recordName(entry)}
        <Link to={`/admin/audit?subject=${subject}&of=${encodeURIComponent(subjectId)}`}>
          All of it<span className="visually-hidden">({recordName(entry)})</span>
        </Link>
      </span>
      {reason && <em>{reason}</em>}
    </span>
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
