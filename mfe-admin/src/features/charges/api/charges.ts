import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Charges = AnswerOf<typeof cartOrder.getCharges>['data'];
export type Rate = Charges['internationalShipping'][number];

export const chargesQuery = queryOptions({
  queryKey: ['admin', 'charges'],
  queryFn: async ({ signal }) => (await call(cartOrder.getCharges, { signal })).data,
});

export const loadRates = async (): Promise<string> => (await call(cartOrder.exportInternationalRates)).csv;
