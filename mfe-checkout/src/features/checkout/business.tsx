import { bareGstin, gstinProblem } from '@shop/contracts/browser';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { Ref } from 'react';
import s from './checkout.module.css';

export interface ChosenBusiness {
  isBusiness: boolean;
  name: string;
  gstin: string;
}
export const NO_BUSINESS: ChosenBusiness = { isBusiness: false, name: '', gstin: '' };
export type BusinessProblems = Partial<Record<'name' | 'gstin', string>>;

/** In the words of the service. */
export function businessProblems({ isBusiness, name, gstin }: ChosenBusiness): BusinessProblems {
  if (!isBusiness) return {};
  const wrong = gstinProblem(bareGstin(gstin));
  return {
    ...(name.trim() === '' && { name: 'Name of the business is required' }),
    ...(wrong !== undefined && { gstin: wrong }),
  };
}

interface Props {
  business: ChosenBusiness;
  problems: BusinessProblems;
  nameRef: Ref<HTMLInputElement>;
  gstinRef: Ref<HTMLInputElement>;
  onChange(business: ChosenBusiness): void;
}

/** For buyers who claim the tax: their invoice has name and GSTIN of the business. */
export function Business({ business, problems, nameRef, gstinRef, onChange }: Props) {
  return (
    <section className={s.card} aria-labelledby="business-title">
      <h2 id="business-title">Invoice</h2>
      <Checkbox
        checked={business.isBusiness}
        onChange={({ target }) => onChange({ ...business, isBusiness: target.checked })}
      >
        I buy for a business and have a GSTIN
      </Checkbox>
      {business.isBusiness && (
        <div className={s.fields}>
          <Field
            ref={nameRef}
            label="Name of the business"
            autoComplete="organization"
            maxLength={100}
            value={business.name}
            error={problems.name}
            onChange={({ target }) => onChange({ ...business, name: target.value })}
          />
          <Field
            ref={gstinRef}
            label="GSTIN"
            hint="15 characters; it is printed on the invoice"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={business.gstin}
            error={problems.gstin}
            onChange={({ target }) => onChange({ ...business, gstin: target.value })}
          />
        </div>
      )}
    </section>
  );
}
