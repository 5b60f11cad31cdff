import { mrpOf, paiseFrom, rupeesFrom } from '@shop/contracts/browser';
import { formatMoney, useCurrency } from '@shop/mfe-kit';
import { RadioButtons } from '@shop/ui/radio-buttons.tsx';
import { type ReactNode, useId } from 'react';
import s from './choice-field.module.css';
import { type ChoiceGroup, type ChoiceName, fitOneRow } from './choices.rules.ts';

interface Props {
  group: ChoiceGroup;
  value: string | undefined;
  /** Price additions of the values, in rupees, once loaded. */
  prices: Readonly<Record<string, number>> | undefined;
  /** Next to each value, not only on hover. */
  showPrices: boolean;
  /** Set after an attempt to buy without this choice. */
  problem: string | undefined;
  /** Beside the title. */
  aside?: ReactNode;
  onChoose(name: ChoiceName, value: string): void;
}

interface Extra {
  title?: string;
  text?: ReactNode;
}

/** One option group of a product: as buttons, or as a list where its sizes would take several rows. */
export function ChoiceField({ group, value, prices, showPrices, problem, aside, onChoose }: Props) {
  const { name, title, values, needed, own, notPriced } = group;
  const { formatPrice, tax } = useCurrency();
  const isDisabled = (one: string) => notPriced?.includes(one) ?? false;
  const extraOf = (one: string): Extra => {
    if (isDisabled(one)) return { text: 'Not available yet' };
    const price = prices?.[one] ?? 0;
    if (price === 0) return {};
    const mrp = rupeesFrom(mrpOf(paiseFrom(price), tax.gstRate));
    return {
      title: `+ ${formatMoney(tax.prices === 'with-tax' ? mrp : price, 'INR')}`,
      text: `+ ${formatPrice({ price, mrp })}`,
    };
  };
  const choose = (one: string) => onChoose(name, one);
  if (needed !== undefined && !fitOneRow(values)) {
    const options = values.map((one) => ({ value: one, disabled: isDisabled(one), extra: extraOf(one).text }));
    return <SizeList {...{ name, title, options, value, problem, aside }} onChoose={choose} />;
  }
  return (
    <RadioButtons
      {...{ name, title, values, value, problem, aside, isDisabled }}
      otherwise={own && `${own} unless you choose`}
      required={needed !== undefined}
      extraOf={(one) => {
        const extra = extraOf(one);
        return showPrices || isDisabled(one) ? extra : { title: extra.title };
      }}
      onChoose={choose}
    />
  );
}

interface SizeListProps extends Pick<Props, 'value' | 'problem' | 'aside'> {
  name: string;
  title: string;
  options: readonly { value: string; disabled: boolean; extra: ReactNode }[];
  onChoose(value: string): void;
}

function SizeList({ name, title, options, value, problem, aside, onChoose }: SizeListProps) {
  const id = useId();
  return (
    <div className={s.field} data-choice={name}>
      <p className={s.head}>
        <label htmlFor={id}>{title}</label>
        {aside}
      </p>
      <select
        id={id}
        data-name={name}
        value={value ?? ''}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">Choose</option>
        {options.map((one) => (
          <option key={one.value} value={one.value} disabled={one.disabled}>
            {one.value}
            {one.extra && <> ({one.extra})</>}
          </option>
        ))}
      </select>
      {problem && (
        <p id={`${id}-problem`} className={s.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
