import { type AnswerOf, payment } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Transfer = AnswerOf<typeof payment.getBankTransfer>['transfer'];

const POLL_MS = 15_000;

export const transferQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: ['checkout', 'bank-transfer', checkoutId],
    queryFn: ({ signal }) => call(payment.getBankTransfer, { params: { checkoutId }, signal }),
    select: (answer) => answer.transfer,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.transfer.state === 'waiting' && POLL_MS,
  });
