import { queryOptions } from '@tanstack/react-query';

/** When a piece that is ordered now arrives, in words. A PIN code that has an answer is remembered. */
export const deliveryQuery = (pincode: string, isMadeToOrder: boolean) =>
  queryOptions({
    queryKey: ['storefront', 'delivery', pincode, isMadeToOrder],
    queryFn: async ({ signal }) => {
      // Most visitors ask for no date.
      const { deliveryTo } = await import(/* webpackChunkName: "delivery" */ './delivery-date.ts');
      return deliveryTo(pincode, isMadeToOrder, signal);
    },
    retry: false,
  });
