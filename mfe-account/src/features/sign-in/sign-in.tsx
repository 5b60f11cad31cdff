import { identity } from '@shop/contracts/browser';
import {
  ApiError,
  applyProblem,
  call,
  Link,
  messageOf,
  toast,
  useOverlay,
  useSession,
  type OverlayFrame,
} from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '../../components/me.ts';
import { CodeStep } from './code-step.tsx';
import { moveGuestSizes } from './move-guest-sizes.ts';
import { takeCart } from './take-cart.ts';
import { Title } from './title.tsx';
import s from './sign-in.module.css';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Sign in' };

/** All end with the code from the mail. */
export type SignInMode = 'sign-in' | 'register' | 'new-password' | 'continue';

interface Values {
  name: string;
  email: string;
  password: string;
}

const TEXTS: Record<SignInMode, { title: string; login: string; password: string; button: string }> = {
  'sign-in': { title: 'SIGN IN', login: 'USERNAME OR EMAIL', password: 'PASSWORD', button: 'LOGIN' },
  register: { title: 'CREATE ACCOUNT', login: 'EMAIL', password: 'PASSWORD', button: 'CREATE ACCOUNT' },
  'new-password': { title: 'NEW PASSWORD', login: 'USERNAME OR EMAIL', password: 'NEW PASSWORD', button: 'SEND CODE' },
  continue: { title: 'CONTINUE WITH E-MAIL', login: 'EMAIL', password: '', button: 'SEND CODE' },
};

const send = (mode: SignInMode, { name, email, password }: Values) => {
  if (mode === 'register') return call(identity.register, { body: { name, email, password } });
  if (mode === 'continue') return call(identity.continueWithEmail, { body: { email: email.trim() } });
  if (mode === 'new-password') return call(identity.forgotPassword, { body: { email, password } });
  return call(identity.sendCode, { body: { email, password } });
};

/** The sign-in panel: credentials, then the code. Input is preserved when the code is requested again. */
export function SignIn() {
  const [mode, setMode] = useState<SignInMode>('sign-in');
  // Later titles take the focus, because the form that had it was removed; the first one leaves it to the dialog.
  const [hasMoved, setMoved] = useState(false);
  const [sent, setSent] = useState<{
    values: Values;
    sentTo: string;
    resendAfterS: number;
    by?: 'app' | undefined;
    count: number;
  }>();
  const { user, refresh } = useSession();
  const { close } = useOverlay();
  const form = useForm<Values>({ defaultValues: { name: '', email: '', password: '' } });

  const sendCode = async (values: Values): Promise<void> => {
    try {
      const texts = {
        loading: 'Sending OTP…',
        success: 'OTP sent!',
        error: (error: unknown) => messageOf(error, 'Failed to send OTP'),
      };
      const sending = send(mode, values).then((sentBy) => {
        // Read when the toast changes.
        if (sentBy.by === 'app') texts.success = 'Enter the code of your authenticator app';
        return sentBy;
      });
      const answer = await toast.promise(sending, texts);
      setMoved(true);
      setSent((before) => ({ ...answer, values, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      if (applyProblem(error, form.setError as never, ['name', 'email', 'password'])) setSent(undefined);
      else if (!(error instanceof ApiError)) throw error;
    }
  };

  const finish = async (verify: () => Promise<Account>): Promise<void> => {
    // Of a limited session, which ends with the code.
    const taken = user?.isLimited ? await takeCart() : undefined;
    const account = await verify();
    // A limited session has no account to keep them.
    if (!account.isLimited) await moveGuestSizes();
    await taken?.put();
    await refresh();
    close(true);
  };

  if (sent) {
    return (
      <CodeStep
        key={sent.count}
        login={sent.values.email.trim()}
        sentTo={sent.sentTo}
        resendAfterS={sent.resendAfterS}
        isOfApp={sent.by === 'app'}
        onResend={() => sendCode(sent.values)}
        onBack={() => setSent(undefined)}
        onVerify={finish}
      />
    );
  }
  const change = (next: SignInMode) => {
    form.clearErrors();
    setMoved(true);
    setMode(next);
  };
  return (
    <Credentials key={mode} mode={mode} form={form} focusTitle={hasMoved} onSubmit={sendCode} onChangeMode={change} />
  );
}

function Credentials({
  mode,
  form,
  focusTitle,
  onSubmit,
  onChangeMode,
}: {
  mode: SignInMode;
  form: ReturnType<typeof useForm<Values>>;
  focusTitle: boolean;
  onSubmit(values: Values): Promise<void>;
  onChangeMode(mode: SignInMode): void;
}) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const texts = TEXTS[mode];
  const isNew = mode !== 'sign-in';
  const isAddress = mode === 'register' || mode === 'continue';
  return (
    <form className={s.form} onSubmit={handleSubmit(onSubmit)} noValidate>
      <Title takesFocus={focusTitle}>{texts.title}</Title>
      {mode === 'register' && (
        <Field
          label="NAME"
          autoComplete="name"
          maxLength={100}
          error={errors.name?.message}
          {...register('name', { required: 'Name is required' })}
        />
      )}
      <Field
        label={texts.login}
        type={isAddress ? 'email' : 'text'}
        autoComplete={isAddress ? 'email' : 'username'}
        autoCapitalize="none"
        maxLength={254}
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', {
          required: isAddress ? 'E-mail is required' : 'Username or e-mail is required',
          // Only checks the format; the server decides.
          ...(isAddress && {
            pattern: { value: /^\s*\S+@\S+\s*$/, message: 'Please enter a valid e-mail address' },
          }),
        })}
      />
      {mode === 'continue' ? (
        <p className={s.explains}>
          We mail you a six-digit code: buy with it, without a password. You can set one afterwards.
        </p>
      ) : (
        <Field
          label={texts.password}
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          maxLength={128}
          hint={isNew ? 'At least 8 characters' : undefined}
          error={errors.password?.message}
          end={
            <button type="button" className={s.show} onClick={() => setShown(!shown)}>
              {shown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> password</span>
            </button>
          }
          {...register('password', {
            required: 'Password is required',
            ...(isNew && { minLength: { value: 8, message: 'At least 8 characters' } }),
          })}
        />
      )}
      {mode === 'sign-in' && (
        <Button look="quiet" className={s.forgot} onClick={() => onChangeMode('new-password')}>
          FORGOT YOUR PASSWORD?
        </Button>
      )}
      <Button type="submit" wide busy={isSubmitting}>
        {texts.button}
      </Button>
      {mode === 'sign-in' ? (
        <>
          <p className={s.or}>or</p>
          <Button look="secondary" wide onClick={() => onChangeMode('continue')}>
            CONTINUE WITH E-MAIL
          </Button>
          <p className={s.other}>
            New here?{' '}
            <Button look="quiet" onClick={() => onChangeMode('register')}>
              Create account
            </Button>
            <Link to="/order/find" className={s.track!}>
              Track an order
            </Link>
          </p>
        </>
      ) : (
        <p className={s.other}>
          <Button look="quiet" onClick={() => onChangeMode('sign-in')}>
            Back to sign in
          </Button>
        </p>
      )}
    </form>
  );
}
