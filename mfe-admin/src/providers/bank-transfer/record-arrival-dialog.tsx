import { payment, type BodyOf } from '@shop/contracts/browser';
import { ApiError, call, formatMoney, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TRANSFERS_KEY, type Arrival, type Transfer } from './api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { calendarDayText } from '../../components/texts.ts';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { ARRIVAL_STATES, ARRIVAL_TOASTS } from './labels.ts';

type Body = BodyOf<typeof payment.recordArrival>;

interface Values {
  amount: number;
  arrivedOn: string;
  reference: string;
  bankReference: string;
  text: string;
}

/** Today in the reader's time zone, `2026-11-23`. */
const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** Records money that arrived; without `transfer`, what a statement says of it. */
export function RecordArrivalDialog({ transfer, onClose }: { transfer?: Transfer; onClose(): void }) {
  const queryClient = useQueryClient();
  const [recordingOnce] = useState(createIntent);
  const [asking, setAsking] = useState<Body>();
  const [alike, setAlike] = useState<{ body: Body; arrivals: Arrival[] }>();
  const { register, control, formState, formError, submit, showProblem } = useContractForm({
    defaultValues: {
      amount: transfer?.amount ?? Number.NaN,
      arrivedOn: today(),
      reference: transfer?.reference ?? '',
      bankReference: '',
      text: '',
    },
    toRequest: ({ reference, bankReference, ...values }: Values) => ({
      call: payment.recordArrival,
      body: {
        ...values,
        ...(reference.trim() && { reference: reference.trim() }),
        ...(bankReference.trim() && { bankReference: bankReference.trim() }),
      },
    }),
  });
  const { errors, isSubmitting } = formState;

  const record = async (body: Body): Promise<void> => {
    let recorded: Arrival;
    try {
      ({ arrival: recorded } = await recordingOnce(body, (idempotencyKey) =>
        call(payment.recordArrival, { body, idempotencyKey }),
      ));
    } catch (error) {
      const arrivals = arrivalsIn(error);
      if (!arrivals) throw error;
      return setAlike({ body, arrivals });
    }
    onClose();
    toast.success(ARRIVAL_TOASTS[recorded.state]);
    await queryClient.invalidateQueries({ queryKey: TRANSFERS_KEY });
  };
  const confirmed = async (body: Body): Promise<void> => {
    // Field errors would be hidden below the dialog.
    setAsking(undefined);
    setAlike(undefined);
    await record(body).catch(showProblem);
  };
  const isOther = (body: Body) => transfer !== undefined && body.amount !== transfer.amount;

  return (
    <>
      <FormDialog
        title={transfer ? `The money of ${transfer.reference} arrived` : 'Money that arrived'}
        save="Record"
        busy={isSubmitting}
        onSubmit={submit(({ body }) => (isOther(body) ? setAsking(body) : record(body)))}
        onClose={onClose}
      >
        {transfer && transfer.state !== 'waiting' && (
          <p>Its pieces are no longer held: it becomes an order if they are still there, or the money goes back.</p>
        )}
        <MoneyField control={control} name="amount" label="Amount" />
        <Field label="Arrived on" type="date" error={errors.arrivedOn?.message} {...register('arrivedOn')} />
        {!transfer && (
          <Field
            label="Reference"
            hint="Of the transfer that it pays, if the buyer wrote it. Without one it waits to be assigned"
            autoComplete="off"
            error={errors.reference?.message}
            {...register('reference')}
          />
        )}
        <Field
          label="The bank’s number (UTR)"
          hint="Optional"
          autoComplete="off"
          error={errors.bankReference?.message}
          {...register('bankReference')}
        />
        <Field
          label="The bank’s text"
          hint="Optional; it names the sender, should the money go back"
          autoComplete="off"
          error={errors.text?.message}
          {...register('text')}
        />
        <FormError message={formError} />
      </FormDialog>
      {asking && transfer && (
        <ConfirmDialog
          title={`Another amount than was due: ${formatMoney(asking.amount, 'INR')}`}
          confirm="Record, it goes back"
          action={() => confirmed(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            It goes back: {formatMoney(transfer.amount, 'INR')} was due. There will be no order, the pieces are no
            longer held, and sending the money back becomes a task under “To send back”.
          </p>
        </ConfirmDialog>
      )}
      {alike && (
        <ConfirmDialog
          title={`${formatMoney(alike.body.amount, 'INR')} is recorded already`}
          confirm="Record, it is other money"
          action={() => confirmed({ ...alike.body, isOther: true })}
          onClose={() => setAlike(undefined)}
        >
          <ul>
            {alike.arrivals.map(({ _id, arrivedOn, reference, text, state }) => (
              <li key={_id}>
                {[calendarDayText(arrivedOn), ARRIVAL_STATES[state], reference, text].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
          <p>
            Record it only if the statement of the bank has it besides: the same money recorded twice would be sent back
            although it came once.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Money that is recorded and may be the same. */
const arrivalsIn = (error: unknown): Arrival[] | undefined =>
  error instanceof ApiError && error.code === 'transfer.recorded-already'
    ? (error.problem.details as { arrivals: Arrival[] }).arrivals
    : undefined;
