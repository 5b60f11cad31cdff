import { payment } from '@shop/contracts/browser';
import { call, Link } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { METHODS_KEY } from '../../api/payments.ts';
import { bankAccountQuery, type BankAccount } from './api.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import layout from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';

type Values = Omit<BankAccount, 'version'>;

/** The account that buyers transfer to. */
export function AccountForm() {
  const query = useQuery(bankAccountQuery);
  return (
    <Loaded query={query} what="account" rows={4}>
      {(account) => <Account account={account} />}
    </Loaded>
  );
}

const NONE: Values = { holder: '', bank: '', number: '', ifsc: '' };
const valuesOf = (account: BankAccount | undefined): Values => {
  if (!account) return NONE;
  const { version: _, ...values } = account;
  return values;
};

function Account({ account }: { account: BankAccount | null }) {
  const queryClient = useQueryClient();
  const { register, formState, formError, onSubmit, merge, canSave } = useDocumentForm({
    document: account,
    isKeyed: true,
    valuesOf,
    toRequest: (values: Values) => ({ call: payment.saveBankAccount, body: { account: values } }),
    save: async ({ body }, _values, version) => (await call(payment.saveBankAccount, { body, version })).account,
    onSaved: (saved) => {
      queryClient.setQueryData(bankAccountQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: METHODS_KEY });
      return 'Account saved';
    },
    fieldOf: (path) => path.replace(/^account\./, ''),
  });
  const { errors, isSubmitting } = formState;
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
      <MergeNotice merge={merge} />
      <div className={layout.buttons}>
        <May permission="payments.change-methods">
          <Button type="submit" busy={isSubmitting} disabled={!canSave}>
            Save
          </Button>
        </May>
        <FormError message={formError} />
      </div>
    </form>
  );
}
