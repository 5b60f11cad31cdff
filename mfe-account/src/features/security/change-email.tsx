import { identity } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast, useSession } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { meQuery, type Account } from '../../components/me.ts';
import { applyWrongCode, codeRules, useCountdown } from '../../components/one-time-code.ts';
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
  email: string;
}
interface Sent {
  sentTo: string;
  resendAfterS: number;
  count: number;
}

/** The new address with a proof, then the code that was mailed there. */
export function ChangeEmail({ account, onClose }: { account: Account; onClose(): void }) {
  const [sent, setSent] = useState<Sent>();
  const { register, handleSubmit, setError, setValue, getValues, formState } = useForm<Values>({
    defaultValues: { ...NO_PROOF, email: '' },
  });
  const { errors, isSubmitting } = formState;
  const has = hasPassword(account);

  const send = async (typed: Values): Promise<void> => {
    try {
      const body = { ...proofOf(account, typed), email: typed.email.trim() };
      const answer = await call(identity.requestEmail, { body });
      setSent((before) => ({ ...answer, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      if (applyProblem(error, setError as never, ['email', ...PROOF_FIELDS])) return setSent(undefined);
      if (!applyWrongCode(error, setError)) toast.error(messageOf(error));
    }
  };

  if (sent) {
    return (
      <ConfirmEmail
        key={sent.count}
        sent={sent}
        // A code that proves something is used up: without a password, the new address is asked for again.
        onResend={() => (has ? send(getValues()) : setSent(undefined))}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="Change e-mail"
      save="Send code"
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(send)(event)}
      onClose={onClose}
    >
      <p>We mail a code to the new address. It becomes yours when you enter the code here.</p>
      <Field
        label="New e-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        aria-required
        error={errors.email?.message}
        {...register('email', {
          required: 'E-mail is required',
          // Only checks the format; the server decides.
          pattern: { value: /^\s*\S+@\S+\s*$/, message: 'Please enter a valid e-mail address' },
        })}
      />
      <ProofFields
        account={account}
        password={register('password', { required: has && 'Password is required' })}
        otp={register('otp', has ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={errors}
      />
    </FormDialog>
  );
}

function ConfirmEmail({ sent, onResend, onClose }: { sent: Sent; onResend(): void; onClose(): void }) {
  const queryClient = useQueryClient();
  const { refresh } = useSession();
  const waitS = useCountdown(sent.resendAfterS);
  const { register, handleSubmit, setError, setFocus, setValue, formState } = useForm({ defaultValues: { otp: '' } });
  useEffect(() => setFocus('otp'), [setFocus]);

  const confirm = async ({ otp }: { otp: string }): Promise<void> => {
    try {
      queryClient.setQueryData(meQuery.queryKey, await call(identity.confirmEmail, { body: { otp } }));
      void queryClient.invalidateQueries(sessionsQuery);
      toast.success('E-mail changed');
      void refresh();
      onClose();
    } catch (error) {
      if (!applyWrongCode(error, setError)) toast.error(messageOf(error));
    }
  };

  return (
    <FormDialog
      title="Confirm your new e-mail"
      save="Confirm"
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(confirm)(event)}
      onClose={onClose}
    >
      <p>
        A 6-digit code was e-mailed to <strong>{sent.sentTo}</strong>.
      </p>
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required
        error={formState.errors.otp?.message}
        {...register(
          'otp',
          codeRules((digits) => setValue('otp', digits)),
        )}
      />
      <div>
        <Button look="quiet" disabled={waitS > 0} onClick={onResend}>
          Send another code{waitS > 0 && ` in ${waitS} s`}
        </Button>
      </div>
    </FormDialog>
  );
}
