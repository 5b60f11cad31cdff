import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { Option, OptionList } from '../../api/option-lists.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { rupeesInput } from '../../components/rupees.ts';

interface Props {
  list: OptionList;
  /** The entry to change; null for a new one. */
  option: Option | null;
  onSaved(option: Option): void;
  onClose(): void;
}

/** A drawer that creates or changes an entry of a list. */
export function OptionDrawer({ list, option, onSaved, onClose }: Props) {
  const { register, formState, formError, submit } = useContractForm({
    defaultValues: { value: option?.value ?? '', price: option?.price ?? 0, image: option?.image ?? '' },
    toRequest: ({ value, price, image }: { value: string; price: number; image: string }) => ({
      call: option ? list.calls.change : list.calls.create,
      body: list.toBody({ value: value.trim(), price, ...(image.trim() && { image: image.trim() }) }),
    }),
    fieldOf: (path) => (path === list.field ? 'value' : path),
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const onSubmit = submit(async ({ body }) =>
    onSaved(await (option ? list.change(option._id, body) : list.create(body))),
  );
  return (
    <FormDialog
      kind="drawer"
      title={option ? `Edit ${option.value}` : `Add ${list.label.toLowerCase()}`}
      save={option ? 'Update' : 'Create'}
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label={list.label} autoComplete="off" error={errors.value?.message} {...register('value')} />
      <Field
        label="Extra cost in ₹"
        {...rupeesInput}
        error={errors.price?.message}
        {...register('price', { valueAsNumber: true })}
      />
      {list.hasImage && (
        <Field
          label="Address of the picture"
          hint="Of this shop, beginning with /, or of another https site"
          error={errors.image?.message}
          {...register('image')}
        />
      )}
      <FormError message={formError} />
    </FormDialog>
  );
}
