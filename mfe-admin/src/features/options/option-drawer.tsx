import { Checkbox } from '@shop/ui/checkbox.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { inUse, type Option, type OptionList } from '../../api/option-lists.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import form from '../../components/form.module.css';
import { PictureField, pictureProblem } from '../../components/picture-field.tsx';
import { rupeesInput } from '../../components/rupees.ts';
import { OptionUsers } from './option-users.tsx';

interface Values {
  value: string;
  price: number;
  picture: FileList | null;
  carryAlong: boolean;
}

interface Props {
  list: OptionList;
  /** The entry to change; null for a new one. */
  option: Option | null;
  onSaved(option: Option): void;
  onClose(): void;
}

/** A drawer that creates or changes an entry of a list. */
export function OptionDrawer({ list, option, onSaved, onClose }: Props) {
  /** Who uses the value that was to be renamed. */
  const [users, setUsers] = useState<string>();
  const { register, control, formState, formError, submit } = useContractForm({
    defaultValues: {
      value: option?.value ?? '',
      price: option?.price ?? 0,
      picture: null,
      carryAlong: false,
    } as Values,
    toRequest: ({ value, price, carryAlong }) => ({
      call: option ? list.calls.change : list.calls.create,
      body: list.toBody({
        value: value.trim(),
        price,
        ...(option?.image && { image: option.image }),
        ...(carryAlong && { carryAlong }),
      }),
    }),
    fieldOf: (path) => (path === list.field ? 'value' : path === 'image' ? 'picture' : path),
    check: ({ picture }) => ({ picture: pictureProblem(picture?.[0]) }),
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const chosen = useWatch({ control, name: 'picture' });
  const onSubmit = submit(async ({ body }, { picture }) => {
    const file = picture?.[0];
    const { image, ...others } = body;
    // A new picture takes the place of the address.
    const toSave = file || image === undefined ? others : body;
    try {
      onSaved(await (option ? list.change(option._id, toSave, file) : list.create(toSave, file)));
    } catch (error) {
      const message = inUse(error);
      if (message === undefined) throw error;
      setUsers(message);
    }
  });
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
        <PictureField
          label="Picture"
          chosen={chosen}
          current={option?.image}
          error={errors.picture?.message}
          {...register('picture')}
        />
      )}
      {option && users !== undefined && (
        <div role="alert" className={form.stack}>
          <p>
            {users}. <OptionUsers list={list} value={option.value} />
          </p>
          <Checkbox {...register('carryAlong')}>They take the new value over</Checkbox>
        </div>
      )}
      <FormError message={formError} />
    </FormDialog>
  );
}
