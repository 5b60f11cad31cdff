import { identity } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast, useSession } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { meQuery, type Account } from '../../components/me.ts';
import { applyWrongCode, codeRules } from '../../components/one-time-code.ts';
import {
  hasPassword,
  NO_PROOF,
  PROOF_FIELDS,
  type Proof,
  ProofFields,
  proofOf,
} from '../../components/proof-fields.tsx';
import { sessionsQuery } from './api.ts';

interface Values extends Proof {
  newPassword: string;
}

/** A new password, or the first one. This browser stays signed in. */
export function ChangePassword({ account, onClose }: { account: Account; onClose(): void }) {
  const queryClient = useQueryClient();
  const { refresh } = useSession();
  const { register, handleSubmit, setError, setValue, formState } = useForm<Values>({
    defaultValues: { ...NO_PROOF, newPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const had = hasPassword(account);

  const save = async (typed: Values): Promise<void> => {
    try {
      const body = { ...proofOf(account, typed), newPassword: typed.newPassword };
      queryClient.setQueryData(meQuery.queryKey, await call(identity.changePassword, { body }));
      void queryClient.invalidateQueries(sessionsQuery);
      toast.success(had ? 'Password changed' : 'Password set');
      void refresh();
      onClose();
    } catch (error) {
      if (applyProblem(error, setError as never, [...PROOF_FIELDS, 'newPassword'])) return;
      if (!applyWrongCode(error, setError)) toast.error(messageOf(error));
    }
  };

  return (
    <FormDialog
      title={had ? 'Change password' : 'Set a password'}
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <ProofFields
        account={account}
        password={register('password', { required: had && 'Password is required' })}
        otp={register('otp', had ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={errors}
      />
      {/* For password managers, which keep the new password under it. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={account.email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        aria-required
        hint="At least 8 characters"
        error={errors.newPassword?.message}
        {...register('newPassword', {
          required: 'New password is required',
          minLength: { value: 8, message: 'At least 8 characters' },
        })}
      />
    </FormDialog>
  );
}
