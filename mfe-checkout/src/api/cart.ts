import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Cart = AnswerOf<typeof cartOrder.getCart>;
export type CartItem = Cart['cart'][number];

/** The cart of the signed-in user. */
export const cartQuery = queryOptions({
  queryKey: ['checkout', 'cart'],
  queryFn: ({ signal }) => call(cartOrder.getCart, { signal }),
  // Another tab or device may have changed it.
  refetchOnWindowFocus: 'always',
});
