import { cartOrder } from '@shop/contracts/browser';
import { call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { useRef, useState, type SubmitEvent } from 'react';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { FileField } from '../../components/file-field.tsx';
import { saveCsv } from '../../components/save-file.ts';
import layout from '../../components/form.module.css';
import { NO_TEXT, TABLE_FILES, textOfTable } from '../../components/table-file.ts';
import { countText } from '../../components/texts.ts';

/** As the contract allows. */
const TIMEOUT_MS = 30_000;

/** The whole table to a CSV file and back. */
export function AreasFile({ onImported }: { onImported(): unknown }) {
  const [exporting, setExporting] = useState(false);
  const reading = useRef<Promise<void>>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const { register, setValue, clearErrors, reset, formState, formError, submit } = useContractForm({
    defaultValues: { csv: '', removeOthers: false },
    toRequest: (body: { csv: string; removeOthers: boolean }) => ({ call: cartOrder.importDeliveryAreas, body }),
    check: ({ csv }) => ({
      csv: csv.includes(NO_TEXT) ? 'This file cannot be read. Save the table as CSV' : undefined,
    }),
    failure: 'Import failed',
  });
  // Registered without its input, whose value is the file and not its text.
  register('csv');

  const choose = async (chosen: File | undefined): Promise<void> => {
    clearErrors();
    setValue('csv', chosen ? await textOfTable(chosen) : '');
  };
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await reading.current;
    submit(async ({ body }) => {
      const { counts } = await call(cartOrder.importDeliveryAreas, { body, timeoutMs: TIMEOUT_MS });
      reset();
      file.current!.value = '';
      toast.success(
        `${countText(counts.added, 'row')} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged} as before`,
      );
      await onImported();
    })();
  };
  const save = async (): Promise<void> => {
    setExporting(true);
    try {
      const { csv } = await call(cartOrder.exportDeliveryAreas, { timeoutMs: TIMEOUT_MS });
      saveCsv('delivery-days.csv', csv);
    } catch (error) {
      toast.error(messageOf(error, 'Export failed'));
    } finally {
      setExporting(false);
    }
  };
  return (
    <form className={layout.group} onSubmit={(event) => void onSubmit(event)} noValidate aria-label="CSV file">
      <h2>The table as a file</h2>
      <FileField
        ref={file}
        label="Table of PIN codes (CSV or XLSX)"
        hint="With the columns of the export. A file with a wrong row changes nothing"
        accept={TABLE_FILES}
        error={formState.errors.csv?.message}
        onChange={(event) => {
          reading.current = choose(event.target.files?.[0]);
        }}
      />
      <Checkbox {...register('removeOthers')}>Remove the rows that the file does not have</Checkbox>
      <div className={layout.buttons}>
        <Button type="submit" look="secondary" busy={formState.isSubmitting}>
          Import
        </Button>
        <Button look="quiet" busy={exporting} onClick={() => void save()}>
          Export
        </Button>
        <FormError message={formError} />
      </div>
    </form>
  );
}
