import { messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useState } from 'react';
import { saveCsv } from '../save-file.ts';
import type { Column } from './list.ts';

/** Saves a file of rows with the shown columns. */
export function FileButton<Row extends object>({
  list,
  columns,
  load,
  children,
}: {
  list: { name: string; what: string };
  columns: readonly Column<Row>[];
  load(most: number): Promise<{ rows: readonly Row[]; totalCount: number }>;
  children: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csvOf, MOST_ROWS } = await import(/* webpackChunkName: "csv" */ './csv.ts');
      const { rows, totalCount } = await load(MOST_ROWS);
      saveCsv(`${list.name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(columns, rows));
      if (rows.length < totalCount) toast.info(`The file has the first ${rows.length} of ${totalCount} ${list.what}`);
      else toast.success(`The file has ${rows.length} ${list.what}`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void save()}>
      {children}
    </Button>
  );
}
