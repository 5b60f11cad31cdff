import { content, INDIAN_STATES } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useFieldArray } from 'react-hook-form';
import { RowButton } from '../../components/row-button.tsx';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { SaveBar } from '../../components/document-form/save-bar.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { brandQuery, type Brand } from './api/brand.ts';

type Seller = NonNullable<Brand['seller']>;
type Officer = NonNullable<Brand['grievanceOfficer']>;
type Values = Omit<Brand, 'seller' | 'grievanceOfficer' | 'version' | 'untouched'> & {
  seller: Omit<Required<Seller>, 'state'> & { state: Seller['state'] | '' };
  grievanceOfficer: Officer;
};

const NO_SELLER = { name: '', address: '', state: '', gstin: '', assayingCentre: '' } as const;
/** With what the E-Commerce Rules of India ask for, to begin with. */
const NO_OFFICER: Officer = {
  ...{ name: '', email: '', phone: '', hours: '' },
  promise: 'Complaints are answered within 48 hours and settled within a month.',
};
const valuesOf = ({ version: _, untouched: _untouched, ...brand }: Brand): Values => ({
  ...brand,
  seller: { ...NO_SELLER, ...brand.seller },
  grievanceOfficer: brand.grievanceOfficer ?? NO_OFFICER,
});

const isWritten = (fields: Record<string, string>): boolean =>
  Object.values(fields).some((value) => value.trim() !== '');

/** An empty seller is sent as none: then no invoices are written. So is an officer of whom nothing is said but the promise. */
function toSave({ seller: { assayingCentre, ...registered }, grievanceOfficer, ...brand }: Values) {
  const seller = { ...registered, ...(assayingCentre.trim() !== '' && { assayingCentre }) };
  const { promise: _, ...person } = grievanceOfficer;
  return {
    ...brand,
    seller: isWritten(seller) ? (seller as Seller) : null,
    grievanceOfficer: isWritten(person) ? grievanceOfficer : null,
  };
}

export function BrandForm({ brand }: { brand: Brand }) {
  const queryClient = useQueryClient();
  const { register, control, formState, formError, reset, onSubmit, merge, canSave } = useDocumentForm({
    document: brand,
    valuesOf: (read) => valuesOf(read!),
    toRequest: (values: Values, initial) => ({
      call: content.changeBrand,
      body: changedFields(toSave(values), toSave(initial)),
    }),
    save: async ({ body }, _values, version) => (await call(content.changeBrand, { body, version })).brand,
    onSaved: (saved) => {
      queryClient.setQueryData(brandQuery.queryKey, saved);
      return 'Saved';
    },
    labels: { promises: 'Promises' },
    failure: 'Save failed',
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  const promises = useFieldArray({ control, name: 'promises' });
  return (
    <form className={form.form} onSubmit={onSubmit} noValidate aria-label="Brand and seller">
      <section className={form.group}>
        <h2>Brand</h2>
        <div className={form.fields}>
          <Field label="Name" error={errors.name?.message} {...register('name')} />
          <Field label="Tagline" error={errors.tagline?.message} {...register('tagline')} />
          <Field label="Phone" error={errors.phone?.message} {...register('phone')} />
          <Field label="E-mail" type="email" error={errors.email?.message} {...register('email')} />
          <Field label="City" error={errors.city?.message} {...register('city')} />
          <Field label="Company line" error={errors.companyLine?.message} {...register('companyLine')} />
          <Field label="Credit" error={errors.credit?.message} {...register('credit')} />
        </div>
        <TextArea label="Description" error={errors.description?.message} {...register('description')} />
      </section>

      <section className={form.group} id="seller">
        <h2>Seller, as invoices name it</h2>
        <p className={form.soft}>
          Without a seller no invoice is written. Its state decides between CGST with SGST and IGST.
        </p>
        <div className={form.fields}>
          <Field label="Registered name" error={errors.seller?.name?.message} {...register('seller.name')} />
          <Field
            label="GSTIN"
            autoCapitalize="characters"
            error={errors.seller?.gstin?.message}
            {...register('seller.gstin')}
          />
          <Select label="State" error={errors.seller?.state?.message} {...register('seller.state')}>
            <option value="">Choose…</option>
            {INDIAN_STATES.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        </div>
        <TextArea label="Registered address" error={errors.seller?.address?.message} {...register('seller.address')} />
        <Field
          label="Assaying centre"
          hint="Optional: bills of hallmarked pieces name it as a place where they can be checked"
          error={errors.seller?.assayingCentre?.message}
          {...register('seller.assayingCentre')}
        />
      </section>

      <section className={form.group} id="grievances">
        <h2>Grievance officer</h2>
        <p className={form.soft}>
          Shops in India have to name who answers complaints: the contact page does. Check the times with your lawyer.
        </p>
        <div className={form.fields}>
          <Field
            label="Name of the officer"
            error={errors.grievanceOfficer?.name?.message}
            {...register('grievanceOfficer.name')}
          />
          <Field
            label="E-mail for complaints"
            type="email"
            error={errors.grievanceOfficer?.email?.message}
            {...register('grievanceOfficer.email')}
          />
          <Field
            label="Phone for complaints"
            error={errors.grievanceOfficer?.phone?.message}
            {...register('grievanceOfficer.phone')}
          />
          <Field
            label="Hours"
            hint="Such as Monday to Friday, 10 am to 6 pm"
            error={errors.grievanceOfficer?.hours?.message}
            {...register('grievanceOfficer.hours')}
          />
        </div>
        <TextArea
          label="What you promise"
          error={errors.grievanceOfficer?.promise?.message}
          {...register('grievanceOfficer.promise')}
        />
      </section>

      <section className={form.group}>
        <h2>Links</h2>
        <div className={form.fields}>
          {(['instagram', 'facebook', 'maps'] as const).map((site) => (
            <Field
              key={site}
              label={site.charAt(0).toUpperCase() + site.slice(1)}
              type="url"
              error={errors.social?.[site]?.message}
              {...register(`social.${site}`)}
            />
          ))}
          <Field label="Chat" type="url" error={errors.chatLink?.message} {...register('chatLink')} />
        </div>
      </section>

      <section className={form.group}>
        <h2>Promises on the home page</h2>
        {promises.fields.map((field, i) => (
          <div key={field.id} className={form.stack}>
            <Field
              label={`Title ${i + 1}`}
              error={errors.promises?.[i]?.title?.message}
              {...register(`promises.${i}.title`)}
            />
            <TextArea
              label={`Text ${i + 1}`}
              error={errors.promises?.[i]?.text?.message}
              {...register(`promises.${i}.text`)}
            />
            <div>
              <RowButton of={`promise ${i + 1}`} onClick={() => promises.remove(i)}>
                Remove
              </RowButton>
            </div>
          </div>
        ))}
        <FormError message={errors.promises?.root?.message} />
        <div>
          <Button look="secondary" onClick={() => promises.append({ title: '', text: '' })}>
            Add a promise
          </Button>
        </div>
      </section>

      <MergeNotice merge={merge} />
      <SaveBar isSaving={isSubmitting} canSave={canSave} onReset={() => reset()} error={formError}>
        Save
      </SaveBar>
    </form>
  );
}
