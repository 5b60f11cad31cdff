import { catalog, MAX_PERCENT, MIN_PERCENT, PRICE_STEPS } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useWatch, type FieldPath } from 'react-hook-form';
import { OPTION_LISTS, optionsQuery } from '../../api/option-lists.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { useContractForm } from '../../components/contract-form/use-contract-form.ts';
import { beginAgain } from '../../components/document-form/begin-again.ts';
import form from '../../components/form.module.css';
import { May } from '../../components/may.tsx';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { PercentField } from '../../components/number-field/percent-field.tsx';
import { changesOf, editValuesOf, isRemovable, TEXTS, type EditValues } from './api/edit-values.ts';
import type { ProductEdit } from './api/product-edits.ts';
import type { Taxonomies } from './api/taxonomies.ts';
import s from './edit-form.module.css';
import { FIELD_NAMES } from './edit-texts.ts';
import { PlaceFields } from './place-fields.tsx';

const STAYS = 'Stays as it is';

const STEP_NAMES: Record<(typeof PRICE_STEPS)[number], string> = {
  '0.01': 'To the paisa',
  '1': 'To whole ₹1',
  '10': 'To whole ₹10',
  '100': 'To whole ₹100',
};

const PIECES = {
  received: { label: 'Pieces that came, each', hint: undefined },
  'written-off': { label: 'Pieces that are gone, each', hint: undefined },
  counted: { label: 'Pieces that are there, each', hint: 'With those held for checkouts' },
} as const;

/** Fields of the form by paths of the body that have another name there. */
const FIELDS: Readonly<Record<string, string>> = {
  lowStockAt: 'lowStockAt.value',
  featured: 'featured.value',
  ...Object.fromEntries(TEXTS.map((name) => [name, `${name}.value`])),
};

const FIELD_OF_ERROR: Readonly<Record<string, FieldPath<EditValues>>> = {
  'category.not-found': 'category.main',
  'material.not-found': 'material.tag',
};

/** What an edit does to each of its products; saved as a preview. */
export function EditForm({
  edit,
  taxonomies,
  onPreviewed,
}: {
  edit: ProductEdit;
  taxonomies: Taxonomies;
  onPreviewed(edit: ProductEdit): void;
}) {
  const { formError, submit, ...methods } = useContractForm({
    defaultValues: editValuesOf(edit.changes),
    toRequest: (values: EditValues) => ({ call: catalog.previewProductEdit, body: changesOf(values) }),
    fieldOf: (path) => FIELDS[path] ?? path,
  });
  const { register, control, formState, setError } = methods;
  const { errors, isSubmitting } = formState;
  const occasions = useQuery(optionsQuery(OPTION_LISTS.occasion));
  const values = useWatch({ control }) as EditValues;
  const { price, stock, lowStockAt, featured } = values;

  const onSubmit = submit(async ({ body }, written) => {
    try {
      onPreviewed((await call(catalog.previewProductEdit, { params: { id: edit._id }, body })).edit);
      beginAgain(methods, written, written);
    } catch (error) {
      const name = error instanceof ApiError ? FIELD_OF_ERROR[error.code] : undefined;
      if (!name) throw error;
      setError(name, { type: 'server', message: (error as ApiError).message }, { shouldFocus: true });
    }
  });

  return (
    <FormProvider {...methods}>
      <form className={s.form} onSubmit={onSubmit} noValidate aria-label="Changes">
        <div className={s.row}>
          <Select label="Price" error={errors.price?.by?.message} {...register('price.by')}>
            <option value="">{STAYS}</option>
            <option value="percent">By per cent</option>
            <option value="amount">By an amount</option>
            <option value="set">To one price</option>
          </Select>
          {price.by === 'percent' && (
            <PercentField
              control={control}
              name="price.value"
              label="Change"
              isSigned
              hint={`From ${MIN_PERCENT} to ${MAX_PERCENT}; −10 is a tenth less`}
            />
          )}
          {price.by === 'amount' && (
            <MoneyField control={control} name="price.value" label="Change" isSigned hint="Below 0: less" />
          )}
          {price.by === 'set' && (
            <MoneyField control={control} name="price.value" label="New price" hint="Before GST" />
          )}
          {price.by && price.by !== 'set' && (
            <Select label="Rounded" error={errors.price?.step?.message} {...register('price.step')}>
              {PRICE_STEPS.map((step) => (
                <option key={step} value={step}>
                  {STEP_NAMES[step]}
                </option>
              ))}
            </Select>
          )}
        </div>
        <div className={s.row}>
          <Select label="Stock" error={errors.stock?.kind?.message} {...register('stock.kind')}>
            <option value="">{STAYS}</option>
            <option value="received">Pieces came</option>
            <option value="written-off">Pieces are gone</option>
            <option value="counted">Pieces were counted</option>
          </Select>
          {stock.kind && (
            <>
              <NumberField
                control={control}
                name="stock.pieces"
                label={PIECES[stock.kind].label}
                hint={PIECES[stock.kind].hint}
              />
              <Field
                label="Reason"
                hint="In the movements of each product"
                error={errors.stock?.reason?.message}
                {...register('stock.reason')}
              />
            </>
          )}
        </div>
        <div className={s.row}>
          <Select label="Status" error={errors.status?.message} {...register('status')}>
            <option value="">{STAYS}</option>
            <option value="published">Published</option>
            <option value="draft">Draft: only staff see it</option>
          </Select>
          <Select label="Featured" error={errors.featured?.by?.message} {...register('featured.by')}>
            <option value="">{STAYS}</option>
            <option value="set">Set to</option>
          </Select>
          {featured.by && (
            <NumberField
              control={control}
              name="featured.value"
              label="Featured, highest first"
              hint="0 is not featured"
            />
          )}
          <Select label="Stock is low" error={errors.lowStockAt?.by?.message} {...register('lowStockAt.by')}>
            <option value="">{STAYS}</option>
            <option value="set">At a number of pieces</option>
            <option value="remove">At the default</option>
          </Select>
          {lowStockAt.by === 'set' && <NumberField control={control} name="lowStockAt.value" label="Stock is low at" />}
        </div>
        <div className={s.row}>
          <PlaceFields of="category" taxonomies={taxonomies} none={STAYS} partLater />
          <PlaceFields of="material" taxonomies={taxonomies} none={STAYS} partLater />
          {(['add', 'remove'] as const).map((what) => (
            <Select
              key={what}
              label={what === 'add' ? 'Add an occasion' : 'Take an occasion away'}
              error={occasionError(errors.occasions?.[what])}
              {...register(`occasions.${what}`)}
            >
              <option value="">None</option>
              {/* Of a preview, before the list is there. */}
              {[...new Set([...(occasions.data ?? []).map(({ value }) => value), values.occasions[what]])]
                .filter(Boolean)
                .map((value) => (
                  <option key={value}>{value}</option>
                ))}
            </Select>
          ))}
        </div>
        <div className={s.row}>
          {TEXTS.map((name) => (
            <div key={name} className={s.text}>
              <Select label={FIELD_NAMES[name]} error={errors[name]?.by?.message} {...register(`${name}.by`)}>
                <option value="">{STAYS}</option>
                <option value="set">Is written</option>
                {isRemovable(name) && <option value="remove">Is removed</option>}
              </Select>
              {values[name].by === 'set' && (
                <TextArea
                  label={`${FIELD_NAMES[name]}, new`}
                  rows={2}
                  error={errors[name]?.value?.message}
                  {...register(`${name}.value`)}
                />
              )}
            </div>
          ))}
        </div>
        <div className={form.buttons}>
          <May permission="products.change">
            <Button
              type="submit"
              busy={isSubmitting || edit.state === 'previewing'}
              look={edit.preview > 0 ? 'secondary' : 'primary'}
            >
              {edit.preview > 0 ? 'Preview again' : 'Preview'}
            </Button>
          </May>
          <FormError message={formError} />
        </div>
      </form>
    </FormProvider>
  );
}

/** Of the list, or of its one entry. */
const occasionError = (error: unknown): string | undefined => (error as { message?: string } | undefined)?.message;
