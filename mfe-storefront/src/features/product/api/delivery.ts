import { cartOrder } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { rememberPincode } from '../remembered-pincode.ts';

/** When a piece that is ordered now arrives. A PIN code that has an answer is remembered. */
export const deliveryQuery = (pincode: string, isMadeToOrder: boolean) =>
  queryOptions({
    queryKey: ['storefront', 'delivery', pincode, isMadeToOrder],
    queryFn: async ({ signal }) => {
      const query = { madeToOrder: isMadeToOrder ? ('true' as const) : ('false' as const) };
      const { delivery } = await call(cartOrder.getDelivery, { params: { pincode }, query, signal });
      rememberPincode(pincode);
      return delivery;
    },
    retry: false,
  });
