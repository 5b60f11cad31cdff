import { payment } from '@shop/contracts/browser';
import { call, formatMoney, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TRANSFERS_KEY, transfersQuery, type Arrival } from './api.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { Loaded } from '../../components/load-states.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { calendarDayText, momentText } from '../../components/texts.ts';
import layout from '../../components/form.module.css';
import { ARRIVAL_TOASTS } from './labels.ts';
import s from './transfers.module.css';

interface Props {
  arrival: Arrival;
  onClose(): void;
}

const MOST_SUGGESTED = 5;

/** Assigns an arrival to a transfer by its reference. */
export function AssignArrivalDialog({ arrival, onClose }: Props) {
  const { register, setValue, setFocus, formState, formError, submit } = useContractForm({
    defaultValues: { reference: '' },
    toRequest: ({ reference }: { reference: string }) => ({
      call: payment.assignArrival,
      body: { reference: reference.trim() },
    }),
  });
  const save = useSaved(onClose);
  return (
    <FormDialog
      title="Whose money is it?"
      save="Assign"
      busy={formState.isSubmitting}
      onSubmit={submit(({ body }) => save(call(payment.assignArrival, { params: { id: arrival._id }, body })))}
      onClose={onClose}
    >
      <Money arrival={arrival} />
      <Suggestions
        arrival={arrival}
        onChoose={(reference) => {
          setValue('reference', reference);
          setFocus('reference');
        }}
      />
      <Field
        label="Reference of the transfer"
        hint="Another amount than was due goes back"
        autoComplete="off"
        error={formState.errors.reference?.message}
        {...register('reference')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}

/** Sets an arrival aside that was settled outside the shop. */
export function SetAsideDialog({ arrival, onClose }: Props) {
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { note: '' },
    toRequest: ({ note }: { note: string }) => ({ call: payment.assignArrival, body: { note: note.trim() } }),
  });
  const save = useSaved(onClose);
  return (
    <FormDialog
      title="Set this money aside?"
      save="Set aside"
      cancel="Leave it open"
      busy={formState.isSubmitting}
      onSubmit={submit(({ body }) => save(call(payment.assignArrival, { params: { id: arrival._id }, body })))}
      onClose={onClose}
    >
      <Money arrival={arrival} />
      <p>For money that belongs to no transfer: it pays nothing, and the shop does not send it back.</p>
      <TextArea
        label="Note"
        hint="What was done with it"
        error={formState.errors.note?.message}
        {...register('note')}
      />
      <FormError message={formError} />
    </FormDialog>
  );
}

function useSaved(onClose: () => void) {
  const queryClient = useQueryClient();
  return async (sent: Promise<{ arrival: Arrival }>): Promise<void> => {
    const { arrival } = await sent;
    onClose();
    toast.success(ARRIVAL_TOASTS[arrival.state]);
    await queryClient.invalidateQueries({ queryKey: TRANSFERS_KEY });
  };
}

const Money = ({ arrival: { amount, arrivedOn, text } }: { arrival: Arrival }) => (
  <p>
    <strong>{formatMoney(amount, 'INR')}</strong> of {calendarDayText(arrivedOn)}
    {text && `: ${text}`}
  </p>
);

/** Transfers of the same amount that are awaited. */
function Suggestions({ arrival: { amount }, onChoose }: { arrival: Arrival; onChoose(reference: string): void }) {
  const query = useQuery(transfersQuery({ page: 1, limit: MOST_SUGGESTED, state: 'waiting', q: String(amount) }));
  return (
    <Loaded query={query} what="transfers of this amount" rows={1}>
      {({ transfers }) => {
        // The search also finds references that begin with these figures.
        const equal = transfers.filter((transfer) => transfer.amount === amount);
        if (equal.length === 0) return <p className={layout.soft}>No transfer of this amount is awaited.</p>;
        return (
          <ul className={s.suggestions} aria-label="Transfers of this amount">
            {equal.map(({ reference, buyer, expiresAt }) => (
              <li key={reference}>
                <span className={layout.cellLines}>
                  <span>
                    {reference}, {buyer}
                  </span>
                  <span className={layout.soft}>held until {momentText(expiresAt)}</span>
                </span>
                <RowButton of={reference} onClick={() => onChoose(reference)}>
                  Choose
                </RowButton>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
