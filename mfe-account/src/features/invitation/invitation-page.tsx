import { identity } from '@shop/contracts/browser';
import {
  ApiError,
  applyProblem,
  call,
  messageOf,
  openOverlay,
  useInBrowser,
  useParams,
  useSession,
  type Prefetch,
} from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import frame from '../../components/public-page.module.css';
import titles from '../../components/title.module.css';
import { invitationQuery, type Invitation } from './api.ts';
import s from './invitation.module.css';

export const prefetch: Prefetch = async (queryClient, { params }) => {
  const invitation = await queryClient.fetchQuery(invitationQuery(params.token ?? ''));
  return { status: invitation ? 200 : 410, head: { title: 'Invitation to the staff', noindex: true } };
};

/** What a mail invites to. It is accepted with a password, and signs no one in: that needs a code as well. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const { data: invitation, error, refetch, isFetching } = useQuery(invitationQuery(token));
  const [accepted, setAccepted] = useState<string>();
  return (
    <div className={frame.page}>
      <div className={s.box}>
        <h1 className={titles.title}>Invitation to the staff</h1>
        {accepted !== undefined ? (
          <Accepted email={accepted} />
        ) : invitation === 'is-staff' ? (
          <EmptyState title="This address is of the staff already">
            <p>The invitation is not needed any more. The staff area is in the menu of your account, as Dashboard.</p>
          </EmptyState>
        ) : invitation ? (
          <Form token={token} invitation={invitation} onAccepted={setAccepted} onRefused={() => void refetch()} />
        ) : invitation === null ? (
          <EmptyState title="This link does not work any more">
            <p>The invitation was accepted, taken back, or is over. Who invited you can send another one.</p>
          </EmptyState>
        ) : error ? (
          <div className={s.form} role="alert">
            <p>{messageOf(error)}</p>
            <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <p role="status">Loading invitation…</p>
        )}
      </div>
    </div>
  );
}

interface Values {
  name: string;
  password: string;
}

function Form({
  token,
  invitation: { email, role, invitedBy, account },
  onAccepted,
  onRefused,
}: {
  token: string;
  invitation: Invitation;
  onAccepted(email: string): void;
  /** The invitation is not as it was shown. */
  onRefused(): void;
}) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', password: '' },
  });
  const [problem, setProblem] = useState('');
  const isInBrowser = useInBrowser();
  const isNew = account === 'none';
  const hasPassword = account === 'password';
  const accept = async ({ name, password }: Values): Promise<void> => {
    setProblem('');
    try {
      const body = { password, ...(isNew && { name }) };
      onAccepted((await call(identity.acceptInvitation, { params: { token }, body })).email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!applyProblem(error, setError as never, ['name', 'password'])) setProblem(messageOf(error));
      if (error.code.startsWith('invitation.')) onRefused();
    }
  };
  const { errors } = formState;
  return (
    <form className={s.form} onSubmit={handleSubmit(accept)} noValidate>
      <p>
        {invitedBy} invites <strong className={s.address}>{email}</strong> to the staff, in the role{' '}
        <strong>{role}</strong>.{' '}
        {hasPassword
          ? 'You have an account with this address: accept with its password.'
          : 'Choose a password to accept.'}
      </p>
      <noscript>
        <p className={s.problem}>Please switch JavaScript on for this page.</p>
      </noscript>
      {isNew && (
        <Field
          label="Your name"
          autoComplete="name"
          maxLength={100}
          error={errors.name?.message}
          {...register('name', { validate: (text) => text.trim() !== '' || 'Name is required' })}
        />
      )}
      <Field
        label={hasPassword ? 'Your password' : 'New password'}
        type="password"
        autoComplete={hasPassword ? 'current-password' : 'new-password'}
        {...(!hasPassword && { hint: 'At least 8 characters' })}
        maxLength={128}
        error={errors.password?.message}
        {...register('password', {
          required: 'Password is required',
          ...(!hasPassword && { minLength: { value: 8, message: 'At least 8 characters' } }),
        })}
      />
      <p className={s.problem} role="alert">
        {problem}
      </p>
      {/* Sent before the scripts are there, it would put the password into the page's address. */}
      <Button type="submit" wide busy={formState.isSubmitting} disabled={!isInBrowser}>
        Join the staff
      </Button>
    </form>
  );
}

function Accepted({ email }: { email: string }) {
  const { refresh } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; and where one was signed in with this address, one may not be any more.
  useEffect(() => {
    heading.current?.focus();
    void refresh();
  }, [refresh]);
  return (
    <div className={s.form}>
      <h2 ref={heading} tabIndex={-1} className={s.done}>
        You are of the staff now
      </h2>
      <p>
        Sign in with <strong className={s.address}>{email}</strong> and your password. The staff area is in the menu of
        your account, as Dashboard.
      </p>
      {/* Also of who is signed in: that session stays a shopper's. */}
      <Button wide onClick={() => void openOverlay('account/sign-in', {})}>
        Sign in
      </Button>
    </div>
  );
}
