import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { call, messageOf, toast, useAccount } from '@shop/mfe-kit';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export type Alerts = AnswerOf<typeof cartOrder.listAlerts>;
export type Alert = Alerts['alerts'][number];
export type AlertKind = Alert['kind'];

/** What the visitor reads beside the button, and what is kept as the record of the agreement. */
export const CONSENT = {
  'back-in-stock': 'One mail when this piece is back in stock. You can take this back at any time.',
  'price-drop':
    'Mails when this piece costs less, at most one a day. You can take this back at any time, also in each mail.',
  all: 'Mail me when a piece on my wishlist costs less, at most once a day. I can take this back at any time, also in each mail.',
} as const;

/** The mails that the signed-in user wants. */
export const alertsQuery = queryOptions({
  queryKey: ['storefront', 'alerts'],
  queryFn: ({ signal }) => call(cartOrder.listAlerts, { signal }),
});

/** The agreements of the signed-in user, and how they change. */
export function useAlerts() {
  const { user } = useAccount();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...alertsQuery, enabled: user !== null });
  const options = {
    meta: { quiet: true },
    onError: (error: Error) => toast.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries(alertsQuery),
  };
  const change = useMutation({
    ...options,
    mutationFn: ({
      isWanted,
      ...params
    }: {
      isWanted: boolean;
      kind: AlertKind;
      productId: string;
    }): Promise<unknown> =>
      isWanted
        ? call(cartOrder.wantAlert, { params, body: { consent: CONSENT[params.kind] } })
        : call(cartOrder.withdrawAlert, { params }),
  });
  const switching = useMutation({
    ...options,
    mutationFn: (isWanted: boolean) =>
      call(cartOrder.switchPriceDrops, { body: isWanted ? { isWanted, consent: CONSENT.all } : { isWanted } }),
    onSuccess: (answer) => queryClient.setQueryData(alertsQuery.queryKey, answer),
  });
  return {
    isKnown: data !== undefined,
    allPriceDrops: data?.allPriceDrops ?? false,
    has: (kind: AlertKind, productId: string) =>
      data?.alerts.some((alert) => alert.kind === kind && alert.productId === productId) ?? false,
    change: change.mutate,
    isChanging: change.isPending || switching.isPending,
    switchAll: switching.mutate,
  };
}
