import { content, INDIAN_STATES } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, messageOf, toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useFieldArray, useForm } from 'react-hook-form';
import { changedFields } from '../../components/changed-fields.ts';
import form from '../../components/form.module.css';
import { useUnsaved } from '../../components/unsaved.ts';
import { brandQuery, type Brand } from './api/brand.ts';

type Seller = NonNullable<Brand['seller']>;
type Values = Omit<Brand, 'seller'> & { seller: Omit<Seller, 'state'> & { state: Seller['state'] | '' } };

const NO_SELLER = { name: '', address: '', state: '', gstin: '' } as const;
const valuesOf = (brand: Brand): Values => ({ ...brand, seller: brand.seller ?? NO_SELLER });

/** Without any field of it there is no seller, and no invoice is written. */
function toSave({ seller, ...brand }: Values) {
  const isThere = Object.values(seller).some((value) => value.trim() !== '');
  return { ...brand, seller: isThere ? (seller as Seller) : null };
}

const LIMIT_OF_PROMISES = 6;
const https = (value: string) => /^https:\/\/\S+$/.test(value.trim()) || 'An address that begins with https://';

export function BrandForm({ brand }: { brand: Brand }) {
  const queryClient = useQueryClient();
  const { register, control, handleSubmit, formState, reset, setError } = useForm<Values>({
    defaultValues: valuesOf(brand),
  });
  const { errors, isDirty, isSubmitting, defaultValues } = formState;
  useUnsaved(isDirty);
  const promises = useFieldArray({ control, name: 'promises' });
  const save = async (values: Values): Promise<void> => {
    try {
      const body = changedFields(toSave(values), toSave(defaultValues as Values));
      const saved = (await call(content.changeBrand, { body })).brand;
      queryClient.setQueryData(brandQuery.queryKey, saved);
      reset(valuesOf(saved));
      toast.success('Saved');
    } catch (error) {
      const said = error instanceof ApiError ? Object.keys(error.problem.errors ?? {}) : [];
      applyProblem(error, setError as never, said);
      toast.error(messageOf(error, 'Save failed'));
    }
  };
  const required = (what: string) => ({ validate: (value: string) => value.trim() !== '' || `${what} is required` });
  const ofSeller = (what: string) => ({
    validate: (value: string, { seller }: Values) =>
      value.trim() !== '' || Object.values(seller).every((one) => one.trim() === '') || `${what} is required`,
  });
  return (
    <form className={form.form} onSubmit={handleSubmit(save)} noValidate aria-label="Brand and seller">
      <section className={form.group}>
        <h2>Brand</h2>
        <div className={form.fields}>
          <Field label="Name" maxLength={60} error={errors.name?.message} {...register('name', required('Name'))} />
          <Field label="Tagline" maxLength={120} error={errors.tagline?.message} {...register('tagline')} />
          <Field label="Phone" maxLength={30} error={errors.phone?.message} {...register('phone')} />
          <Field
            label="E-mail"
            type="email"
            maxLength={254}
            error={errors.email?.message}
            {...register('email', required('E-mail'))}
          />
          <Field label="City" maxLength={100} error={errors.city?.message} {...register('city')} />
          <Field
            label="Company line"
            maxLength={200}
            error={errors.companyLine?.message}
            {...register('companyLine')}
          />
          <Field label="Credit" maxLength={100} error={errors.credit?.message} {...register('credit')} />
        </div>
        <TextArea
          label="Description"
          maxLength={300}
          error={errors.description?.message}
          {...register('description')}
        />
      </section>

      <section className={form.group}>
        <h2>Seller, as invoices name it</h2>
        <p className={form.soft}>
          Without a seller no invoice is written. Its state decides between CGST with SGST and IGST.
        </p>
        <div className={form.fields}>
          <Field
            label="Registered name"
            maxLength={120}
            error={errors.seller?.name?.message}
            {...register('seller.name', ofSeller('Name'))}
          />
          <Field
            label="GSTIN"
            autoCapitalize="characters"
            maxLength={15}
            error={errors.seller?.gstin?.message}
            {...register('seller.gstin', ofSeller('GSTIN'))}
          />
          <Select label="State" error={errors.seller?.state?.message} {...register('seller.state', ofSeller('State'))}>
            <option value="">Choose…</option>
            {INDIAN_STATES.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        </div>
        <TextArea
          label="Registered address"
          maxLength={300}
          error={errors.seller?.address?.message}
          {...register('seller.address', ofSeller('Address'))}
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
              maxLength={500}
              error={errors.social?.[site]?.message}
              {...register(`social.${site}`, { validate: https })}
            />
          ))}
          <Field
            label="Chat"
            type="url"
            maxLength={500}
            error={errors.chatLink?.message}
            {...register('chatLink', { validate: https })}
          />
        </div>
      </section>

      <section className={form.group}>
        <h2>Promises on the home page</h2>
        {promises.fields.map((field, i) => (
          <div key={field.id} className={form.stack}>
            <Field
              label={`Title ${i + 1}`}
              maxLength={60}
              error={errors.promises?.[i]?.title?.message}
              {...register(`promises.${i}.title`, required('Title'))}
            />
            <TextArea
              label={`Text ${i + 1}`}
              maxLength={200}
              error={errors.promises?.[i]?.text?.message}
              {...register(`promises.${i}.text`, required('Text'))}
            />
            <div>
              <Button look="quiet" onClick={() => promises.remove(i)}>
                Remove<span className="visually-hidden"> promise {i + 1}</span>
              </Button>
            </div>
          </div>
        ))}
        {promises.fields.length < LIMIT_OF_PROMISES && (
          <div>
            <Button look="secondary" onClick={() => promises.append({ title: '', text: '' })}>
              Add a promise
            </Button>
          </div>
        )}
      </section>

      <div className={`${form.buttons} ${form.save}`}>
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
        <Button look="secondary" onClick={() => reset()}>
          Reset
        </Button>
      </div>
    </form>
  );
}
