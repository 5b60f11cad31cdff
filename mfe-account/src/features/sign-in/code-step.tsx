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
  /** No code was mailed: it is in the authenticator app. */
  isOfApp: boolean;
  onResend(): Promise<void>;
  onBack(): void;
  /** Runs `verify`, and what a sign-in brings. @throws what `verify` throws */
  onVerify(verify: () => Promise<Account>): Promise<void>;
}

/** Step two: the six digits from the mail, or of the authenticator app, which a recovery code replaces. */
export function CodeStep({ login, sentTo, resendAfterS, isOfApp, onResend, onBack, onVerify }: Props) {
  const { register, handleSubmit, reset, setError, setValue, formState } = useForm<{ otp: string }>({
    defaultValues: { otp: '' },
  });
  const waitS = useCountdown(resendAfterS);
  const [resending, setResending] = useState(false);
  const [isRecovery, setRecovery] = useState(false);

  const verify = async ({ otp }: { otp: string }): Promise<void> => {
    const body = { email: login, ...(isRecovery ? { recoveryCode: otp.trim() } : { otp }) };
    const redeem = async (): Promise<Account> => {
      const { user } = await toast.promise(call(identity.verifyCode, { body }), {
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

  const changeKind = () => {
    reset();
    setRecovery(!isRecovery);
  };
  const resend = async () => {
    setResending(true);
    await onResend();
    setResending(false);
  };

  return (
    <form className={s.form} onSubmit={handleSubmit(verify)} noValidate>
      <Title takesFocus>ENTER OTP</Title>
      {isOfApp ? (
        <p>
          {isRecovery ? 'Enter one of the recovery codes that you kept.' : 'Enter the code of your authenticator app.'}
        </p>
      ) : (
        <p>
          A 6-digit code was e-mailed to <strong>{sentTo}</strong>.
        </p>
      )}
      <Field
        key={isRecovery ? 'recovery' : 'code'}
        label={isRecovery ? 'RECOVERY CODE' : 'CODE'}
        {...(isRecovery ? { autoCapitalize: 'none', spellCheck: false } : { inputMode: 'numeric' as const })}
        autoComplete="one-time-code"
        className={s.code}
        error={formState.errors.otp?.message}
        {...register(
          'otp',
          isRecovery ? { required: 'Code is required' } : codeRules((digits) => setValue('otp', digits)),
        )}
      />
      <Button type="submit" wide busy={formState.isSubmitting}>
        Verify &amp; Login
      </Button>
      <p className={s.other}>
        {isOfApp ? (
          <Button look="quiet" onClick={changeKind}>
            {isRecovery ? 'Use the app' : 'Use a recovery code'}
          </Button>
        ) : (
          <Button look="quiet" busy={resending} disabled={waitS > 0} onClick={resend}>
            Resend OTP{waitS > 0 && ` in ${waitS} s`}
          </Button>
        )}
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </p>
    </form>
  );
}
