import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Product } from './api/product.ts';
import { type Extras, groupsOf } from './choices.rules.ts';

/** The price additions of a product's options once they are loaded, and what loads them: on intent, because most visitors choose nothing. */
export function usePriceAdditions(product: Product): [Extras | undefined, () => void] {
  const queryClient = useQueryClient();
  const [extras, setExtras] = useState<Extras>();
  const isAsking = useRef(false);
  const load = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    import(/* webpackChunkName: "extras" */ './api/extras.ts')
      .then(({ extrasOf }) =>
        extrasOf(queryClient, product, groupsOf(product, product.customizable ? 'custom' : 'ready')),
      )
      .then(setExtras, (error: unknown) => {
        isAsking.current = false;
        reportError(error);
      });
  };
  return [extras, load];
}
