import { ApiError, messageOf, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { checkedPicture, PictureField } from '../../components/picture-field.tsx';
import type { Item, Showcase } from './api/showcase.ts';

interface Values {
  text: string;
  image: FileList | null;
}

interface Props {
  of: Showcase;
  /** The one to change; a new one without. */
  item: Item | null;
  onSaved(item: Item): void;
  onClose(): void;
}

/** A drawer that makes a post or a banner, or changes one. */
export function ShowcaseDrawer({ of, item, onSaved, onClose }: Props) {
  const [creatingOnce] = useState(createIntent);
  const { register, control, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { text: item?.text ?? '', image: null },
  });
  const { errors, isSubmitting } = formState;
  const chosen = useWatch({ control, name: 'image' });
  const save = async ({ text, image }: Values): Promise<void> => {
    const file = image?.[0];
    const toSave = { text, image: file };
    try {
      onSaved(
        item
          ? await of.change(item._id, toSave)
          : await creatingOnce([text, file?.name, file?.size, file?.lastModified], (key) => of.create(toSave, key)),
      );
    } catch (error) {
      const said = Object.entries((error instanceof ApiError && error.problem.errors) || {});
      for (const [index, [field, message]] of said.entries()) {
        setError(field === of.field ? 'text' : 'image', { message }, { shouldFocus: index === 0 });
      }
      if (said.length === 0) toast.error(messageOf(error, 'Save failed'));
    }
  };
  const action = item ? `Update ${of.one}` : `Create ${of.one}`;
  return (
    <FormDialog
      kind="drawer"
      title={action}
      save={isSubmitting ? 'Saving...' : action}
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <PictureField
        label="Image"
        chosen={chosen}
        current={item?.image}
        error={errors.image?.message}
        {...register('image', {
          validate: (files) => (!item && !files?.[0] ? 'Choose a picture' : checkedPicture(files?.[0])),
        })}
      />
      <Field
        label={of.label}
        type={of.field === 'url' ? 'url' : 'text'}
        maxLength={of.field === 'url' ? 500 : 120}
        autoComplete="off"
        error={errors.text?.message}
        {...register('text', { validate: of.check })}
      />
    </FormDialog>
  );
}
