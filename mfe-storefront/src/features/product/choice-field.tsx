import { formatMoney, useCurrency } from '@shop/mfe-kit';
import { RadioButtons } from '@shop/ui/radio-buttons.tsx';
import type { ChoiceGroup, ChoiceName } from './choices.rules.ts';

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

/** One thing to choose of a piece. */
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
