import type { catalog } from '@shop/contracts';
import { Failure } from '@shop/service-kit';

export type Priced = Extract<catalog.QuotedLine, { state: 'priced' }>;

/** @throws Failure `product.not-found`, `option.not-offered` with an error for each missing choice */
export function pricedOf(quoted: catalog.QuotedLine): Priced {
  if (quoted.state === 'priced') return quoted;
  if (quoted.state === 'gone') throw new Failure('product.not-found');
  const [first] = Object.values(quoted.errors);
  throw new Failure('option.not-offered', {
    ...(first?.startsWith('Please') && { message: first }),
    errors: Object.fromEntries(
      Object.entries(quoted.errors).map(([field, message]) => [`customizations.${field}`, message]),
    ),
  });
}
