import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { FormError } from './contract-form/form-error.tsx';
import { useContractForm } from './contract-form/use-contract-form.ts';
import { isSame } from './document-form/merge.rules.ts';
import { FileField } from './file-field.tsx';
import layout from './form.module.css';
import { saveCsv } from './save-file.ts';
import { NO_TEXT, TABLE_FILES } from './table-file.ts';
import { countText } from './texts.ts';
import { useTableText } from './use-table-text.ts';
import { WorkbookButton } from './workbook-button.tsx';

/** As the contracts allow. */
const TIMEOUT_MS = 30_000;

type ImportCall = typeof cartOrder.importDeliveryAreas | typeof cartOrder.importInternationalRates;
/** An answer with what was asked. */
type Checked = AnswerOf<ImportCall> & { values: Values };
type Problem = Checked['problems'][number];

interface Values {
  csv: string;
  removeOthers: boolean;
}

interface Props {
  /** Of the field: `Table of PIN codes`. */
  label: string;
  /** Of the files that are saved. */
  name: string;
  importCall: ImportCall;
  /** Answers the CSV of all rows. */
  load(): Promise<string>;
  onImported(): unknown;
}

const column = columnsOf<Problem>();
const COLUMNS: Columns<Problem> = [
  column.accessor('row', { header: 'Row', meta: { isNumber: true } }),
  column.accessor('column', { header: 'Column' }),
  column.accessor('message', { header: 'What is wrong' }),
];

/** A whole table to a file and back: a file is checked first, and imported as it was checked. */
export function WholeTableFile({ label, name, importCall, load, onImported }: Props) {
  const [answer, setAnswer] = useState<Checked>();
  const file = useRef<HTMLInputElement>(null);
  const { register, setValue, clearErrors, reset, formState, formError, submit, showProblem, getValues, watch } =
    useContractForm({
      defaultValues: { csv: '', removeOthers: false },
      toRequest: (values: Values) => ({ call: importCall, body: { ...values, dryRun: true } }),
      check: ({ csv }) => ({
        csv: csv.includes(NO_TEXT) ? 'This file cannot be read. Save the table as CSV' : undefined,
      }),
      failure: 'The file could not be checked',
    });
  // Registered without its input, whose value is the file and not its text.
  register('csv');

  // Only what is chosen now is shown as checked.
  const values = watch();
  const checked = answer && isSame(answer.values, values) ? answer : undefined;

  const { choose, reading } = useTableText((csv) => {
    clearErrors();
    setValue('csv', csv);
  });
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await reading.current;
    setAnswer(undefined);
    submit(async ({ body }, sent) =>
      setAnswer({ ...(await call(importCall, { body, timeoutMs: TIMEOUT_MS })), values: sent }),
    )();
  };
  const importing = useMutation({
    mutationFn: ({ values: sent, version }: Checked) =>
      call(importCall, { body: { ...sent, dryRun: false, checked: version }, timeoutMs: TIMEOUT_MS }),
    onSuccess: async ({ counts }, { values: sent }) => {
      setAnswer(undefined);
      // Another file may have been chosen in the meantime.
      if (isSame(sent, getValues())) {
        reset();
        file.current!.value = '';
      }
      toast.success(`Imported: ${countsText(counts)}`);
      await onImported();
    },
    onError: (error) => {
      setAnswer(undefined);
      showProblem(error);
    },
    meta: { quiet: true },
  });
  const saving = useMutation({
    mutationFn: load,
    onSuccess: (csv) => saveCsv(`${name}.csv`, csv),
    onError: (error) => toast.error(messageOf(error, 'Export failed')),
    meta: { quiet: true },
  });
  return (
    <form className={layout.group} onSubmit={(event) => void onSubmit(event)} noValidate aria-label={label}>
      <h2>The table as a file</h2>
      <FileField
        ref={file}
        label={`${label} (CSV or XLSX)`}
        hint="With the columns of the export. It is checked first, and nothing is stored"
        accept={TABLE_FILES}
        error={formState.errors.csv?.message}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Checkbox {...register('removeOthers')}>Remove the rows that the file does not have</Checkbox>
      <div className={layout.buttons}>
        <Button type="submit" look="secondary" busy={formState.isSubmitting}>
          Check the file
        </Button>
        <Button look="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Export (CSV)
        </Button>
        <WorkbookButton name={`${name}.xlsx`} load={load}>
          Export (XLSX)
        </WorkbookButton>
        <FormError message={formError} />
      </div>
      <div role="status">
        {checked && (
          <Result checked={checked} isBusy={importing.isPending} onImport={() => importing.mutate(checked)} />
        )}
      </div>
    </form>
  );
}

function Result({ checked, isBusy, onImport }: { checked: Checked; isBusy: boolean; onImport(): void }) {
  const { counts, problems, problemCount } = checked;
  if (problemCount > 0) {
    const more = problemCount - problems.length;
    return (
      <div className={layout.stack}>
        <p className={layout.error}>
          {countText(problemCount, 'problem')}: correct the file and choose it again. Nothing was stored.
        </p>
        <DataTable
          caption="What is wrong in the file"
          columns={COLUMNS}
          rows={problems}
          idOf={({ row, column: about, message }) => `${row} ${about} ${message}`}
        />
        {more > 0 && <p className={layout.soft}>And {more} more.</p>}
      </div>
    );
  }
  const { added, changed, removed } = counts;
  if (added + changed + removed === 0) return <p>Nothing to import: the table is as the file already.</p>;
  return (
    <div className={layout.buttons}>
      <p>The file is right. It makes: {countsText(counts)}.</p>
      <Button busy={isBusy} onClick={onImport}>
        Import
      </Button>
    </div>
  );
}

const countsText = ({ added, changed, removed, unchanged }: Checked['counts']): string =>
  `${countText(added, 'row')} added, ${changed} changed, ${removed} removed, ${unchanged} as before`;
