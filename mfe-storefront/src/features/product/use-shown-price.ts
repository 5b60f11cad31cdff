import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Product } from './api/product.ts';
import { quoteQuery } from './api/quote.ts';
import { customizationsOf } from './choices.rules.ts';
import type { ChosenOptions } from './use-choices.ts';

interface ShownPrice {
  /** Without tax, in rupees. */
  price: number;
  /** With tax, in rupees. */
  mrp?: number | undefined;
  /** Whether another price is on its way. */
  isFetching: boolean;
}

/** The price of a product as chosen: its own, or the service's quote. */
export function useShownPrice(
  product: Product,
  { mode, groups, choices }: Pick<ChosenOptions, 'mode' | 'groups' | 'choices'>,
): ShownPrice {
  const priced = useMemo(() => customizationsOf(mode, choices, product), [mode, choices, product]);
  const isPlain = mode === 'ready' && groups.every(({ name, own }) => !choices[name] || choices[name] === own);
  const { data: quote, isFetching } = useQuery({ ...quoteQuery(product._id, priced), enabled: !isPlain });
  // The last price of this variant stays until another one arrives, or if none does.
  const of = `${product._id} ${mode}`;
  const [last, setLast] = useState<{ of: string; quote: typeof quote }>();
  if (quote && quote !== last?.quote) setLast({ of, quote });
  const known = quote ?? (last?.of === of ? last.quote : undefined);
  const { price, mrp } = isPlain || !known ? product : { price: known.finalPrice, mrp: known.mrp };
  return { price, mrp, isFetching };
}
