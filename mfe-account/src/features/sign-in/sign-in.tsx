import { identity } from '@shop/contracts/browser';
import { call, messageOf, toast, useOverlay, useSession, type OverlayFrame } from '@shop/mfe-kit';
import { useState, type FormEvent } from 'react';

export const overlay: OverlayFrame = { kind: 'panel', label: 'Sign in' };

const field = (form: FormData, name: string) => String(form.get(name) ?? '');

export function SignIn() {
  const [login, setLogin] = useState<string>();
  const { refresh } = useSession();
  const { close } = useOverlay();
  const sendCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = field(form, 'login');
    void toast
      .promise(call(identity.sendCode, { body: { email, password: field(form, 'password') } }), {
        loading: 'Sending OTP…',
        success: 'OTP sent!',
        error: (error) => messageOf(error, 'Failed to send OTP'),
      })
      .then(
        () => setLogin(email),
        () => {},
      );
  };
  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const otp = field(new FormData(event.currentTarget), 'otp');
    void toast
      .promise(call(identity.verifyCode, { body: { email: login!, otp } }), {
        loading: 'Verifying…',
        success: 'Logged in!',
        error: 'Invalid or expired OTP',
      })
      .then(
        async () => {
          await refresh();
          close(true);
        },
        () => {},
      );
  };
  return login === undefined ? (
    <form onSubmit={sendCode}>
      <h2>SIGN IN</h2>
      <label>
        USERNAME OR EMAIL <input name="login" autoComplete="username" required />
      </label>
      <label>
        PASSWORD <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">LOGIN</button>
    </form>
  ) : (
    <form onSubmit={verify}>
      <h2>ENTER OTP</h2>
      <label>
        6-digit code <input name="otp" inputMode="numeric" autoComplete="one-time-code" maxLength={6} required />
      </label>
      <button type="submit">Verify &amp; Login</button>
    </form>
  );
}
