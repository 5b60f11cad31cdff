import {
  catalog,
  LOW_STOCK_AT,
  MAX_PICTURES,
  modelOfCategory,
  type AnswerOf,
  type BodyOf,
} from '@shop/contracts/browser';
import { ApiError, call, toast } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useController, useWatch, type FieldPath } from 'react-hook-form';
import { productQuery, PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import form from '../../components/form.module.css';
import { GalleryField } from '../../components/gallery/gallery-field.tsx';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { useLeadOn } from '../../components/use-lead-on.ts';
import type { Taxonomies } from './api/taxonomies.ts';
import { CUSTOMIZATIONS_KEY } from './api/product-groups.ts';
import { toChange, toCreate, valuesOf, type ProductValues } from './api/product-values.ts';
import { DetailsFields } from './details-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PieceSaveBar } from './piece-save-bar.tsx';
import { VideoUpload } from './video-upload.tsx';

interface Props {
  /** The product to change; undefined for a new one. */
  product: StaffProduct | undefined;
  start: ProductValues;
  taxonomies: Taxonomies;
}

type Change = BodyOf<typeof catalog.changeProduct>;

/** Fields of the errors that name none. */
const FIELD_OF_ERROR = { 'category.not-found': 'category.main', 'material.not-found': 'material.tag' } as const;

/** All fields of a variant. */
export function ProductForm({ product, start, taxonomies }: Props) {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const [creatingOnce] = useState(createIntent);
  const {
    onSubmit,
    formError,
    merge,
    canSave,
    stand,
    document: before,
    ...methods
  } = useDocumentForm({
    document: product,
    start,
    valuesOf: (read) => (read ? valuesOf(read) : start),
    toRequest: (values: ProductValues, _initial, read) =>
      read
        ? { call: catalog.changeProduct, body: toChange(values, read) }
        : { call: catalog.createProduct, body: toCreate(values) },
    save: async ({ body }, values, version, read) => {
      try {
        const answer: AnswerOf<typeof catalog.changeProduct> = read
          ? await call(catalog.changeProduct, { params: { id: read._id }, body: body as Change, version })
          : await create(toCreate(values));
        if (answer.message) toast.info(answer.message);
        return answer.product;
      } catch (error) {
        if (error instanceof ApiError) await markField(error);
        throw error;
      }
    },
    onSaved: (saved, _values, was) => {
      queryClient.setQueryData(productQuery(saved._id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY, refetchType: 'none' });
      // They follow a piece to its new group.
      void queryClient.invalidateQueries({ queryKey: CUSTOMIZATIONS_KEY, refetchType: 'none' });
      return was ? 'Product updated' : 'Product created';
    },
    onDone: ({ _id }) => {
      if (!product) void leadOn(`/admin/product/${_id}`, { replace: true });
    },
    labels: { images: 'Pictures', pictureNotes: 'Texts and focal points of pictures', stones: 'Stones' },
    fieldOf: (path) => (path === 'stockBefore' ? 'stock' : path),
    alwaysToast: true,
  });
  const { register, control, getValues, formState, setError, setValue } = methods;
  const { errors } = formState;
  const [name, tones] = useWatch({ control, name: ['name', 'detailsRef.metalTone'] });
  const {
    field: { ref: picturesRef, value: pictures },
  } = useController({ control, name: 'images' });
  const { field: video } = useController({ control, name: 'video' });
  const { field: notes } = useController({ control, name: 'pictureNotes' });

  const create = (body: ReturnType<typeof toCreate>) =>
    creatingOnce(body, (idempotencyKey) => call(catalog.createProduct, { body, idempotencyKey }));

  /** Errors of the service that are about a field without naming it. */
  async function markField(error: ApiError): Promise<void> {
    const mark = (name: FieldPath<ProductValues>, message: string) =>
      setError(name, { type: 'server', message }, { shouldFocus: true });
    const name = FIELD_OF_ERROR[error.code as keyof typeof FIELD_OF_ERROR];
    if (name) mark(name, error.message);
    if (error.code !== 'product.stock-moved' || !before) return;
    const { product: now } = await call(catalog.getProductForStaff, { params: { id: before._id } });
    // Only the stock is taken over: other fields would otherwise be sent as changed.
    stand({ ...before, stock: now.stock, held: now.held });
    mark('stock', `It is ${now.stock} now. Say again what it should be`);
  }

  return (
    <FormProvider {...methods}>
      <form className={form.form} onSubmit={onSubmit} noValidate aria-label="Product">
        <section className={form.group}>
          <h2>The piece</h2>
          <div className={form.fields}>
            <Field label="Name" error={errors.name?.message} {...register('name')} />
            <Field
              label="Product group (SKU)"
              hint="Two letters and 3 to 6 digits: AR-1042"
              autoCapitalize="characters"
              error={errors.productGroup?.message}
              {...register('productGroup')}
            />
            <MoneyField control={control} name="price" label="Price" hint="Before GST; shoppers see the MRP" />
            <NumberField
              control={control}
              name="stock"
              label="Free pieces"
              hint={before && before.held > 0 ? `${before.held} more are held for checkouts` : undefined}
            />
            <NumberField
              control={control}
              name="lowStockAt"
              label="Stock is low at"
              hint={`Free pieces; empty: ${LOW_STOCK_AT}`}
            />
            <Select label="Status" error={errors.status?.message} {...register('status')}>
              <option value="draft">Draft: only staff see it</option>
              <option value="published">Published</option>
            </Select>
            <NumberField control={control} name="featured" label="Featured" hint="Highest first; 0 is not featured" />
            <NumberField
              control={control}
              name="position"
              label="Place in its group"
              hint="The lowest represents the group"
            />
          </div>
          <TextArea
            label="Short description"
            rows={3}
            error={errors.shortDescription?.message}
            {...register('shortDescription')}
          />
        </section>

        <section className={form.group}>
          <h2>Where it is found</h2>
          <div className={form.fields}>
            <PlaceFields
              of="category"
              taxonomies={taxonomies}
              none="Choose…"
              onWhole={(name) => {
                // Of a category of the shop's own staff say themselves what its pieces are.
                const model = modelOfCategory(name);
                if (model && !product) setValue('detailsModel', model, { shouldDirty: true });
              }}
            />
            <PlaceFields of="material" taxonomies={taxonomies} none="Choose…" />
          </div>
        </section>

        <section className={form.group}>
          <h2>Pictures</h2>
          <GalleryField
            ref={picturesRef}
            images={pictures}
            notes={notes.value}
            of={[name || 'The piece', tones?.[0]].filter(Boolean).join(' in ')}
            kind={product?.design?.kind}
            max={MAX_PICTURES}
            error={errors.images?.message ?? errors.pictureNotes?.message ?? errors.pictureNotes?.root?.message}
            onImages={(change) =>
              setValue('images', change(getValues('images')), { shouldDirty: true, shouldValidate: true })
            }
            onNotes={notes.onChange}
          />
          <VideoUpload src={video.value} error={errors.video?.message} onChange={video.onChange} />
        </section>

        <DetailsFields />

        <MergeNotice merge={merge} />
        <PieceSaveBar canSave={!before || canSave} error={formError}>
          {before ? 'Update' : 'Create'}
        </PieceSaveBar>
      </form>
    </FormProvider>
  );
}
