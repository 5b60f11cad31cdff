import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { changedFields } from '../../components/changed-fields.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { SaveBar } from '../../components/document-form/save-bar.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { ListField } from '../../components/list-field.tsx';
import { PictureField } from '../../components/picture-field.tsx';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { fieldOf, toSave, type Values, valuesOf } from './api/collection-values.ts';
import { type Collection, collectionsQuery, placesQuery } from './api/collections.ts';
import { CollectionPreview } from './collection-preview.tsx';
import { FacetChoices } from './facet-choices.tsx';

const SORTS: Record<Collection['sort'], string> = {
  featured: 'Featured',
  'best-selling': 'Best selling',
  'price-ascending': 'Lowest price',
  'price-descending': 'Highest price',
  'created-descending': 'Newest first',
  'title-ascending': 'Name, A to Z',
  'rating-descending': 'Best rated',
};

/** A new one has a picture or says nothing of it. */
const toCreate = (values: Values) => {
  const { image, ...fields } = toSave(values);
  return { ...fields, ...(image && { image }) };
};

/** Width from which its picture is sharp at the head of its page. */
const SHARP_FROM = 1200;

/** `collection`: the one to change; undefined for a new one. */
export function CollectionForm({ collection }: { collection: Collection | undefined }) {
  const leadOn = useLeadOn();
  const queryClient = useQueryClient();
  const [creatingOnce] = useState(createIntent);
  const {
    onSubmit,
    formError,
    register,
    control,
    formState,
    setValue,
    merge,
    canSave,
    document: before,
  } = useDocumentForm({
    document: collection,
    valuesOf,
    toRequest: (values: Values, initial, read) =>
      read
        ? { call: catalog.changeCollection, body: changedFields(toSave(values), toSave(initial)) }
        : { call: catalog.createCollection, body: toCreate(values) },
    save: async ({ body }, values, version, read) => {
      const created = toCreate(values);
      const answer = read
        ? await call(catalog.changeCollection, { params: { id: read._id }, body, version })
        : await creatingOnce(created, (key) => call(catalog.createCollection, { body: created, idempotencyKey: key }));
      return answer.collection;
    },
    onSaved: async (_saved, _values, was) => {
      await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      return was ? 'Collection updated' : 'Collection created';
    },
    onDone: ({ _id }) => {
      if (!collection) void leadOn(`/admin/collection/${_id}`, { replace: true });
    },
    labels: { image: 'Image', picks: 'Picked pieces', facets: 'What belongs to it' },
    fieldOf,
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  const values = useWatch({ control }) as Values;
  const { field: picture } = useController({ control, name: 'image' });
  const action = before ? 'Update' : 'Create';
  return (
    <div className={form.columns}>
      <form className={form.form} onSubmit={onSubmit} noValidate aria-label="Collection">
        <fieldset className={form.group}>
          <legend>Words and picture</legend>
          <div className={form.fields}>
            <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
            <Field
              label="Address"
              hint="After /collection/; made of the name where it is empty. A former one leads to it"
              autoComplete="off"
              error={errors.slug?.message}
              {...register('slug')}
            />
            <Select label="Kind" error={errors.kind?.message} {...register('kind')}>
              <option value="collection">Collection</option>
              <option value="gift-guide">Gift guide</option>
            </Select>
            <Select label="Status" error={errors.status?.message} {...register('status')}>
              <option value="draft">Draft</option>
              <option value="published">Published</option>
            </Select>
          </div>
          <TextArea
            label="Text"
            hint="Under the name, and in search engines"
            rows={3}
            error={errors.text?.message}
            {...register('text')}
          />
          <PictureField {...picture} label="Image" isOptional sharpFrom={SHARP_FROM} error={errors.image?.message} />
        </fieldset>
        <fieldset className={form.group}>
          <legend>What belongs to it</legend>
          <div className={form.fields}>
            <Places register={register} errors={errors} values={values} />
            <MoneyField control={control} name="priceFrom" label="Price from" hint="As the shop shows prices" />
            <MoneyField control={control} name="priceTo" label="Price to" />
          </div>
          <FacetChoices control={control} values={values} />
        </fieldset>
        <fieldset className={form.group}>
          <legend>Order</legend>
          <ListField
            control={control}
            name="picks"
            label="Picked pieces"
            hint="Group codes that come first, in this order, whether they fit or not: AR-1042"
          />
          <div className={form.fields}>
            <Select label="The others" error={errors.sort?.message} {...register('sort')}>
              {Object.entries(SORTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        </fieldset>
        <MergeNotice merge={merge} />
        <SaveBar isSaving={isSubmitting} canSave={!before || canSave} error={formError}>
          {action}
        </SaveBar>
      </form>
      <CollectionPreview
        values={values}
        onPick={(group) => setValue('picks', [...values.picks, group], { shouldDirty: true })}
        onPicture={(image) => setValue('image', image, { shouldDirty: true })}
      />
    </div>
  );
}

type Form = ReturnType<typeof useDocumentForm<Collection, Values, never>>;

function Places({
  register,
  errors,
  values,
}: {
  register: Form['register'];
  errors: Form['formState']['errors'];
  values: Values;
}) {
  const { data } = useQuery(placesQuery);
  const places = (chosen: string, entries: readonly { name: string; sub: readonly string[] }[] = []) => {
    const all = entries.flatMap(({ name, sub }) => [
      name,
      ...sub.filter((one) => one !== 'all').map((one) => `${name}/${one}`),
    ]);
    return (chosen === '' || all.includes(chosen) ? all : [chosen, ...all]).map((place) => (
      <option key={place} value={place}>
        {place.replace('/', ': ')}
        {data && !all.includes(place) && ' (does not exist any more)'}
      </option>
    ));
  };
  return (
    <>
      <Select
        // Its options are there before its value.
        key={data ? 'category' : 'category, loading'}
        label="Category"
        error={errors.category?.message}
        {...register('category')}
      >
        <option value="">Any</option>
        {places(
          values.category,
          data?.categories.map(({ main, sub }) => ({ name: main, sub })),
        )}
      </Select>
      <Select
        key={data ? 'material' : 'material, loading'}
        label="Material"
        error={errors.material?.message}
        {...register('material')}
      >
        <option value="">Any</option>
        {places(
          values.material,
          data?.materials.map(({ tag, sub }) => ({ name: tag, sub })),
        )}
      </Select>
    </>
  );
}
