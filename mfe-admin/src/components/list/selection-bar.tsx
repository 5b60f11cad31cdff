import { toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { refusalOf } from '../refusal.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { FileButton } from './file-button.tsx';
import type { Chosen, Column } from './list.ts';
import s from './list-screen.module.css';
import type { Selection } from './use-selection.ts';

/** Something that is done to the selection as a whole. */
export interface WholeAction<Filter> {
  /** Of the button: `Edit 3 products`. */
  nameOf(count: number): string;
  /** What it throws is a toast. */
  run(chosen: Chosen<Filter>): Promise<unknown>;
}

/** How many rows are selected, and what can be done to them. */
export function SelectionBar<Row extends object, Filter>({
  selection,
  total,
  list,
  filter,
  columns,
  whole,
  bulk,
  onAct,
}: {
  selection: Selection<Row>;
  total: number;
  list: { name: string; what: string };
  filter: Filter;
  /** The shown ones. */
  columns: readonly Column<Row>[];
  whole: WholeAction<Filter> | undefined;
  bulk: readonly BulkAction<Row>[] | undefined;
  onAct(action: BulkAction<Row>): void;
}) {
  const { count, mayTakeAll, takeAll, chosen, load, clear } = selection;
  return (
    <section className={s.bar} aria-label="Selection">
      <p aria-live="polite">{count} selected</p>
      {mayTakeAll && (
        <Button look="quiet" onClick={takeAll}>
          Select all {total} that match
        </Button>
      )}
      {whole && <WholeButton name={whole.nameOf(count)} run={() => whole.run(chosen(filter))} />}
      {bulk?.map((action) => (
        <Button key={action.name} look="secondary" onClick={() => onAct(action)}>
          {action.name}
        </Button>
      ))}
      <FileButton list={list} columns={columns} load={async (most) => ({ rows: await load(most), totalCount: count })}>
        CSV of these
      </FileButton>
      <Button look="quiet" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
}

function WholeButton({ name, run }: { name: string; run(): Promise<unknown> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onError: (error) => toast.error(refusalOf(error)),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {name}
    </Button>
  );
}
