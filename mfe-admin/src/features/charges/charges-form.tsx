import { type BodyOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { changedFields } from '../../components/changed-fields.ts';
import { FormError } from '../../components/contract-form/form-error.tsx';
import { MergeNotice } from '../../components/document-form/merge-notice.tsx';
import { useDocumentForm } from '../../components/document-form/use-document-form.ts';
import layout from '../../components/form.module.css';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { PercentField } from '../../components/number-field/percent-field.tsx';
import { chargesQuery, type Charges } from './api/charges.ts';

type Values = Omit<Charges, 'internationalShipping' | 'dutiesNote' | 'version' | 'untouched'> & { dutiesNote: string };

/** The rate is a fraction in the contract and per cent in the form; without the last bits of the product. */
const percentOf = (fraction: number): number => Number((fraction * 100).toPrecision(12));
const fractionOf = (percent: number): number => Number((percent / 100).toPrecision(12));

/** Without the courier rates: they have their own calls, and sending them would overwrite changes of other tabs. */
const valuesOf = ({
  internationalShipping: _,
  version: _version,
  untouched: _untouched,
  ...values
}: Charges): Values => ({
  ...values,
  gstRate: percentOf(values.gstRate),
  dutiesNote: values.dutiesNote ?? '',
});
const toSave = (values: Values) => ({ ...values, gstRate: fractionOf(values.gstRate) });

/** Undefined where a colleague created them since: then they are updated, and what both wrote is merged. */
async function created(body: BodyOf<typeof cartOrder.createCharges>): Promise<Charges | undefined> {
  try {
    return (await call(cartOrder.createCharges, { body })).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'charges.exist') return undefined;
    throw error;
  }
}

const DISPATCH = [
  ['readyFrom', 'Ready pieces leave after, at least'],
  ['readyTo', 'Ready pieces leave after, at most'],
  ['madeToOrderFrom', 'Pieces made to order leave after, at least'],
  ['madeToOrderTo', 'Pieces made to order leave after, at most'],
] as const;

export function ChargesForm({ charges }: { charges: Charges }) {
  const queryClient = useQueryClient();
  const { register, control, formState, formError, onSubmit, merge, canSave } = useDocumentForm({
    document: charges,
    valuesOf: (read) => valuesOf(read!),
    // Creating takes the same body.
    toRequest: (values: Values, initial) => ({
      call: cartOrder.updateCharges,
      body: changedFields(toSave(values), toSave(initial)),
    }),
    save: async ({ body }, _values, version, read) =>
      (read?.untouched && (await created(body))) || (await call(cartOrder.updateCharges, { body, version })).data,
    onSaved: (saved, _values, before) => {
      queryClient.setQueryData(chargesQuery.queryKey, saved);
      return before?.untouched ? 'Charges created' : 'Charges updated';
    },
    failure: charges.untouched ? 'Creation failed' : 'Update failed',
    alwaysToast: true,
  });
  const { errors, isSubmitting } = formState;
  return (
    <form className={layout.group} onSubmit={onSubmit} noValidate aria-label="Charges">
      <div className={layout.fields}>
        <PercentField
          control={control}
          name="gstRate"
          label="GST"
          hint="Of the subtotal. Check rates and dates with your accountant"
        />
        <Select
          label="Prices that shoppers see"
          hint="Shoppers in India are shown prices with all taxes by law"
          error={errors.showPrices?.message}
          {...register('showPrices')}
        >
          <option value="with-tax">With GST (MRP)</option>
          <option value="before-tax">Before GST</option>
        </Select>
        <MoneyField
          control={control}
          name="domesticShipping"
          label="Shipping abroad"
          hint="Where no courier has a rate for the country. India is free"
        />
        <MoneyField
          control={control}
          name="freeShippingAbove"
          label="Free shipping above"
          hint="A parcel whose subtotal is above it travels free"
        />
        <MoneyField
          control={control}
          name="otherCharges.engraving"
          label="Engraving"
          hint="Extras and shipping contain their GST; the bill splits them"
        />
        <MoneyField
          control={control}
          name="otherCharges.hallmarking"
          label="Hallmarking"
          hint="Offered where a piece is not hallmarked; of the others it is a part"
        />
        <MoneyField control={control} name="otherCharges.specialRequestDefault" label="Special request" />
        <MoneyField control={control} name="giftWrap" label="Gift wrap" />
        {/* Unknown to a service of the version before. */}
        {charges.panAbove !== undefined && (
          <MoneyField
            control={control}
            name="panAbove"
            label="PAN needed above"
            hint="Of what one buyer buys on a day, in rupees and for India. Check with your accountant"
          />
        )}
        <NumberField
          control={control}
          name="maxPieces"
          label="Pieces per customer"
          hint="Of one product, in the cart and in all open checkouts of an account"
        />
        {DISPATCH.map(([name, label]) => (
          <NumberField
            control={control}
            name={`dispatch.${name}`}
            key={name}
            label={label}
            hint="Business days until the parcel leaves"
          />
        ))}
      </div>
      <Checkbox {...register('zeroRatedExports')}>No GST on what leaves India (zero-rated exports)</Checkbox>
      <TextArea
        label="Duties abroad"
        hint="Buyers outside India read it before they pay, and with their order, in its mail and on its bill. Check with your courier who charges them"
        error={errors.dutiesNote?.message}
        {...register('dutiesNote')}
      />
      <MergeNotice merge={merge} />
      <div className={layout.buttons}>
        <Button type="submit" busy={isSubmitting} disabled={!canSave && !charges.untouched}>
          Save
        </Button>
        <span className={layout.soft}>Shoppers see it at once; a checkout that has begun keeps its charges</span>
        <FormError message={formError} />
      </div>
    </form>
  );
}
