import { cartOrder, catalog, content, identity, payment, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

/** The calls of each service, which looks after its own queues and jobs. */
const CALLS = { catalog, identity, 'cart-order': cartOrder, payment, content } as const;

export type OperatedService = keyof typeof CALLS;
export const OPERATED_SERVICES = Object.keys(CALLS) as OperatedService[];

export type Failures = AnswerOf<typeof catalog.listFailures>;
export type GivenUp = NonNullable<Failures['events']>[number];

const OPERATIONS_KEY = ['admin', 'operations'] as const;

export const failuresKey = (service: OperatedService) => [...OPERATIONS_KEY, service] as const;

export const failuresQuery = (service: OperatedService) =>
  queryOptions({
    queryKey: failuresKey(service),
    queryFn: ({ signal }): Promise<Failures> => call(CALLS[service].listFailures, { signal }),
  });

export type Releases = AnswerOf<typeof content.listReleases>;
export type Frontend = Releases['frontends'][number];
export type Release = Frontend['versions'][number];
export type ReleaseChange = Releases['changes'][number];

export const releasesQuery = queryOptions({
  queryKey: ['admin', 'releases'],
  queryFn: ({ signal }): Promise<Releases> => call(content.listReleases, { signal }),
});

/** Gives a handler an event again, or all that it has given up on. */
export const replayEvents = (service: OperatedService, body: { handler: string; eventId?: string }) =>
  call(CALLS[service].replayEvents, { body });

/** Makes what failed of a job due now, or one item. */
export const retryJobs = (service: OperatedService, body: { job: string; id?: string }) =>
  call(CALLS[service].retryJobs, { body });
