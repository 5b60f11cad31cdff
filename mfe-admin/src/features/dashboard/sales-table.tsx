import type { Period } from '@shop/contracts/browser';
import { formatMoney, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useState } from 'react';
import type { Column } from '../../components/list/list.ts';
import { saveCsv } from '../../components/save-file.ts';
import { shortDaysText, type Step, type StepOf, stepText } from './period.rules.ts';
import s from './sales.module.css';

/** As programs read it. */
const isoDays = ({ from, to }: Period): string => (from === to ? from : `${from} to ${to}`);

const money = (header: string, id: 'gross' | 'refunds' | 'net'): Column<Step> => ({
  ...{ id, header, isNumber: true, cell: (step) => formatMoney(step[id], 'INR'), csv: (step) => step[id] },
});
const count = (header: string, id: 'orders' | 'pieces'): Column<Step> => ({
  ...{ id, header, isNumber: true, cell: (step) => step[id].toLocaleString('en-IN'), csv: (step) => step[id] },
});
const columnsBy = (by: StepOf, header: string): Column<Step>[] => [
  { id: 'days', header, cell: (step) => stepText(step, by), csv: isoDays },
  count('Orders', 'orders'),
  count('Pieces', 'pieces'),
  money('Gross', 'gross'),
  money('Refunds', 'refunds'),
  money('Net', 'net'),
  {
    ...{ id: 'before', header: 'Period before' },
    cell: ({ before }) => (before ? shortDaysText(before) : '–'),
    csv: ({ before }) => (before ? isoDays(before) : ''),
  },
  {
    ...{ id: 'net-before', header: 'Net before', isNumber: true },
    cell: ({ before }) => (before ? formatMoney(before.net, 'INR') : '–'),
    csv: ({ before }) => before?.net ?? '',
  },
];

const column = columnsOf<Step>();
const shown = (columns: Column<Step>[]): Columns<Step> =>
  columns.map(({ id, header, isNumber, cell }) =>
    column.display({ id, header, meta: { isNumber }, cell: ({ row }) => cell(row.original) }),
  );
const inBoth = (columns: Column<Step>[]) => ({ columns, shown: shown(columns) });
const COLUMNS = {
  day: inBoth(columnsBy('day', 'Day')),
  week: inBoth(columnsBy('week', 'Week')),
  month: inBoth(columnsBy('month', 'Month')),
};

interface Props {
  caption: string;
  by: StepOf;
  steps: Step[];
  /** Name of the file. */
  file: string;
}

/** What the chart shows, in figures, and as a file. */
export function SalesTable({ caption, by, steps, file }: Props) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csvOf } = await import(/* webpackChunkName: "csv" */ '../../components/list/csv.ts');
      saveCsv(`${file}.csv`, csvOf(COLUMNS[by].columns, steps));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={s.twin}>
      <DataTable caption={caption} columns={COLUMNS[by].shown} rows={steps} idOf={({ from }) => from} />
      <Button look="secondary" busy={isBusy} onClick={() => void save()}>
        Save as CSV
      </Button>
    </div>
  );
}
