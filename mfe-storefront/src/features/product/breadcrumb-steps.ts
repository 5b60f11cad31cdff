import { capitalized, plural } from '../../components/display-names.ts';
import type { Product } from './api/product.ts';

/** The way from the home page to a piece. */
export const stepsTo = ({ name, productGroup, category: { main, sub } }: Product) => {
  const category = `/product/${encodeURIComponent(main)}`;
  return [
    { name: 'Home', path: '/' },
    { name: plural(main), path: category },
    ...(sub ? [{ name: capitalized(sub), path: `${category}/${encodeURIComponent(sub)}` }] : []),
    { name, path: `/product/group/${productGroup}` },
  ];
};
