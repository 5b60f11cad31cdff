import { catalog } from '@shop/contracts/browser';
import { ApiError, call, messageOf, toast, useNavigate } from '@shop/mfe-kit';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch, type FieldPath } from 'react-hook-form';
import { productQuery, PRODUCTS_KEY, type StaffProduct } from '../../api/products.ts';
import form from '../../components/form.module.css';
import { ListField } from '../../components/list-field.tsx';
import { rupeesField, rupeesInput } from '../../components/rupees.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import type { Places } from './api/places.ts';
import { toChange, toCreate, valuesOf, type ProductValues } from './api/product-values.ts';
import { DetailsFields } from './details-fields.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { VideoUpload } from './video-upload.tsx';

interface Props {
  /** The one to change; a new one without. */
  product: StaffProduct | undefined;
  start: ProductValues;
  places: Places;
}

const wholeNumber = (what: string, max: number) => ({
  valueAsNumber: true as const,
  validate: (value: number) =>
    (Number.isInteger(value) && value >= 0 && value <= max) || `${what} is a whole number from 0 to ${max}`,
});

/** Everything of a variant. What the service says of a field stands at that field. */
export function ProductForm({ product, start, places }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [creatingOnce] = useState(createIntent);
  // As it was when it was loaded, or saved last: what differs from it is sent.
  const [before, setBefore] = useState(product);
  const methods = useForm<ProductValues>({ defaultValues: start });
  const { register, control, getValues, handleSubmit, formState, reset, setError, setValue } = methods;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsaved(isDirty);
  const [mainName, tagName, images, video] = useWatch({
    control,
    name: ['category.main', 'material.tag', 'images', 'video'],
  });
  const main = places.categories.find((category) => category.main === mainName);
  const material = places.materials.find(({ tag }) => tag === tagName);

  const save = async (values: ProductValues): Promise<void> => {
    try {
      const { product: saved } = before
        ? await call(catalog.changeProduct, { params: { id: before._id }, body: toChange(values, before) })
        : await create(toCreate(values));
      toast.success(before ? 'Product updated' : 'Product created');
      queryClient.setQueryData(productQuery(saved._id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY, refetchType: 'none' });
      if (before) {
        setBefore(saved);
        reset(valuesOf(saved));
      } else navigate(`/admin/product/${saved._id}`, { replace: true });
    } catch (error) {
      await refused(error, values);
    }
  };

  const create = (body: ReturnType<typeof toCreate>) =>
    creatingOnce(body, (idempotencyKey) => call(catalog.createProduct, { body, idempotencyKey }));

  /** Puts what the service says where it belongs; the rest is a toast. */
  async function refused(error: unknown, values: ProductValues): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const homeless: string[] = [];
    let shouldFocus = true;
    const mark = (name: FieldPath<ProductValues>, message: string) => {
      setError(name, { type: 'server', message }, { shouldFocus });
      shouldFocus = false;
    };
    for (const [field, message] of Object.entries(error.problem.errors ?? {})) {
      // Of an entry of a list: the list says it.
      const name = field.replace(/\.\d+$/, '') as FieldPath<ProductValues>;
      if (valueAt(values, name) === undefined) homeless.push(message);
      else mark(name, message);
    }
    const place = { 'category.not-found': 'category.main', 'material.not-found': 'material.tag' } as const;
    const at = place[error.code as keyof typeof place];
    if (at) mark(at, error.message);
    toast.error(homeless.length > 0 ? homeless.join('. ') : messageOf(error));
    if (error.code === 'product.stock-moved' && before) {
      const { product: now } = await call(catalog.getProductForStaff, { params: { id: before._id } });
      // The rest is still as the form found it: what somebody else wrote there is not to be undone.
      setBefore({ ...before, stock: now.stock, held: now.held });
      mark('stock', `It is ${now.stock} now. Say again what it should be`);
    }
  }

  return (
    <FormProvider {...methods}>
      <form className={form.form} onSubmit={handleSubmit(save)} noValidate aria-label="Product">
        <section className={form.group}>
          <h2>The piece</h2>
          <div className={form.fields}>
            <Field
              label="Name"
              maxLength={120}
              error={errors.name?.message}
              {...register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
            />
            <Field
              label="Product group (SKU)"
              hint="Two letters and 3 to 6 digits: AR-1042"
              autoCapitalize="characters"
              error={errors.productGroup?.message}
              {...register('productGroup', {
                validate: (value) =>
                  /^[A-Z]{2}-\d{3,6}$/.test(value.trim().toUpperCase()) || 'A group code looks like AR-1042',
              })}
            />
            <Field
              label="Price in ₹"
              {...rupeesInput}
              error={errors.price?.message}
              {...register('price', {
                ...rupeesField('Price'),
                validate: (value) => (value > 0 ? rupeesField('Price').validate(value) : 'A piece has a price'),
              })}
            />
            <Field
              label="Free pieces"
              type="number"
              inputMode="numeric"
              min="0"
              hint={before && before.held > 0 ? `${before.held} more are held for checkouts` : undefined}
              error={errors.stock?.message}
              {...register('stock', wholeNumber('The stock', 1_000_000))}
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
              {...register('featured', wholeNumber('Featured', 1_000_000))}
            />
            <Field
              label="Place in its group"
              type="number"
              inputMode="numeric"
              min="0"
              hint="The lowest stands for the group"
              error={errors.position?.message}
              {...register('position', wholeNumber('The place', 1_000))}
            />
          </div>
          <TextArea
            label="Short description"
            maxLength={2000}
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
              {...register('category.main', {
                required: 'Choose a category',
                onChange: () => setValue('category.sub', ''),
              })}
            >
              <option value="">Choose…</option>
              {places.categories.map((category) => (
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
              {...register('material.tag', {
                required: 'Choose a material',
                onChange: () => setValue('material.sub', ''),
              })}
            >
              <option value="">Choose…</option>
              {places.materials.map(({ _id, tag }) => (
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
          <PictureUpload
            images={images}
            onAdd={(src) =>
              setValue('images', [...new Set([...getValues('images'), src])], {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
          />
          <ListField
            control={control}
            name="images"
            label="Address of a picture"
            hint="The first one is on the card, the second one on hover; at most 12"
            check={(values) => (values.length === 0 ? 'Add a picture' : values.length <= 12 || 'At most 12 pictures')}
          />
          <VideoUpload src={video} onChange={(src) => setValue('video', src, { shouldDirty: true })} />
          <Field label="Address of a video" maxLength={500} error={errors.video?.message} {...register('video')} />
        </section>

        <DetailsFields />

        <div className={`${form.buttons} ${form.save}`}>
          <Button type="submit" busy={isSubmitting} disabled={before && !isDirty}>
            {before ? 'Update' : 'Create'}
          </Button>
          <Button look="secondary" onClick={() => reset()}>
            Reset
          </Button>
          {Object.keys(errors).length > 0 && (
            <p className={form.error} role="alert">
              Something above is missing or wrong
            </p>
          )}
        </div>
      </form>
    </FormProvider>
  );
}

const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
