import { CURRENCY_DECIMALS, currencyFormat, type CurrencyCode } from '@shop/contracts/browser';
import type { FieldValues } from 'react-hook-form';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

interface Props<Values extends FieldValues> extends Omit<NumberFieldProps<Values>, 'label'> {
  /** Without the currency, which is said after it: `Price`. */
  label: string;
  /** What it belongs to, said after the currency: `, Rose Gold`. */
  of?: string;
  currency?: CurrencyCode;
}

/** `$`, which several currencies have: not what the field shows, but what may be pasted. */
const symbolOf = (currency: CurrencyCode): string =>
  currencyFormat(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

/**
 * An amount in rupees, or in another currency, in major units as the wire has it. `₹1,23,456`, `Rs. 500` and `500/-` may be pasted. Every field
 * for money is one.
 */
export function MoneyField<Values extends FieldValues>({ label, of, currency = 'INR', ...field }: Props<Values>) {
  const isRupees = currency === 'INR';
  const mark = isRupees ? '₹' : currency;
  return (
    <NumberField
      {...field}
      label={
        <>
          {label}
          <span className="visually-hidden">
            {' '}
            in {mark}
            {of}
          </span>
        </>
      }
      start={mark}
      marks={[symbolOf(currency), currency, ...(isRupees ? ['Rs.', 'Rs', '/-'] : [])]}
      decimals={CURRENCY_DECIMALS[currency]}
      grouping={isRupees ? 'lakh' : 'thousand'}
      currency={currency}
      isPadded
    />
  );
}
