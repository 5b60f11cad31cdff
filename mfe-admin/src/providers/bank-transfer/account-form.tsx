import { payment } from '@shop/contracts/browser';
import { call, Link, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { METHODS_KEY } from '../../api/payments.ts';
import { bankAccountQuery, type BankAccount } from './api.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import layout from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { useUnsaved } from '../../components/unsaved.ts';

/** The account that buyers transfer to. */
export function AccountForm() {
  const query = useQuery(bankAccountQuery);
  return (
    <Loaded query={query} what="account" rows={4}>
      {(account) => <Account account={account ?? NONE} />}
    </Loaded>
  );
}

const NONE: BankAccount = { holder: '', bank: '', number: '', ifsc: '' };

function Account({ account }: { account: BankAccount }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, reset, submit } = useContractForm({
    // Follows what other tabs save, without overwriting dirty fields.
    values: account,
    resetOptions: { keepDirtyValues: true },
    toRequest: (values: BankAccount) => ({ call: payment.saveBankAccount, body: { account: values } }),
    fieldOf: (path) => path.replace(/^account\./, ''),
  });
  const { errors, isDirty, isSubmitting } = formState;
  useUnsaved(isDirty);
  const onSubmit = submit(async ({ body }) => {
    const { account: saved } = await call(payment.saveBankAccount, { body });
    queryClient.setQueryData(bankAccountQuery.queryKey, saved);
    reset(saved);
    toast.success('Account saved');
    await queryClient.invalidateQueries({ queryKey: METHODS_KEY });
  });
  return (
    <form className={layout.group} onSubmit={onSubmit} noValidate aria-label="Account">
      <div className={layout.fields}>
        <Field label="Account holder" autoComplete="off" error={errors.holder?.message} {...register('holder')} />
        <Field label="Bank" autoComplete="off" error={errors.bank?.message} {...register('bank')} />
        <Field
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          error={errors.number?.message}
          {...register('number')}
        />
        <Field
          label="IFSC"
          hint="Like HDFC0001234"
          autoComplete="off"
          autoCapitalize="characters"
          error={errors.ifsc?.message}
          {...register('ifsc')}
        />
      </div>
      <p className={layout.soft}>
        Transfers that are awaited keep the account that their buyers were shown. Bank transfer is switched on under{' '}
        <Link to="/admin/payments/methods">Ways to pay</Link>.
      </p>
      <div className={layout.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
        <FormError message={formError} />
      </div>
    </form>
  );
}
