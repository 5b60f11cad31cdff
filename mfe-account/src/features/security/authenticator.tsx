import { identity } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions, FormDialog } from '@shop/ui/dialog.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '../../components/me.ts';
import { applyWrongCode, codeRules } from '../../components/one-time-code.ts';
import {
  hasPassword,
  NO_PROOF,
  PROOF_FIELDS,
  type Proof,
  ProofFields,
  proofOf,
} from '../../components/proof-fields.tsx';
import sections from '../../components/sections.module.css';
import { authenticatorQuery } from './api.ts';
import s from './authenticator.module.css';
import { QrCode } from './qr-code.tsx';

/** Of staff: codes of an app in place of mailed ones. */
export function Authenticator({ account }: { account: Account }) {
  const query = useQuery(authenticatorQuery);
  const [open, setOpen] = useState<'set-up' | 'remove'>();
  const { data, error, refetch } = query;
  const close = () => setOpen(undefined);
  return (
    <section className={sections.row} aria-labelledby="authenticator">
      <div>
        <h2 id="authenticator">Authenticator app</h2>
        {data ? (
          <p className={sections.note}>
            {data.authenticator
              ? `You sign in with codes of your app. ${data.authenticator.recoveryCodesLeft} recovery codes are left.`
              : 'Sign in with codes of an app on your phone, in place of mailed ones.'}
          </p>
        ) : error ? (
          <p className={sections.note} role="alert">
            {messageOf(error)}
          </p>
        ) : (
          <Skeleton width="16rem" height="1.25rem" />
        )}
      </div>
      {data ? (
        <Button look="secondary" onClick={() => setOpen(data.authenticator ? 'remove' : 'set-up')}>
          {data.authenticator ? 'Remove' : 'Set up'}
          <span className="visually-hidden"> the authenticator app</span>
        </Button>
      ) : (
        error && (
          <Button look="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        )
      )}
      {open === 'set-up' && <SetUp account={account} onClose={close} />}
      {open === 'remove' && <Remove account={account} onClose={close} />}
    </section>
  );
}

type Begun = { secret: string; url: string };

/** The proof, then the picture and a code, then the recovery codes. */
function SetUp({ account, onClose }: { account: Account; onClose(): void }) {
  const [begun, setBegun] = useState<Begun>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />;
  if (begun) return <Confirm begun={begun} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return <Begin account={account} onBegun={setBegun} onClose={onClose} />;
}

function Begin({ account, onBegun, onClose }: { account: Account; onBegun(begun: Begun): void; onClose(): void }) {
  const { register, handleSubmit, setError, setValue, formState } = useForm<Proof>({ defaultValues: NO_PROOF });
  const { errors, isSubmitting } = formState;
  const begin = async (typed: Proof): Promise<void> => {
    try {
      onBegun(await call(identity.beginAuthenticator, { body: proofOf(account, typed) }));
    } catch (error) {
      if (applyProblem(error, setError as never, [...PROOF_FIELDS])) return;
      if (!applyWrongCode(error, setError)) toast.error(messageOf(error));
    }
  };
  return (
    <FormDialog
      title="Set up an authenticator app"
      save="Go on"
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(begin)(event)}
      onClose={onClose}
    >
      <p>First show that it is you. You need the app on your phone, such as Aegis or Google Authenticator.</p>
      <ProofFields
        account={account}
        password={register('password', { required: hasPassword(account) && 'Password is required' })}
        otp={register('otp', hasPassword(account) ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={errors}
      />
    </FormDialog>
  );
}

function Confirm({
  begun: { secret, url },
  onConfirmed,
  onClose,
}: {
  begun: Begun;
  onConfirmed(recoveryCodes: readonly string[]): void;
  onClose(): void;
}) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, setValue, formState } = useForm<{ otp: string }>({
    defaultValues: { otp: '' },
  });
  const confirm = async ({ otp }: { otp: string }): Promise<void> => {
    try {
      onConfirmed((await call(identity.confirmAuthenticator, { body: { otp } })).recoveryCodes);
      void queryClient.invalidateQueries(authenticatorQuery);
    } catch (error) {
      if (!applyProblem(error, setError as never, ['otp'])) toast.error(messageOf(error));
    }
  };
  return (
    <FormDialog
      title="Scan this with the app"
      save="Confirm"
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(confirm)(event)}
      onClose={onClose}
    >
      <QrCode text={url} label="The secret of the app, as a picture" />
      <Field
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required
        error={formState.errors.otp?.message}
        {...register(
          'otp',
          codeRules((digits) => setValue('otp', digits)),
        )}
      />
      <p>
        If it cannot be scanned, type this into the app:{' '}
        <code className={s.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
        <Button look="quiet" onClick={() => void copy(secret, 'Secret')}>
          Copy
          <span className="visually-hidden"> the secret</span>
        </Button>
      </p>
    </FormDialog>
  );
}

/** For who reads it on the device where it is needed. */
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied`);
  } catch {
    toast.error('That could not be copied. Please select and copy it');
  }
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  /** By Escape, or by a press beside it. */
  const dismiss = () => {
    if (window.confirm('These codes are not shown again. Have you kept them?')) onClose();
  };
  return (
    <Dialog title="Keep these recovery codes" onClose={dismiss}>
      <p>
        Your app is set up. Each of these codes signs you in once without it. They are shown only now: keep them where
        you keep your passwords.
      </p>
      <ul className={s.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="secondary" onClick={() => void copy(codes.join('\n'), 'Recovery codes')}>
          Copy
          <span className="visually-hidden"> the recovery codes</span>
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </DialogActions>
    </Dialog>
  );
}

interface Removal extends Proof {
  code: string;
}

function Remove({ account, onClose }: { account: Account; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, setValue, formState } = useForm<Removal>({
    defaultValues: { ...NO_PROOF, code: '' },
  });
  const { errors, isSubmitting } = formState;
  const remove = async ({ code, ...typed }: Removal): Promise<void> => {
    try {
      const body = { ...proofOf(account, typed), code: code.trim() };
      queryClient.setQueryData(authenticatorQuery.queryKey, await call(identity.removeAuthenticator, { body }));
      toast.success('Codes are mailed again');
      onClose();
    } catch (error) {
      if (applyProblem(error, setError as never, [...PROOF_FIELDS, 'code'])) return;
      if (error instanceof ApiError) toast.error(messageOf(error));
      else throw error;
    }
  };
  return (
    <FormDialog
      title="Remove the authenticator app?"
      save="Remove"
      busy={isSubmitting}
      onSubmit={(event) => void handleSubmit(remove)(event)}
      onClose={onClose}
    >
      <p>You sign in with mailed codes then. The recovery codes are worth nothing any more.</p>
      <ProofFields
        account={account}
        password={register('password', { required: hasPassword(account) && 'Password is required' })}
        otp={register('otp', hasPassword(account) ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={errors}
      />
      <Field
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        aria-required
        error={errors.code?.message}
        {...register('code', { required: 'A code is required' })}
      />
    </FormDialog>
  );
}
