import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createStore,
  LoaderContext,
  OverlayContext,
  type PartLoader,
  SessionContext,
  setApiTransport,
  type SessionState,
  StaticRouter,
  type Store,
  toast,
} from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SignIn } from './sign-in.tsx';

// Real panel, forms and API client; only the gateway is stubbed.
describe('the sign-in panel', () => {
  const calls: { path: string; body: unknown }[] = [];
  const refresh = jest.fn(async () => {});
  const close = jest.fn();
  let state: Store<SessionState>;
  let answers: Record<string, { status: number; body: unknown }>;

  beforeEach(() => {
    calls.length = 0;
    refresh.mockClear();
    close.mockClear();
    const sent = { status: 200, body: { message: 'OTP sent!', sentTo: 'a•••@example.com', resendAfterS: 0 } };
    answers = {
      '/api/v1/auth/send-otp': sent,
      '/api/v1/auth/register': sent,
      '/api/v1/auth/forgot-password': sent,
      '/api/v1/auth/continue': sent,
      '/api/v1/auth/verify-otp': { status: 200, body: { user: {} } },
    };
    setApiTransport({
      origin: '',
      fetch: async (path, init) => {
        calls.push({ path: String(path), body: init?.body ? JSON.parse(String(init.body)) : undefined });
        const { status, body } = answers[String(path)]!;
        const type = status < 400 ? 'application/json' : 'application/problem+json';
        return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
      },
    });
    const actions = { signIn: async () => true, signOut: async () => {}, refresh };
    state = createStore<SessionState>({ status: 'guest', user: null });
    render(
      <StaticRouter location="/">
        <LoaderContext value={{ preloadPage: () => {} } as unknown as PartLoader}>
          <SessionContext value={{ state, actions }}>
            <OverlayContext value={{ close, guard: () => () => {} }}>
              <SignIn />
            </OverlayContext>
          </SessionContext>
        </LoaderContext>
      </StaticRouter>,
    );
  });
  afterEach(cleanup);

  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const problem = (status: number, code: string, message: string, errors?: Record<string, string>) => ({
    status,
    body: { type: 'about:blank', title: '', status, code, message, requestId: 'r', errors },
  });

  it('asks staff with an authenticator app for its code, or for a recovery code, and mails none', async () => {
    answers['/api/v1/auth/send-otp'] = { status: 200, body: { message: '', sentTo: '', resendAfterS: 0, by: 'app' } };
    await reachCode();
    expect(screen.getByText('Enter the code of your authenticator app.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull();
    press('Use a recovery code');
    type('RECOVERY CODE', ' abcde-fgh23 ');
    press('Verify & Login');
    await waitFor(() => expect(close).toHaveBeenCalledWith(true));
    expect(calls.at(-1)).toEqual({
      path: '/api/v1/auth/verify-otp',
      body: { email: 'asha', recoveryCode: 'abcde-fgh23' },
    });
  });

  async function reachCode(): Promise<void> {
    type('USERNAME OR EMAIL', 'asha');
    type('PASSWORD', 'three golden bangles');
    press('LOGIN');
    await screen.findByText('ENTER OTP');
  }

  it('asks for the code after the password, and closes once the code is right', async () => {
    await reachCode();
    expect(screen.getByText('a•••@example.com')).toBeTruthy();
    type('CODE', '012345');
    press('Verify & Login');
    await waitFor(() => expect(close).toHaveBeenCalledWith(true));
    expect(refresh).toHaveBeenCalled();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/v1/auth/send-otp', { email: 'asha', password: 'three golden bangles' }],
      ['/api/v1/auth/verify-otp', { email: 'asha', otp: '012345' }],
    ]);
  });

  it('gives the sizes that the browser kept for the guest to the account, before the page knows of it', async () => {
    localStorage.setItem('sizes', '{"ring":"14"}');
    answers['/api/v1/me/sizes'] = { status: 200, body: { sizes: { ring: '14' } } };
    await reachCode();
    type('CODE', '012345');
    press('Verify & Login');
    await waitFor(() => expect(close).toHaveBeenCalledWith(true));
    expect(calls.at(-1)).toEqual({
      path: '/api/v1/me/sizes',
      body: { sizes: { ring: '14' }, onlyMissing: true },
    });
    expect(localStorage.getItem('sizes')).toBeNull();
  });

  async function continueWith(email: string): Promise<void> {
    press('CONTINUE WITH E-MAIL');
    type('EMAIL', email);
    press('SEND CODE');
    await screen.findByText('ENTER OTP');
    type('CODE', '012345');
    press('Verify & Login');
    await waitFor(() => expect(close).toHaveBeenCalledWith(true));
  }

  it('continues with an e-mail address and its code, without a password', async () => {
    press('CONTINUE WITH E-MAIL');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'CONTINUE WITH E-MAIL' }));
    expect(screen.queryByLabelText('PASSWORD')).toBeNull();
    press('SEND CODE');
    expect(await screen.findByText('E-mail is required')).toBeTruthy();
    press('Back to sign in');
    await continueWith(' asha@example.com ');
    expect(calls).toEqual([
      { path: '/api/v1/auth/continue', body: { email: 'asha@example.com' } },
      { path: '/api/v1/auth/verify-otp', body: { email: 'asha@example.com', otp: '012345' } },
    ]);
  });

  it('keeps the guest’s sizes in the browser where the session does not see the account', async () => {
    localStorage.setItem('sizes', '{"ring":"14"}');
    answers['/api/v1/auth/verify-otp'] = { status: 200, body: { user: { isLimited: true } } };
    await continueWith('asha@example.com');
    expect(localStorage.getItem('sizes')).not.toBeNull();
    localStorage.removeItem('sizes');
  });

  describe('from a limited session', () => {
    const user = {
      _id: 'g1',
      name: 'Customer',
      email: 'asha@example.com',
      role: 'user' as const,
      isLimited: true as const,
    };
    const lines = ['p1', 'p2'].map((productId) => ({
      productId,
      quantity: 2,
      customizations: { engraving: 'For you' },
    }));
    const signedIn = async () => {
      act(() => state.set({ status: 'user', user }));
      await reachCode();
      type('CODE', '012345');
      press('Verify & Login');
      await waitFor(() => expect(close).toHaveBeenCalledWith(true));
      return calls.map(({ path }) => path.replace('/api/v1', ''));
    };
    const added = () => calls.filter(({ path, body }) => path === '/api/v1/cart' && body).map(({ body }) => body);

    it('takes its cart along into the account', async () => {
      answers['/api/v1/cart'] = { status: 200, body: { cart: lines } };
      expect(await signedIn()).toEqual(['/auth/send-otp', '/cart', '/auth/verify-otp', '/cart', '/cart']);
      expect(added()).toEqual(lines);
    });

    const putAside = () => calls.filter(({ path }) => path === '/api/v1/cart/saved').map(({ body }) => body);

    it('takes along what it saved for later, sold out or not, to be saved there in its order', async () => {
      const third = { ...lines[0]!, productId: 'p3', stock: 0 };
      answers['/api/v1/cart'] = { status: 200, body: { cart: lines.slice(1), saved: [lines[0], third] } };
      answers['/api/v1/cart/saved'] = { status: 201, body: { id: 's1' } };
      const afterCode = (await signedIn()).slice(3);
      expect(afterCode).toEqual(['/cart', '/cart/saved', '/cart/saved']);
      expect(added()).toEqual(lines.slice(1));
      const { stock: _, ...soldOut } = third;
      expect(putAside()).toEqual([soldOut, lines[0]]);
    });

    it('puts aside what the account’s cart cannot take, such as a piece that is sold out, and says so', async () => {
      const said = jest.spyOn(toast, 'info');
      let asked = 0;
      Object.defineProperty(answers, '/api/v1/cart', {
        configurable: true,
        get: () =>
          (asked += 1) === 1
            ? { status: 200, body: { cart: lines, saved: [] } }
            : problem(409, 'cart.insufficient-stock', 'Out of stock'),
      });
      answers['/api/v1/cart/saved'] = { status: 201, body: { id: 's1' } };
      await signedIn();
      expect(putAside()).toEqual(lines.toReversed());
      expect(said).toHaveBeenCalledWith(
        '2 of 2 could not be put into your account’s cart, and are saved for later there',
      );
    });
  });

  it('names what is missing beside the field, and asks nothing', async () => {
    press('LOGIN');
    expect(await screen.findByText('Username or e-mail is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('stays at the first step when the password is wrong', async () => {
    answers['/api/v1/auth/send-otp'] = problem(401, 'auth.wrong-credentials', 'Wrong');
    type('USERNAME OR EMAIL', 'asha');
    type('PASSWORD', 'wrong');
    press('LOGIN');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.getByText('SIGN IN')).toBeTruthy();
  });

  it('says at the code that it is wrong, and lets another be tried', async () => {
    answers['/api/v1/auth/verify-otp'] = problem(401, 'auth.wrong-code', 'Invalid or expired OTP');
    await reachCode();
    type('CODE', '999999');
    press('Verify & Login');
    expect(await screen.findByText('Invalid or expired OTP')).toBeTruthy();
    expect(close).not.toHaveBeenCalled();
  });

  it('does not call a code wrong that could not be looked at', async () => {
    answers['/api/v1/auth/verify-otp'] = problem(503, 'session.unavailable', 'Please try again shortly');
    await reachCode();
    type('CODE', '012345');
    press('Verify & Login');
    await waitFor(() => expect(calls).toHaveLength(2));
    const button = screen.getByRole('button', { name: 'Verify & Login' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByText('Invalid or expired OTP')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('CODE').value).toBe('012345');
  });

  it('shows what the server says of a field at that field', async () => {
    answers['/api/v1/auth/register'] = problem(400, 'auth.weak-password', 'Too easy', {
      password: 'Among the most common',
    });
    press('Create account');
    type('NAME', 'Asha');
    type('EMAIL', 'asha@example.com');
    type('PASSWORD', 'password123');
    press('CREATE ACCOUNT');
    expect(await screen.findByText('Among the most common')).toBeTruthy();
  });

  it('says what is wrong with a new account at once, each thing once', async () => {
    press('Create account');
    type('EMAIL', 'nonsense');
    type('PASSWORD', '123');
    expect(screen.getAllByText('At least 8 characters')).toHaveLength(1);
    press('CREATE ACCOUNT');
    expect(await screen.findByText('Please enter a valid e-mail address')).toBeTruthy();
    expect(screen.getByText('Name is required')).toBeTruthy();
    expect(screen.getAllByText('At least 8 characters')).toHaveLength(1);
    expect(screen.getByLabelText('PASSWORD').getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  it('sends the code again with what was typed before', async () => {
    press('FORGOT YOUR PASSWORD?');
    type('USERNAME OR EMAIL', 'asha');
    type('NEW PASSWORD', 'a better password now');
    press('SEND CODE');
    await screen.findByText('ENTER OTP');
    press('Resend OTP');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toEqual(calls[0]);
  });

  it('takes a code as it is pasted, with a space in the middle', async () => {
    await reachCode();
    type('CODE', ' 012 345 ');
    expect(screen.getByLabelText<HTMLInputElement>('CODE').value).toBe('012345');
  });

  it('announces each step by its title, and keeps what was typed on the way back', async () => {
    press('Create account');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('CREATE ACCOUNT'));
    type('EMAIL', 'asha@example.com');
    press('Back to sign in');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('SIGN IN'));
    expect(screen.getByLabelText<HTMLInputElement>('USERNAME OR EMAIL').value).toBe('asha@example.com');
    type('PASSWORD', 'three golden bangles');
    press('LOGIN');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('ENTER OTP'));
  });

  it('sends no other code before the time is over, and counts it down', async () => {
    answers['/api/v1/auth/send-otp'] = {
      status: 200,
      body: { message: 'OTP sent!', sentTo: 'a•••', resendAfterS: 30 },
    };
    type('USERNAME OR EMAIL', 'asha');
    type('PASSWORD', 'three golden bangles');
    press('LOGIN');
    const resend = await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend OTP in (30|29) s$/ });
    expect(resend.disabled).toBe(true);
  });

  it('shows the password and hides it again', () => {
    expect(screen.getByLabelText('PASSWORD').getAttribute('type')).toBe('password');
    press('Show password');
    expect(screen.getByLabelText('PASSWORD').getAttribute('type')).toBe('text');
    press('Hide password');
    expect(screen.getByLabelText('PASSWORD').getAttribute('type')).toBe('password');
  });
});
