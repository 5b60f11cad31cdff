import type { Product } from './api/product.ts';

type Kind = NonNullable<Product['design']>['kind'];

/** The display forms of the studio, by kind of piece. */
const FORMS: Record<Kind, string> = {
  ring: 'on a hand',
  bracelet: 'on a wrist',
  bangle: 'on a wrist',
  necklace: 'on a neck bust',
  pendant: 'on a neck bust',
  earring: 'on an ear',
};
/** The studio names the picture on a form so. */
const WORN = /-worn\.[^/]*$/;

/** What each picture shows, for those who do not see it: on which form, and which of how many it is. */
export const altsOf = (name: string, images: readonly string[], kind?: Kind): string[] =>
  images.map((image, i) => {
    const form = kind && WORN.test(image) ? ` ${FORMS[kind]}` : '';
    return `${name}${form}${images.length > 1 ? `, picture ${i + 1} of ${images.length}` : ''}`;
  });
