import { identity } from '@shop/contracts/browser';
import { ApiError, call, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '../../components/me.ts';
import { codeRules, useCountdown } from '../../components/one-time-code.ts';
import s from './sign-in.module.css';
import { Title } from './title.tsx';

const WRONG_CODE = 'Invalid or expired OTP';
const isWrongCode = ({ status }: ApiError): boolean => status === 401 || status === 400;

interface Props {
  login: string;
  /** The masked mail address. */
  sentTo: string;
  resendAfterS: number;
  onResend(): Promise<void>;
  onBack(): void;
  /** Runs `verify`, and what a sign-in brings. @throws what `verify` throws */
  onVerify(verify: () => Promise<Account>): Promise<void>;
}

/** Step two: the six digits from the mail. */
export function CodeStep({ login, sentTo, resendAfterS, onResend, onBack, onVerify }: Props) {
  const { register, handleSubmit, setError, setValue, formState } = useForm<{ otp: string }>({
    defaultValues: { otp: '' },
  });
  const waitS = useCountdown(resendAfterS);
  const [resending, setResending] = useState(false);

  const verify = async ({ otp }: { otp: string }): Promise<void> => {
    const redeem = async (): Promise<Account> => {
      const { user } = await toast.promise(call(identity.verifyCode, { body: { email: login, otp } }), {
        loading: 'Verifying…',
        success: 'Logged in!',
        error: (error) => (error instanceof ApiError && !isWrongCode(error) ? error.message : WRONG_CODE),
      });
      return user;
    };
    try {
      await onVerify(redeem);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Only a wrong code is marked on the field; after other errors the same code may still be valid.
      if (isWrongCode(error)) setError('otp', { type: 'server', message: WRONG_CODE }, { shouldFocus: true });
    }
  };

  const resend = async () => {
    setResending(true);
    await onResend();
    setResending(false);
  };

  return (
    <form className={s.form} onSubmit={handleSubmit(verify)} noValidate>
      <Title takesFocus>ENTER OTP</Title>
      <p>
        A 6-digit code was e-mailed to <strong>{sentTo}</strong>.
      </p>
      <Field
        label="CODE"
        inputMode="numeric"
        autoComplete="one-time-code"
        className={s.code}
        error={formState.errors.otp?.message}
        {...register(
          'otp',
          codeRules((digits) => setValue('otp', digits)),
        )}
      />
      <Button type="submit" wide busy={formState.isSubmitting}>
        Verify &amp; Login
      </Button>
      <p className={s.other}>
        <Button look="quiet" busy={resending} disabled={waitS > 0} onClick={resend}>
          Resend OTP{waitS > 0 && ` in ${waitS} s`}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </form>
  );
}
