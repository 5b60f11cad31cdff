import { payment, type BodyOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { TRANSFERS_KEY, type Statement } from './api.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { FileField } from '../../components/file-field.tsx';
import layout from '../../components/form.module.css';
import { NO_TEXT, TABLE_FILES } from '../../components/table-file.ts';
import { countText } from '../../components/texts.ts';
import { useTableText } from '../../components/use-table-text.ts';
import { StatementCounts, StatementRows } from './statement-rows.tsx';

type Body = BodyOf<typeof payment.importStatement>;

/** The rows of a file, as they would be recorded or as they were. */
interface Read extends Statement {
  body: Body;
}

/** As the contract allows. */
const IMPORT_TIMEOUT_MS = 30_000;

/** How many arrivals a statement adds. */
const newOf = (counts: Statement['counts']): number => counts.matched + counts['goes-back'] + counts.unmatched;

/** Records the money in a statement of the bank, after showing what each row is. */
export function StatementImport() {
  const queryClient = useQueryClient();
  const [read, setRead] = useState<Read>();
  const { register, getValues, setValue, clearErrors, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: { csv: '' },
    toRequest: ({ csv }: { csv: string }) => ({ call: payment.importStatement, body: { csv, isDryRun: true } }),
    check: ({ csv }) => ({
      csv: csv.includes(NO_TEXT) ? 'This file cannot be read. Save the statement as CSV' : undefined,
    }),
  });
  const [recording, setRecording] = useState(false);
  // Registered without its input, whose value is the file and not its text.
  register('csv');

  const { choose, reading } = useTableText((csv) => {
    setRead(undefined);
    clearErrors();
    setValue('csv', csv);
  });
  const send = async (body: Body): Promise<Read> => ({
    body,
    ...(await call(payment.importStatement, { body, timeoutMs: IMPORT_TIMEOUT_MS })),
  });
  const record = async ({ body }: Read): Promise<void> => {
    setRecording(true);
    try {
      setRead(await send({ ...body, isDryRun: false }));
      await queryClient.invalidateQueries({ queryKey: TRANSFERS_KEY });
    } catch (error) {
      showProblem(error);
    } finally {
      setRecording(false);
    }
  };

  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await reading.current;
    submit(async ({ body }) => {
      const answered = await send(body);
      // Another file may have been chosen in the meantime.
      if (getValues('csv') === body.csv) setRead(answered);
    })();
  };

  const count = read ? newOf(read.counts) : 0;
  return (
    <div className={layout.stack}>
      <form className={layout.group} onSubmit={(event) => void onSubmit(event)} noValidate aria-label="Statement">
        <FileField
          label="Statement of the bank (CSV or XLSX)"
          hint="With a header. Nothing is recorded before you have seen its rows; imported again it changes nothing"
          accept={TABLE_FILES}
          error={formState.errors.csv?.message}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <div className={layout.buttons}>
          <Button type="submit" look="secondary" busy={formState.isSubmitting}>
            Show the rows
          </Button>
          <FormError message={formError} />
        </div>
      </form>
      <div aria-live="polite">
        {read && (
          <>
            <h2>{read.body.isDryRun ? 'What the statement has' : 'The statement was recorded'}</h2>
            <StatementCounts counts={read.counts} />
            {read.body.isDryRun && count === 0 && <p>There is nothing new to record.</p>}
          </>
        )}
      </div>
      {read && <StatementRows rows={read.rows} />}
      {read?.body.isDryRun && count > 0 && (
        <div className={layout.buttons}>
          <Button busy={recording} onClick={() => void record(read)}>
            {`Record ${countText(count, 'arrival')}`}
          </Button>
        </div>
      )}
    </div>
  );
}
