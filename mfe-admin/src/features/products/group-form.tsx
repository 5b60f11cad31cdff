import { catalog, DETAIL_FIELDS, type SharedDetailName } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { Field } from '@shop/ui/field.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider, useFormContext } from 'react-hook-form';
import { PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { NumberField } from '../../components/number-field/number-field.tsx';
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
import { DetailField } from './detail-field.tsx';
import { GroupPictures } from './group-pictures.tsx';
import { GroupVariants } from './group-variants.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PieceSaveBar } from './piece-save-bar.tsx';
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
        <PieceSaveBar canSave={canSave} error={formError}>
          Save
        </PieceSaveBar>
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
  const { control } = useFormContext<GroupValues>();
  return (
    <section className={form.group}>
      <h2>Where it is found</h2>
      <SharedField group={group} path="category" label="Category">
        <div className={form.fields}>
          <PlaceFields of="category" taxonomies={taxonomies} />
        </div>
      </SharedField>
      <SharedField group={group} path="featured" label="Featured">
        <NumberField control={control} name="featured" label="Featured" hint="Highest first; 0 is not featured" />
      </SharedField>
    </section>
  );
}

function SharedDetails({ group }: { group: ProductGroup }) {
  const model = currentOf(group)[0]!.detailsModel;
  return (
    <section className={form.group}>
      <h2>What all variants have</h2>
      {sharedDetailsOf(group).map((name) => (
        <SharedField key={name} group={group} path={`details.${name}`} label={DETAIL_FIELDS[name].label}>
          <DetailField<GroupValues> name={name} path={`details.${name}`} model={model} />
        </SharedField>
      ))}
    </section>
  );
}
