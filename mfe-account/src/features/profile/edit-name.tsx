import { identity } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast, useSession } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { meQuery } from '../../components/me.ts';
import s from './profile.module.css';

/** The name is all of a profile that its owner edits here. */
export function EditName({ name, onClose }: { name: string; onClose(): void }) {
  const queryClient = useQueryClient();
  const { refresh } = useSession();
  const { register, handleSubmit, setError, formState } = useForm<{ name: string }>({ defaultValues: { name } });

  const save = async (typed: { name: string }): Promise<void> => {
    try {
      const answer = await call(identity.updateMe, { body: { name: typed.name.trim() } });
      queryClient.setQueryData(meQuery.queryKey, answer);
      toast.success('Profile updated successfully');
      // The header says the name as well.
      void refresh();
      onClose();
    } catch (error) {
      if (!applyProblem(error, setError as never, ['name'])) toast.error(messageOf(error));
    }
  };

  return (
    <Dialog title="Edit profile" onClose={onClose}>
      <form className={s.form} onSubmit={handleSubmit(save)} noValidate>
        <Field
          label="Name"
          autoComplete="name"
          maxLength={100}
          aria-required
          error={formState.errors.name?.message}
          {...register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
