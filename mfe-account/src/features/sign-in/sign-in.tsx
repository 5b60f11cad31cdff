import { identity } from '@shop/contracts/browser';
import {
  ApiError,
  applyProblem,
  call,
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
import { CodeStep } from './code-step.tsx';
import { Title } from './title.tsx';
import s from './sign-in.module.css';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Sign in' };

/** The three ways in; all of them end with the code from the mail. */
export type Way = 'sign-in' | 'register' | 'new-password';

interface Values {
  name: string;
  email: string;
  password: string;
}

const TEXTS: Record<Way, { title: string; login: string; password: string; button: string }> = {
  'sign-in': { title: 'SIGN IN', login: 'USERNAME OR EMAIL', password: 'PASSWORD', button: 'LOGIN' },
  register: { title: 'CREATE ACCOUNT', login: 'EMAIL', password: 'PASSWORD', button: 'CREATE ACCOUNT' },
  'new-password': { title: 'NEW PASSWORD', login: 'USERNAME OR EMAIL', password: 'NEW PASSWORD', button: 'SEND CODE' },
};

const send = (way: Way, { name, email, password }: Values) => {
  if (way === 'register') return call(identity.register, { body: { name, email, password } });
  if (way === 'new-password') return call(identity.forgotPassword, { body: { email, password } });
  return call(identity.sendCode, { body: { email, password } });
};

/** The sign-in panel: who somebody is, then the code. What was typed stays when the code is asked for again. */
export function SignIn() {
  const [way, setWay] = useState<Way>('sign-in');
  // Later titles take the focus, because the form that had it is gone; the first one leaves it to the dialog.
  const [hasMoved, setMoved] = useState(false);
  const [sent, setSent] = useState<{ values: Values; sentTo: string; resendAfterS: number; count: number }>();
  const { refresh } = useSession();
  const { close } = useOverlay();
  const form = useForm<Values>({ defaultValues: { name: '', email: '', password: '' } });

  const sendCode = async (values: Values): Promise<void> => {
    try {
      const answer = await toast.promise(send(way, values), {
        loading: 'Sending OTP…',
        success: 'OTP sent!',
        error: (error) => messageOf(error, 'Failed to send OTP'),
      });
      setMoved(true);
      setSent((before) => ({ ...answer, values, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      if (applyProblem(error, form.setError as never, ['name', 'email', 'password'])) setSent(undefined);
      else if (!(error instanceof ApiError)) throw error;
    }
  };

  const finish = async (): Promise<void> => {
    await refresh();
    close(true);
  };

  if (sent) {
    return (
      <CodeStep
        key={sent.count}
        login={sent.values.email}
        sentTo={sent.sentTo}
        resendAfterS={sent.resendAfterS}
        onResend={() => sendCode(sent.values)}
        onBack={() => setSent(undefined)}
        onVerified={finish}
      />
    );
  }
  const change = (next: Way) => {
    form.clearErrors();
    setMoved(true);
    setWay(next);
  };
  return <Credentials key={way} way={way} form={form} focusTitle={hasMoved} onSubmit={sendCode} onChangeWay={change} />;
}

function Credentials({
  way,
  form,
  focusTitle,
  onSubmit,
  onChangeWay,
}: {
  way: Way;
  form: ReturnType<typeof useForm<Values>>;
  focusTitle: boolean;
  onSubmit(values: Values): Promise<void>;
  onChangeWay(way: Way): void;
}) {
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const texts = TEXTS[way];
  const isNew = way !== 'sign-in';
  return (
    <form className={s.form} onSubmit={handleSubmit(onSubmit)} noValidate>
      <Title takesFocus={focusTitle}>{texts.title}</Title>
      {way === 'register' && (
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
        type={way === 'register' ? 'email' : 'text'}
        autoComplete={way === 'register' ? 'email' : 'username'}
        autoCapitalize="none"
        maxLength={254}
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', {
          required: way === 'register' ? 'E-mail is required' : 'Username or e-mail is required',
          // Whether it is one at all; what exactly is taken is for the server to say.
          ...(way === 'register' && {
            pattern: { value: /^\S+@\S+$/, message: 'Please enter a valid e-mail address' },
          }),
        })}
      />
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
      {way === 'sign-in' && (
        <Button look="quiet" className={s.forgot} onClick={() => onChangeWay('new-password')}>
          FORGOT YOUR PASSWORD?
        </Button>
      )}
      <Button type="submit" wide busy={isSubmitting}>
        {texts.button}
      </Button>
      {way === 'sign-in' ? (
        <p className={s.other}>
          New here?{' '}
          <Button look="quiet" onClick={() => onChangeWay('register')}>
            Create account
          </Button>
        </p>
      ) : (
        <p className={s.other}>
          <Button look="quiet" onClick={() => onChangeWay('sign-in')}>
            Back to sign in
          </Button>
        </p>
      )}
    </form>
  );
}
