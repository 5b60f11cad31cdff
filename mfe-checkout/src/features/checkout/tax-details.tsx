import { barePan, currencyFormat, panProblem } from '@shop/contracts/browser';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { Field } from '@shop/ui/field.tsx';
import type { Ref } from 'react';
import s from './checkout.module.css';

/** Kept in memory alone: what lies in the browser's storage may be read by who has it next. */
export interface ChosenTax {
  pan: string;
  noPan: boolean;
}
export const NO_TAX: ChosenTax = { pan: '', noPan: false };
export type TaxProblems = Partial<Record<'pan', string>>;

/** In the words of the service. */
export function taxProblems({ pan, noPan }: ChosenTax): TaxProblems {
  if (noPan) return {};
  if (pan.trim() === '') return { pan: 'PAN is required. If you have none, say so below' };
  const wrong = panProblem(barePan(pan));
  return wrong === undefined ? {} : { pan: wrong };
}

/** As the checkout takes it. */
export const taxOf = ({ pan, noPan }: ChosenTax): { pan: string } | { noPan: true } =>
  noPan ? { noPan } : { pan: barePan(pan) };

interface Props {
  /** In rupees; unknown until the next quote. */
  above: number | undefined;
  tax: ChosenTax;
  problems: TaxProblems;
  panRef: Ref<HTMLInputElement>;
  onChange(tax: ChosenTax): void;
}

/** For a day's purchases of which the law wants to know the buyer. */
export function TaxDetails({ above, tax, problems, panRef, onChange }: Props) {
  const sum = above === undefined ? '' : ` above ${currencyFormat('INR', 'short').format(above)}`;
  return (
    <section className={s.card} aria-labelledby="tax-title">
      <h2 id="tax-title">Tax details</h2>
      <p className={s.small}>
        Required by law for purchases{sum} a day. We use it for nothing else, and show it to you masked.
      </p>
      {!tax.noPan && (
        <div className={s.fields}>
          <Field
            ref={panRef}
            label="PAN"
            hint="10 characters, of whoever pays"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={tax.pan}
            error={problems.pan}
            onChange={({ target }) => onChange({ ...tax, pan: target.value })}
          />
        </div>
      )}
      <Checkbox checked={tax.noPan} onChange={({ target }) => onChange({ ...tax, noPan: target.checked })}>
        I have no PAN
      </Checkbox>
      {tax.noPan && (
        <p className={s.notice} role="note">
          You then sign Form 97 (formerly Form 60). We send it to you after you ordered, and your piece leaves once we
          have it back.
        </p>
      )}
    </section>
  );
}
