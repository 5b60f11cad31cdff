import { formatMoney, useCurrency } from '@shop/mfe-kit';
import { useId } from 'react';
import type { ChoiceGroup, ChoiceName } from './choices.rules.ts';
import s from './choice-field.module.css';

interface Props {
  group: ChoiceGroup;
  value: string | undefined;
  /** What the values add to the price, in rupees, once it is known. */
  prices: Readonly<Record<string, number>> | undefined;
  /** Beside each value, not only when it is pointed at. */
  showPrices: boolean;
  /** It is missing, and somebody wanted to buy the piece. */
  problem: string | undefined;
  onChoose(name: ChoiceName, value: string): void;
}

/** One thing to choose, as buttons of which one is pressed. */
export function ChoiceField({ group, value, prices, showPrices, problem, onChoose }: Props) {
  const { name, title, values, needed, own } = group;
  const { format } = useCurrency();
  const id = useId();
  return (
    <div
      className={s.field}
      role="radiogroup"
      data-choice={name}
      aria-labelledby={id}
      aria-required={needed !== undefined}
      aria-invalid={problem !== undefined}
      aria-describedby={problem && `${id}-problem`}
    >
      <p id={id} className={s.title}>
        {title}
        {value ? <strong>{value}</strong> : own ? <span>{own} unless you choose</span> : null}
      </p>
      <div className={s.values}>
        {values.map((one) => {
          const extra = prices?.[one] ?? 0;
          return (
            <label key={one} className={s.value} title={extra > 0 ? `+ ${formatMoney(extra, 'INR')}` : undefined}>
              <input
                type="radio"
                name={id}
                data-name={name}
                value={one}
                checked={one === value}
                onChange={() => onChoose(name, one)}
              />
              {one}
              {showPrices && extra > 0 && <small>+ {format(extra)}</small>}
            </label>
          );
        })}
      </div>
      {problem && (
        <p id={`${id}-problem`} className={s.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
