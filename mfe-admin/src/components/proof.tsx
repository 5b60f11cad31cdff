import { identity } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, Link, messageOf, toast, useSession } from '@shop/mfe-kit';
import { Dialog, DialogActions, FormDialog } from '@shop/ui/dialog.tsx';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useRef, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

/**
 * Runs what asks for the password again: a refused call shows the dialog, and is made again when the password is right. The proof counts for
 * some minutes, so that the next such call is not refused.
 * @returns the runner, and the dialog to be shown. The runner throws what the call throws, its refusal where no password was given
 */
export function useProof(): [prove: <T>(work: () => Promise<T>) => Promise<T>, dialog: ReactNode] {
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(isProved: boolean) => void>(undefined);
  const prove = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'session.proof-required')) throw error;
      setAsking(true);
      const isProved = await new Promise<boolean>((resolve) => {
        settle.current = resolve;
      });
      setAsking(false);
      if (!isProved) throw error;
      return work();
    }
  };
  return [prove, isAsking && <ProofDialog onSettle={(isProved) => settle.current?.(isProved)} />];
}

function ProofDialog({ onSettle }: { onSettle(isProved: boolean): void }) {
  const { user } = useSession();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const cancel = () => onSettle(false);
  const prove = async (body: { password: string }): Promise<void> => {
    try {
      await call(identity.proveAgain, { body });
      onSettle(true);
    } catch (error) {
      if (!applyProblem(error, setError as never, ['password'])) toast.error(messageOf(error));
    }
  };
  if (user?.hasPassword === false) {
    return (
      <Dialog title="Set a password first" onClose={cancel}>
        <p>
          This has to be confirmed with your password, and your account has none yet. You can set one under{' '}
          <Link to="/user/security">Sign-in &amp; security</Link>.
        </p>
        <DialogActions>
          <Button onClick={cancel}>Close</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Please enter your password"
      save="Confirm"
      busy={formState.isSubmitting}
      onSubmit={(event) => {
        // The form around the button that was pressed is not meant.
        event.stopPropagation();
        void handleSubmit(prove)(event);
      }}
      onClose={cancel}
    >
      <p>This cannot be undone, so that we ask whether it is you. It counts for some minutes.</p>
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        aria-required
        error={formState.errors.password?.message}
        {...register('password', { required: 'Password is required' })}
      />
      {/* For password managers, which keep the password under it. Below the password, which has the focus when the dialog opens. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={user?.email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
    </FormDialog>
  );
}
