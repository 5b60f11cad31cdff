import { catalog, LOW_STOCK_AT, MAX_PICTURES, type BodyOf } from '@shop/contracts/browser';
import { ApiError, call, useNavigate } from '@shop/mfe-kit';
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
import { rupeesInput } from '../../components/rupees.ts';
import type { Taxonomies } from './api/taxonomies.ts';
import { toChange, toCreate, valuesOf, type ProductValues } from './api/product-values.ts';
import { DetailsFields } from './details-fields.tsx';
import { SaveBar } from './save-bar.tsx';
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
  const navigate = useNavigate();
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
    save: async ({ body }, values, version) => {
      try {
        const answer = product
          ? await call(catalog.changeProduct, { params: { id: product._id }, body: body as Change, version })
          : await create(toCreate(values));
        return answer.product;
      } catch (error) {
        if (error instanceof ApiError) await markField(error);
        throw error;
      }
    },
    onSaved: (saved) => {
      queryClient.setQueryData(productQuery(saved._id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY, refetchType: 'none' });
      if (!product) void navigate(`/admin/product/${saved._id}`, { replace: true });
      return product ? 'Product updated' : 'Product created';
    },
    labels: { images: 'Pictures', pictureNotes: 'Texts and focal points of pictures', stones: 'Stones' },
    fieldOf: (path) => (path === 'stockBefore' ? 'stock' : path),
    alwaysToast: true,
  });
  const { register, control, getValues, formState, setError, setValue } = methods;
  const { errors } = formState;
  const [mainName, tagName, name, tones] = useWatch({
    control,
    name: ['category.main', 'material.tag', 'name', 'detailsRef.metalTone'],
  });
  const {
    field: { ref: picturesRef, value: pictures },
  } = useController({ control, name: 'images' });
  const { field: video } = useController({ control, name: 'video' });
  const { field: notes } = useController({ control, name: 'pictureNotes' });
  const main = taxonomies.categories.find((category) => category.main === mainName);
  const material = taxonomies.materials.find(({ tag }) => tag === tagName);

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
            <Field
              label="Price in ₹"
              hint="Before GST; shoppers see the MRP"
              {...rupeesInput}
              error={errors.price?.message}
              {...register('price', { valueAsNumber: true })}
            />
            <Field
              label="Free pieces"
              type="number"
              inputMode="numeric"
              min="0"
              hint={before && before.held > 0 ? `${before.held} more are held for checkouts` : undefined}
              error={errors.stock?.message}
              {...register('stock', { valueAsNumber: true })}
            />
            <Field
              label="Stock is low at"
              type="number"
              inputMode="numeric"
              min="0"
              hint={`Free pieces; empty: ${LOW_STOCK_AT}`}
              error={errors.lowStockAt?.message}
              {...register('lowStockAt', { valueAsNumber: true })}
            />
            <Select label="Status" error={errors.status?.message} {...register('status')}>
              <option value="draft">Draft: only staff see it</option>
              <option value="published">Published</option>
            </Select>
            <Field
              label="Featured"
              type="number"
              inputMode="numeric"
              min="0"
              hint="Highest first; 0 is not featured"
              error={errors.featured?.message}
              {...register('featured', { valueAsNumber: true })}
            />
            <Field
              label="Place in its group"
              type="number"
              inputMode="numeric"
              min="0"
              hint="The lowest represents the group"
              error={errors.position?.message}
              {...register('position', { valueAsNumber: true })}
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
            <Select
              label="Category"
              error={errors.category?.main?.message}
              {...register('category.main', { onChange: () => setValue('category.sub', '') })}
            >
              <option value="">Choose…</option>
              {taxonomies.categories.map((category) => (
                <option key={category._id}>{category.main}</option>
              ))}
            </Select>
            <Select label="Sub-category" error={errors.category?.sub?.message} {...register('category.sub')}>
              <option value="">None</option>
              {main?.sub.map((sub) => (
                <option key={sub}>{sub}</option>
              ))}
            </Select>
            <Select
              label="Material"
              error={errors.material?.tag?.message}
              {...register('material.tag', { onChange: () => setValue('material.sub', '') })}
            >
              <option value="">Choose…</option>
              {taxonomies.materials.map(({ _id, tag }) => (
                <option key={_id}>{tag}</option>
              ))}
            </Select>
            <Select label="Sub-tag" error={errors.material?.sub?.message} {...register('material.sub')}>
              <option value="">None</option>
              {material?.sub.map((sub) => (
                <option key={sub}>{sub}</option>
              ))}
            </Select>
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
          <VideoUpload src={video.value} onChange={video.onChange} />
          {errors.video && <p className={form.error}>{errors.video.message}</p>}
        </section>

        <DetailsFields />

        <MergeNotice merge={merge} />
        <SaveBar canSave={!before || canSave} error={formError}>
          {before ? 'Update' : 'Create'}
        </SaveBar>
      </form>
    </FormProvider>
  );
}
