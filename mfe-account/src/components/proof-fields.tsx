import { identity } from '@shop/contracts/browser';
import { call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Account } from './me.ts';
import { useCountdown } from './one-time-code.ts';
import s from './proof-fields.module.css';

/** Fields of a form by which the owner proves that it is them. */
export interface Proof {
  password: string;
  otp: string;
}
export const NO_PROOF: Proof = { password: '', otp: '' };
export const PROOF_FIELDS = ['password', 'otp'] as const;

export const hasPassword = ({ hasPassword: has }: Account): boolean => has !== false;

/** What is sent of them. */
export const proofOf = (account: Account, { password, otp }: Proof) => (hasPassword(account) ? { password } : { otp });

/** The password; of an account that has none, a code that is mailed to it. */
export function ProofFields({
  account,
  password,
  otp,
  errors,
}: {
  account: Account;
  password: UseFormRegisterReturn;
  otp: UseFormRegisterReturn;
  errors: Partial<Record<keyof Proof, { message?: string }>>;
}) {
  if (!hasPassword(account)) return <MailedCode email={account.email} otp={otp} error={errors.otp?.message} />;
  return (
    <Field
      label="Current password"
      type="password"
      autoComplete="current-password"
      maxLength={128}
      aria-required
      error={errors.password?.message}
      {...password}
    />
  );
}

function MailedCode({ email, otp, error }: { email: string; otp: UseFormRegisterReturn; error: string | undefined }) {
  const send = useMutation({
    mutationFn: () => call(identity.sendProofCode),
    meta: { quiet: true },
    onError: (failure) => void toast.error(messageOf(failure)),
  });
  const waitS = useCountdown(send.data?.resendAfterS ?? 0);
  return (
    <div className={s.mailed}>
      <p role="status">
        {send.data ? `A 6-digit code was e-mailed to ${send.data.sentTo}.` : `We mail a code to ${email}.`}
      </p>
      <Button look="secondary" busy={send.isPending} disabled={waitS > 0} onClick={() => send.mutate()}>
        {send.data ? 'Send another code' : 'Send the code'}
        {waitS > 0 && ` in ${waitS} s`}
      </Button>
      <Field label="Code" inputMode="numeric" autoComplete="one-time-code" aria-required error={error} {...otp} />
    </div>
  );
}
