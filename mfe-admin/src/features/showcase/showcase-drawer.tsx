import { ApiError, messageOf, newIdempotencyKey, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import form from '../../components/form.module.css';
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
  const [key] = useState(newIdempotencyKey);
  const { register, control, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { text: item?.text ?? '', image: null },
  });
  const { errors, isSubmitting } = formState;
  const chosen = useWatch({ control, name: 'image' });
  const save = async ({ text, image }: Values): Promise<void> => {
    const toSave = { text, image: image?.[0] };
    try {
      onSaved(await (item ? of.change(item._id, toSave) : of.create(toSave, key)));
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
    <Dialog kind="drawer" title={action} onClose={onClose}>
      <form className={form.stack} onSubmit={handleSubmit(save)} noValidate>
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
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? 'Saving...' : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
