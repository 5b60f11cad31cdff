import { formatMoney } from '@shop/mfe-kit';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import type { Quote } from './api.ts';
import s from './checkout.module.css';

export interface ChosenPresent {
  isPresent: boolean;
  wrap: boolean;
  message: string;
}
export const NO_PRESENT: ChosenPresent = { isPresent: false, wrap: false, message: '' };

/** As the contract allows. */
const MESSAGE_LIMIT = 250;

interface Props {
  quote: Quote;
  present: ChosenPresent;
  onChange(present: ChosenPresent): void;
}

/** Wrap and message of a present. */
export function Present({ quote: { extras: prices, currency }, present, onChange }: Props) {
  return (
    <section className={s.card} aria-labelledby="present-title">
      <h2 id="present-title">A present</h2>
      <Checkbox
        checked={present.isPresent}
        onChange={({ target }) => onChange({ ...present, isPresent: target.checked })}
      >
        This is a present: the slip in the parcel shows no price
      </Checkbox>
      {present.isPresent && (
        <>
          <Checkbox checked={present.wrap} onChange={({ target }) => onChange({ ...present, wrap: target.checked })}>
            Gift wrap <span className={s.fee}>{formatMoney(prices.giftWrap ?? 0, currency)}</span>
          </Checkbox>
          <TextArea
            label="Message (optional)"
            hint={`${present.message.length} of ${MESSAGE_LIMIT} characters; printed on the slip`}
            maxLength={MESSAGE_LIMIT}
            rows={3}
            value={present.message}
            onChange={({ target }) => onChange({ ...present, message: target.value })}
          />
        </>
      )}
    </section>
  );
}
