import { Button } from '@shop/ui/button.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { useForm, useWatch } from 'react-hook-form';
import form from '../form.module.css';
import { pictureProblem, PictureField } from '../picture-field.tsx';
import { refusalOf, uploadPicture } from '../upload-picture.ts';
import type { Entry } from './taxonomy.ts';

interface Props {
  entry: Entry;
  /** `null` removes the picture. */
  onSave(image: string | null): Promise<void>;
  onClose(): void;
}

/** A drawer for the picture of an entry. The service alone validates uploads: a file has no schema. */
export function PictureDrawer({ entry, onSave, onClose }: Props) {
  const { register, control, handleSubmit, formState, setError } = useForm<{ image: FileList | null }>({
    defaultValues: { image: null },
  });
  const chosen = useWatch({ control, name: 'image' });
  const save = async (image: () => Promise<string | null>): Promise<void> => {
    try {
      await onSave(await image());
      onClose();
    } catch (error) {
      setError('image', { message: refusalOf(error) }, { shouldFocus: true });
    }
  };
  const busy = formState.isSubmitting;
  return (
    <FormDialog
      kind="drawer"
      title={`Picture of ${entry.name}`}
      busy={busy}
      onSubmit={(event) => void handleSubmit(({ image }) => save(() => uploadPicture(image![0]!)))(event)}
      onClose={onClose}
    >
      <PictureField
        label="Image"
        chosen={chosen}
        current={entry.image}
        error={formState.errors.image?.message}
        {...register('image', {
          validate: (files) => (files?.[0] ? pictureProblem(files[0]) : 'Choose a picture'),
        })}
      />
      {entry.image && (
        <p className={form.cellButtons}>
          <Button look="quiet" disabled={busy} onClick={() => void save(async () => null)}>
            Take the picture away
          </Button>
        </p>
      )}
    </FormDialog>
  );
}
