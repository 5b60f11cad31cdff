import { formatMoney } from '@shop/mfe-kit';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import type { Ref } from 'react';
import type { Quote } from './api.ts';
import s from './checkout.module.css';

export interface ChosenExtras {
  hallmarking: boolean;
  specialRequest: boolean;
  note: string;
}
export const NO_EXTRAS: ChosenExtras = { hallmarking: false, specialRequest: false, note: '' };

const NOTE_LIMIT = 500;

interface Props {
  quote: Quote;
  extras: ChosenExtras;
  noteRef: Ref<HTMLTextAreaElement>;
  noteError: string | undefined;
  onChange(extras: ChosenExtras): void;
}

/** Optional extras with their prices. */
export function Extras({ quote, extras, noteRef, noteError, onChange }: Props) {
  const { extras: prices, currency, offersHallmarking = true } = quote;
  const unmarked = unmarkedNames(quote);
  return (
    <section className={s.card} aria-labelledby="extras-title">
      <h2 id="extras-title">Optional extras</h2>
      {offersHallmarking && (
        <Checkbox
          checked={extras.hallmarking}
          onChange={({ target }) => onChange({ ...extras, hallmarking: target.checked })}
        >
          Hallmarking <span className={s.fee}>{formatMoney(prices.hallmarking, currency)}</span>{' '}
          {unmarked.length > 0 && (
            <span className={s.what}>The BIS hallmark for what has none yet: {unmarked.join(', ')}</span>
          )}
        </Checkbox>
      )}
      <Checkbox
        checked={extras.specialRequest}
        onChange={({ target }) => onChange({ ...extras, specialRequest: target.checked })}
      >
        Special request <span className={s.fee}>{formatMoney(prices.specialRequest, currency)}</span>
      </Checkbox>
      {extras.specialRequest && (
        <TextArea
          ref={noteRef}
          label="Your request"
          placeholder="Write your request…"
          maxLength={NOTE_LIMIT}
          rows={3}
          value={extras.note}
          error={noteError}
          onChange={({ target }) => onChange({ ...extras, note: target.value })}
        />
      )}
    </section>
  );
}

/** The pieces that the paid hallmarking is for, as far as the service says. */
const unmarkedNames = ({ lines }: Quote): string[] => [
  ...new Set(lines.flatMap(({ particulars, product }) => (particulars?.isHallmarked === false ? [product.name] : []))),
];

export function Couriers({
  couriers,
  currency,
  selected,
  onSelect,
}: {
  couriers: Quote['couriers'];
  currency: Quote['currency'];
  selected: string | null;
  onSelect(courier: string): void;
}) {
  return (
    <fieldset className={s.card}>
      <legend>
        <h2>Courier</h2>
      </legend>
      {couriers.map(({ courier, charge }) => (
        <label key={courier} className={s.courier}>
          <input type="radio" name="courier" checked={courier === selected} onChange={() => onSelect(courier)} />
          <span>{courier}</span>
          <span className={s.fee}>{charge === 0 ? 'Free' : formatMoney(charge, currency)}</span>
        </label>
      ))}
    </fieldset>
  );
}
