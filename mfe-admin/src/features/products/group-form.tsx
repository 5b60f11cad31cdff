import { catalog, DETAIL_FIELDS, MAX_LINE, optionKindOf, type SharedDetailName } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import {
  currentOf,
  fieldOf,
  groupQuery,
  sharedDetailsOf,
  toChange,
  toneOf,
  valuesOf,
  withStocks,
  type GroupValues,
  type ProductGroup,
} from './api/product-groups.ts';
import type { Taxonomies } from './api/taxonomies.ts';
import s from './group-form.module.css';
import { GroupPictures } from './group-pictures.tsx';
import { GroupVariants } from './group-variants.tsx';
import { OptionChoice, OptionValues } from './option-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { SharedField } from './shared-field.tsx';

/** The free pieces now, where a save was refused for them. */
const stocksIn = (error: unknown): Record<string, number> | undefined =>
  error instanceof ApiError && error.code === 'product.stock-moved'
    ? (error.problem.details as { stocks: Record<string, number> }).stocks
    : undefined;

const NAMES: Readonly<Record<string, string>> = { category: 'Category', addImages: 'Pictures', featured: 'Featured' };

/** What people call a field that is not on the screen. */
function nameOf(field: string, now: ProductGroup): string | undefined {
  if (field.startsWith('details.')) return DETAIL_FIELDS[field.slice('details.'.length) as SharedDetailName]?.label;
  const [, id] = /^variants\.([0-9a-f]{24})$/.exec(field) ?? [];
  const variant = now.variants.find(({ _id }) => _id === id);
  return variant ? toneOf(variant) : NAMES[field];
}

interface Props {
  group: ProductGroup;
  taxonomies: Taxonomies;
  onArchive(variant: StaffProduct): void;
}

/** All of a group that is not archived: shared texts, its variants in a table, their pictures. One save writes it at once. */
export function GroupForm({ group: read, taxonomies, onArchive }: Props) {
  const queryClient = useQueryClient();
  const {
    onSubmit,
    formError,
    merge,
    canSave,
    stand,
    document: shown,
    ...methods
  } = useDocumentForm({
    document: read,
    valuesOf: (document) => valuesOf(document ?? read),
    toRequest: (values: GroupValues, _initial, document) => ({
      call: catalog.changeProductGroup,
      body: toChange(values, document ?? read),
    }),
    save: async ({ body }, _values, version) => {
      try {
        const params = { code: read.productGroup };
        return (await call(catalog.changeProductGroup, { params, body, version })).group;
      } catch (error) {
        const stocks = stocksIn(error);
        // Only the stock is taken over: what is written stays, and the field asks for it again.
        if (stocks) stand(withStocks(group, stocks));
        throw error;
      }
    },
    onSaved: (saved) => {
      queryClient.setQueryData(groupQuery(saved.productGroup).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY, refetchType: 'none' });
      return 'Group updated';
    },
    fieldOf,
    labels: nameOf,
    alwaysToast: true,
  });
  const group = shown ?? read;
  return (
    <FormProvider {...methods}>
      <form className={`${form.form} ${s.form}`} onSubmit={onSubmit} noValidate aria-label="Group">
        <Texts group={group} />
        <section className={`${form.group} ${s.wide}`}>
          <h2>Variants</h2>
          <GroupVariants group={group} onArchive={onArchive} />
        </section>
        <Place group={group} taxonomies={taxonomies} />
        <SharedDetails group={group} />
        <GroupPictures group={group} />
        <MergeNotice merge={merge} />
        <SaveBar canSave={canSave} error={formError}>
          Save
        </SaveBar>
      </form>
    </FormProvider>
  );
}

function Texts({ group }: { group: ProductGroup }) {
  const { register, formState } = useFormContext<GroupValues>();
  const { errors } = formState;
  return (
    <section className={form.group}>
      <h2>Texts of all variants</h2>
      <SharedField group={group} path="name" label="Name">
        <Field label="Name" error={errors.name?.message} {...register('name')} />
      </SharedField>
      <SharedField group={group} path="shortDescription" label="Short description">
        <TextArea
          label="Short description"
          rows={3}
          error={errors.shortDescription?.message}
          {...register('shortDescription')}
        />
      </SharedField>
    </section>
  );
}

function Place({ group, taxonomies }: { group: ProductGroup; taxonomies: Taxonomies }) {
  const { register, control, setValue, formState } = useFormContext<GroupValues>();
  const { errors } = formState;
  const category = useWatch({ control, name: 'category' });
  const main = taxonomies.categories.find((one) => one.main === category?.main);
  return (
    <section className={form.group}>
      <h2>Where it is found</h2>
      <SharedField group={group} path="category" label="Category">
        <div className={form.fields}>
          <Select
            label="Category"
            error={errors.category?.main?.message ?? errors.category?.message}
            {...register('category.main', { onChange: () => setValue('category.sub', '') })}
          >
            {taxonomies.categories.map((one) => (
              <option key={one._id}>{one.main}</option>
            ))}
          </Select>
          <Select label="Sub-category" error={errors.category?.sub?.message} {...register('category.sub')}>
            <option value="">None</option>
            {main?.sub.map((sub) => (
              <option key={sub}>{sub}</option>
            ))}
          </Select>
        </div>
      </SharedField>
      <SharedField group={group} path="featured" label="Featured">
        <Field
          label="Featured"
          type="number"
          inputMode="numeric"
          min="0"
          hint="Highest first; 0 is not featured"
          error={errors.featured?.message}
          {...register('featured', { valueAsNumber: true })}
        />
      </SharedField>
    </section>
  );
}

function SharedDetails({ group }: { group: ProductGroup }) {
  return (
    <section className={form.group}>
      <h2>What all variants have</h2>
      {sharedDetailsOf(group).map((name) => (
        <SharedField key={name} group={group} path={`details.${name}`} label={DETAIL_FIELDS[name].label}>
          <Detail name={name} group={group} />
        </SharedField>
      ))}
    </section>
  );
}

function Detail({ name, group }: { name: SharedDetailName; group: ProductGroup }): ReactNode {
  const { register, formState } = useFormContext<GroupValues>();
  const declared = DETAIL_FIELDS[name];
  const { label } = declared;
  const path = `details.${name}` as const;
  const error = formState.errors.details?.[name]?.message;
  const model = currentOf(group)[0]!.detailsModel;
  switch (declared.kind) {
    case 'list':
      return <OptionValues<GroupValues> name={path as never} label={label} options={optionKindOf(model, declared)} />;
    case 'choice':
      return <OptionChoice<GroupValues> name={path} label={label} options={optionKindOf(model, declared)} />;
    case 'flag':
      return <Checkbox {...register(path)}>{label}</Checkbox>;
    case 'text':
      return <Field label={label} maxLength={MAX_LINE} error={error} {...register(path)} />;
    case 'longText':
      return (
        <TextArea
          label={label}
          hint={'hint' in declared ? declared.hint : undefined}
          maxLength={declared.max}
          error={error}
          {...register(path)}
        />
      );
  }
}
