import type { FieldValues } from 'react-hook-form';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

interface Props<Values extends FieldValues> extends Omit<NumberFieldProps<Values>, 'label'> {
  /** Without the unit, which is said after it: `GST`. */
  label: string;
}

/** A rate, which the form holds in per cent. */
export const PercentField = <Values extends FieldValues>({ label, ...field }: Props<Values>) => (
  <NumberField
    {...field}
    label={
      <>
        {label}
        <span className="visually-hidden"> in %</span>
      </>
    }
    end="%"
    marks={['%']}
    decimals={2}
  />
);
