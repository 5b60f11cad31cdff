import { identity } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast, useSession } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { meQuery } from '../../components/me.ts';

/** The name is the only field of a profile that is edited here. */
export function EditName({ name, onClose }: { name: string; onClose(): void }) {
  const queryClient = useQueryClient();
  const { refresh } = useSession();
  const { register, handleSubmit, setError, formState } = useForm<{ name: string }>({ defaultValues: { name } });

  const save = async (typed: { name: string }): Promise<void> => {
    try {
      const answer = await call(identity.updateMe, { body: { name: typed.name.trim() } });
      queryClient.setQueryData(meQuery.queryKey, answer);
      toast.success('Profile updated successfully');
      // The header shows the name too.
      void refresh();
      onClose();
    } catch (error) {
      if (!applyProblem(error, setError as never, ['name'])) toast.error(messageOf(error));
    }
  };

  return (
    <FormDialog
      title="Edit profile"
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="name"
        maxLength={100}
        aria-required
        error={formState.errors.name?.message}
        {...register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
      />
    </FormDialog>
  );
}
