import { formatMoney } from '@shop/mfe-kit';
import { Badge, type BadgeTone } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useMemo } from 'react';
import type { Statement } from './api.ts';
import form from '../../components/form.module.css';
import { calendarDayText } from '../../components/texts.ts';
import s from './transfers.module.css';

type ImportedRow = Statement['rows'][number];

const OUTCOMES: Record<ImportedRow['outcome'], { name: string; tone: BadgeTone }> = {
  unreadable: { name: 'Cannot be read', tone: 'bad' },
  'goes-back': { name: 'Goes back', tone: 'bad' },
  unmatched: { name: 'Whose is not known', tone: 'busy' },
  matched: { name: 'Pays a transfer', tone: 'good' },
  known: { name: 'Recorded before', tone: 'plain' },
  'not-money-in': { name: 'No money in', tone: 'plain' },
};
const NAMES = Object.keys(OUTCOMES) as ImportedRow['outcome'][];

const column = columnsOf<ImportedRow>();
const COLUMNS: Columns<ImportedRow> = [
  column.accessor('line', { header: 'Row' }),
  column.display({
    id: 'outcome',
    header: 'What it is',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <Badge tone={OUTCOMES[original.outcome].tone}>{OUTCOMES[original.outcome].name}</Badge>
        {original.message && <span>{original.message}</span>}
      </span>
    ),
  }),
  column.accessor(({ amount }) => (amount === null ? '–' : formatMoney(amount, 'INR')), {
    id: 'amount',
    header: 'Amount',
    meta: { isNumber: true },
    cell: ({ getValue }) => <span className={form.cellWhole}>{getValue()}</span>,
  }),
  column.accessor(({ arrivedOn }) => (arrivedOn === null ? '–' : calendarDayText(arrivedOn)), {
    id: 'arrivedOn',
    header: 'Arrived',
  }),
  column.accessor(({ reference }) => reference ?? '–', { id: 'reference', header: 'Reference' }),
  column.accessor(({ text }) => text || '–', { id: 'text', header: 'The bank’s text' }),
];

/** The rows of a statement, faults first; of rows without money in only the count. */
export function StatementRows({ rows }: { rows: readonly ImportedRow[] }) {
  const shown = useMemo(
    () =>
      rows
        .filter(({ outcome }) => outcome !== 'not-money-in')
        .toSorted((one, other) => NAMES.indexOf(one.outcome) - NAMES.indexOf(other.outcome) || one.line - other.line),
    [rows],
  );
  if (shown.length === 0) return <EmptyState title="No money came in" />;
  return <DataTable caption="Rows of the statement" columns={COLUMNS} rows={shown} idOf={({ line }) => String(line)} />;
}

/** How many rows are what. */
export const StatementCounts = ({ counts }: { counts: Statement['counts'] }) => (
  <ul className={s.counts}>
    {NAMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
      <li key={outcome}>{`${OUTCOMES[outcome].name}: ${counts[outcome]}`}</li>
    ))}
  </ul>
);
