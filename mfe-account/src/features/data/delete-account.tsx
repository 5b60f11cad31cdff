import { identity } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, Link, messageOf, toast, useSession } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Dialog, DialogActions, FormDialog } from '@shop/ui/dialog.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { shortId } from '../../components/format.ts';
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

interface Unfinished {
  kind: 'order' | 'refund' | 'dispute' | 'checkout' | 'payment';
  id: string;
}

/** What has to end first. */
const WHY: Record<Unfinished['kind'], string> = {
  order: 'is not delivered yet',
  refund: 'has a refund on its way to you',
  dispute: 'is disputed at your bank',
  checkout: 'A checkout is open. It ends by itself within a quarter of an hour',
  payment: 'A payment is under way',
};

export function DeleteAccount({ account, onClose }: { account: Account; onClose(): void }) {
  const { signOut } = useSession();
  const [unfinished, setUnfinished] = useState<readonly Unfinished[]>();
  const { register, handleSubmit, setError, setValue, formState } = useForm<Proof>({ defaultValues: NO_PROOF });
  const has = hasPassword(account);

  const remove = async (typed: Proof): Promise<void> => {
    try {
      await call(identity.deleteAccount, { body: proofOf(account, typed) });
      toast.success('Your account is deleted');
      // Clears what this browser knows of the account, and leaves.
      await signOut();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'user.unfinished') {
        return setUnfinished(error.problem.details?.['unfinished'] as Unfinished[]);
      }
      if (applyProblem(error, setError as never, PROOF_FIELDS) || applyWrongCode(error, setError)) return;
      toast.error(messageOf(error));
    }
  };

  if (unfinished) return <NotYet unfinished={unfinished} onClose={onClose} />;
  return (
    <FormDialog
      title="Delete your account?"
      save="Delete for good"
      cancel="Keep"
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(remove)(event)}
      onClose={onClose}
    >
      <p>
        This cannot be undone. Your orders and bills can then not be seen or returned here any more: download what you
        need before.
      </p>
      <ProofFields
        account={account}
        password={register('password', { required: has && 'Password is required' })}
        otp={register('otp', has ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={formState.errors}
      />
    </FormDialog>
  );
}

function NotYet({ unfinished, onClose }: { unfinished: readonly Unfinished[]; onClose(): void }) {
  return (
    <Dialog title="Not yet" onClose={onClose}>
      <p role="alert">Your account can be deleted as soon as this is finished:</p>
      <ul className={sections.list}>
        {unfinished.map(({ kind, id }) => (
          <li key={`${kind} ${id}`}>
            {kind === 'checkout' || kind === 'payment' ? (
              <span>{WHY[kind]}.</span>
            ) : (
              <span>
                <Link to={`/user/order/${id}`}>Order #{shortId(id)}</Link> {WHY[kind]}.
              </span>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
