import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useForm } from 'react-hook-form';
import type { Option, OptionList, OptionToSave } from '../../api/option-lists.ts';
import { rupeesField, rupeesInput } from '../../components/rupees.ts';

interface Props {
  list: OptionList;
  /** The one to change; a new one without. */
  option: Option | null;
  onSaved(option: Option): void;
  onClose(): void;
}

/** A drawer that makes an entry of a list, or changes one. */
export function OptionDrawer({ list, option, onSaved, onClose }: Props) {
  const { register, handleSubmit, formState, setError } = useForm<OptionToSave>({
    defaultValues: { value: option?.value ?? '', price: option?.price ?? 0, image: option?.image ?? '' },
  });
  const { errors, isSubmitting } = formState;
  const save = async ({ value, price, image }: OptionToSave): Promise<void> => {
    const toSave = { value: value.trim(), price, ...(image?.trim() && { image: image.trim() }) };
    try {
      onSaved(await (option ? list.change(option._id, toSave) : list.create(toSave)));
    } catch (error) {
      const said = Object.entries((error instanceof ApiError && error.problem.errors) || {});
      // The field of the value has another name in every list.
      for (const [index, [field, message]] of said.entries()) {
        const name = field === 'price' || field === 'image' ? field : 'value';
        setError(name, { message }, { shouldFocus: index === 0 });
      }
      if (said.length === 0) toast.error(messageOf(error, 'Save failed'));
    }
  };
  return (
    <FormDialog
      kind="drawer"
      title={option ? `Edit ${option.value}` : `Add ${list.label.toLowerCase()}`}
      save={option ? 'Update' : 'Create'}
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <Field
        label={list.label}
        maxLength={60}
        autoComplete="off"
        error={errors.value?.message}
        {...register('value', { validate: (value) => value.trim() !== '' || 'This is required' })}
      />
      <Field
        label="Extra cost in ₹"
        {...rupeesInput}
        error={errors.price?.message}
        {...register('price', rupeesField('The extra cost'))}
      />
      {list.hasImage && (
        <Field
          label="Address of the picture"
          hint="Of this shop, beginning with /, or of another https site"
          error={errors.image?.message}
          {...register('image', {
            validate: (value) =>
              !value?.trim() || /^(\/|https:\/\/)/.test(value.trim()) || 'This is not the address of a picture',
          })}
        />
      )}
    </FormDialog>
  );
}
