import { identity } from '@shop/contracts/browser';
import { applyProblem, call, messageOf, toast } from '@shop/mfe-kit';
import { FormDialog } from '@shop/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
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
import { downloadQuery } from './api.ts';

export function RequestDownload({ account, onClose }: { account: Account; onClose(): void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, setValue, formState } = useForm<Proof>({ defaultValues: NO_PROOF });
  const has = hasPassword(account);

  const ask = async (typed: Proof): Promise<void> => {
    try {
      const answer = await call(identity.requestDownload, { body: proofOf(account, typed) });
      queryClient.setQueryData(downloadQuery.queryKey, answer);
      toast.success('Your download is being prepared');
      onClose();
    } catch (error) {
      if (applyProblem(error, setError as never, PROOF_FIELDS) || applyWrongCode(error, setError)) return;
      toast.error(messageOf(error));
    }
  };

  return (
    <FormDialog
      title="Download your data"
      save="Prepare"
      busy={formState.isSubmitting}
      onSubmit={(event) => void handleSubmit(ask)(event)}
      onClose={onClose}
    >
      <p>Please show that it is you.</p>
      <ProofFields
        account={account}
        password={register('password', { required: has && 'Password is required' })}
        otp={register('otp', has ? {} : codeRules((digits) => setValue('otp', digits)))}
        errors={formState.errors}
      />
    </FormDialog>
  );
}
