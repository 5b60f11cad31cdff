import { formatMoney, useCurrency } from '@shop/mfe-kit';
import { RadioButtons } from '@shop/ui/radio-buttons.tsx';
import type { ChoiceGroup, ChoiceName } from './choices.rules.ts';

interface Props {
  group: ChoiceGroup;
  value: string | undefined;
  /** Price additions of the values, in rupees, once loaded. */
  prices: Readonly<Record<string, number>> | undefined;
  /** Next to each value, not only on hover. */
  showPrices: boolean;
  /** Set after an attempt to buy without this choice. */
  problem: string | undefined;
  onChoose(name: ChoiceName, value: string): void;
}

/** One option group of a product. */
export function ChoiceField({ group, value, prices, showPrices, problem, onChoose }: Props) {
  const { name, title, values, needed, own } = group;
  const { format } = useCurrency();
  return (
    <RadioButtons
      {...{ name, title, values, value, problem }}
      otherwise={own && `${own} unless you choose`}
      required={needed !== undefined}
      extraOf={(one) => {
        const extra = prices?.[one] ?? 0;
        return extra > 0 ? { title: `+ ${formatMoney(extra, 'INR')}`, text: showPrices && `+ ${format(extra)}` } : {};
      }}
      onChoose={(one) => onChoose(name, one)}
    />
  );
}
