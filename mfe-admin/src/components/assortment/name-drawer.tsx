import { ApiError, messageOf } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useForm } from 'react-hook-form';
import { nameRules, smallName } from './names.ts';

interface Props {
  title: string;
  label: string;
  hint: string;
  onSave(name: string): Promise<void>;
  onClose(): void;
}

/** A drawer for one more name. */
export function NameDrawer({ title, label, hint, onSave, onClose }: Props) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { name: '' } });
  const save = async ({ name }: { name: string }): Promise<void> => {
    try {
      await onSave(smallName(name));
      onClose();
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.problem.errors ?? {})[0] : undefined;
      setError('name', { message: said ?? messageOf(error) }, { shouldFocus: true });
    }
  };
  return (
    <FormDialog
      kind="drawer"
      title={title}
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <Field
        label={label}
        hint={hint}
        autoCapitalize="none"
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name', nameRules)}
      />
    </FormDialog>
  );
}
