import { DIAMOND_WORDS, misleadingDiamondWords } from '@shop/contracts/browser';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { inUse, type Option, type OptionList } from '../../api/option-lists.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { PictureField } from '../../components/picture-field.tsx';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { OptionUsers } from './option-users.tsx';

interface Values {
  value: string;
  price: number;
  /** Address of the picture; empty without one. */
  image: string;
  carryAlong: boolean;
}

interface Props {
  list: OptionList;
  /** The entry to change; null for a new one. */
  option: Option | null;
  /** Answers the words of the toast. */
  onSaved(option: Option): string;
  onClose(): void;
}

/** A drawer that creates or changes an entry of a list. */
export function OptionDrawer({ list, option, onSaved, onClose }: Props) {
  /** Who uses the value that was to be renamed. */
  const [users, setUsers] = useState<string>();
  const {
    register,
    control,
    formState,
    formError,
    onSubmit,
    merge,
    document: now,
  } = useDocumentForm({
    document: option,
    valuesOf: (read) => ({
      ...{ value: read?.value ?? '', price: read?.price ?? 0, image: read?.image ?? '', carryAlong: false },
    }),
    toRequest: ({ value, price, image, carryAlong }: Values, _initial, read) => ({
      call: read ? list.calls.change : list.calls.create,
      body: list.toBody({
        value: value.trim(),
        price,
        ...(image && { image }),
        ...(carryAlong && { carryAlong }),
      }),
    }),
    save: async ({ body }, _values, version, read) => {
      try {
        return await (read ? list.change(read._id, body, version) : list.create(body));
      } catch (error) {
        const message = inUse(error);
        if (message === undefined) throw error;
        setUsers(message);
        return undefined;
      }
    },
    onSaved: (saved) => onSaved(saved),
    onDone: onClose,
    fromAnswer: list.optionOf,
    labels: { image: 'Picture' },
    fieldOf: (path) => (path === list.field ? 'value' : path),
    failure: 'Save failed',
  });
  const { errors, isSubmitting } = formState;
  const written = useWatch({ control, name: 'value' });
  const { field: picture } = useController({ control, name: 'image' });
  return (
    <FormDialog
      kind="drawer"
      title={now ? `Edit ${now.value}` : `Add ${list.label.toLowerCase()}`}
      save={now ? 'Update' : 'Create'}
      busy={isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field
        label={list.label}
        autoComplete="off"
        hint={misleadingDiamondWords(written) && DIAMOND_WORDS}
        error={errors.value?.message}
        {...register('value')}
      />
      <MoneyField control={control} name="price" label="Extra cost" />
      {list.hasImage && <PictureField {...picture} label="Picture" isOptional error={errors.image?.message} />}
      {option && users !== undefined && (
        <div role="alert" className={form.stack}>
          <p>
            {users}. <OptionUsers list={list} value={option.value} />
          </p>
          <Checkbox {...register('carryAlong')}>They take the new value over</Checkbox>
        </div>
      )}
      <MergeNotice merge={merge} />
      <FormError message={formError} />
    </FormDialog>
  );
}
