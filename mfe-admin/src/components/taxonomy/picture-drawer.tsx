import { FormDialog } from '@shop/ui/dialog.tsx';
import { useController, useForm } from 'react-hook-form';
import { PictureField } from '../picture-field.tsx';
import { refusalOf } from '../refusal.ts';
import { waitsForUploads } from '../upload/uploading.ts';
import type { Entry } from './taxonomy.ts';

interface Props {
  entry: Entry;
  /** `null` removes the picture. */
  onSave(image: string | null): Promise<void>;
  onClose(): void;
}

/** Width from which a picture is sharp on the cards of the home page. */
const SHARP_FROM = 640;

/** A drawer for the picture of an entry. */
export function PictureDrawer({ entry, onSave, onClose }: Props) {
  const { control, handleSubmit, formState, setError } = useForm<{ image: string }>({
    defaultValues: { image: entry.image ?? '' },
  });
  const { field } = useController({
    ...{ control, name: 'image' },
    rules: { validate: (image) => (image === '' && !entry.image ? 'Choose a picture' : undefined) },
  });
  const save = handleSubmit(async ({ image }) => {
    try {
      await onSave(image || null);
      onClose();
    } catch (error) {
      setError('image', { message: refusalOf(error, 'Save failed') }, { shouldFocus: true });
    }
  });
  return (
    <FormDialog
      kind="drawer"
      title={`Picture of ${entry.name}`}
      busy={formState.isSubmitting}
      onSubmit={(event) => {
        if (waitsForUploads(event.currentTarget as HTMLFormElement)) return event.preventDefault();
        void save(event);
      }}
      onClose={onClose}
    >
      <PictureField
        {...field}
        label="Image"
        isOptional
        sharpFrom={SHARP_FROM}
        error={formState.errors.image?.message}
      />
    </FormDialog>
  );
}
