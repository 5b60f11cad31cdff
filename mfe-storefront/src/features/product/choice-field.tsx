import { mrpOf, paiseFrom, rupeesFrom } from '@shop/contracts/browser';
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
  const { name, title, values, needed, own, notPriced } = group;
  const { formatPrice, tax } = useCurrency();
  return (
    <RadioButtons
      {...{ name, title, values, value, problem }}
      otherwise={own && `${own} unless you choose`}
      required={needed !== undefined}
      isDisabled={(one) => notPriced?.includes(one) ?? false}
      extraOf={(one) => {
        if (notPriced?.includes(one)) return { text: 'Not available yet' };
        const price = prices?.[one] ?? 0;
        if (price === 0) return {};
        const mrp = rupeesFrom(mrpOf(paiseFrom(price), tax.gstRate));
        const title = `+ ${formatMoney(tax.prices === 'with-tax' ? mrp : price, 'INR')}`;
        return { title, text: showPrices && `+ ${formatPrice({ price, mrp })}` };
      }}
      onChoose={(one) => onChoose(name, one)}
    />
  );
}
