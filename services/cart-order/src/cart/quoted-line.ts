import { catalog } from '@shop/contracts';
import { Failure } from '@shop/service-kit';

export type Priced = Extract<catalog.QuotedLine, { state: 'priced' }>;

/** @throws Failure `product.not-found`, `option.not-offered` or `option.not-priced` with an error for each choice */
export function pricedOf(quoted: catalog.QuotedLine): Priced {
  if (quoted.state === 'priced') return quoted;
  if (quoted.state === 'gone') throw new Failure('product.not-found');
  const [first] = Object.values(quoted.errors);
  throw new Failure(quoted.code ?? 'option.not-offered', {
    ...(first?.startsWith('Please') && { message: first }),
    errors: Object.fromEntries(
      Object.entries(quoted.errors).map(([field, message]) => [`customizations.${field}`, message]),
    ),
  });
}

/** A client may name the details of the piece, which must be its own. @throws Failure `request.invalid` with the field */
export function requireOwnDetails(
  sent: Parameters<typeof catalog.foreignDetails>[0],
  { product }: Priced,
  path = '',
): void {
  const foreign = Object.entries(catalog.foreignDetails(sent, product));
  if (foreign.length === 0) return;
  const errors = Object.fromEntries(foreign.map(([field, message]) => [`${path}${field}`, message]));
  throw new Failure('request.invalid', { errors });
}
