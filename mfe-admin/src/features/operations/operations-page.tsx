import type { Prefetch } from '@shop/mfe-kit';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { useQueries } from '@tanstack/react-query';
import { failuresQuery, OPERATED_SERVICES, releasesQuery } from '../../api/operations.ts';
import { RowsSkeleton } from '../../components/load-states.tsx';
import { useMay } from '../../components/may.tsx';
import { MissingPart } from '../../components/missing-part.tsx';
import { usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { Tabs } from '../../components/tabs.tsx';
import { Releases } from './releases.tsx';
import { ServiceSection } from './service-section.tsx';
import s from './operations-page.module.css';

/** The screen stays open while something is mended. */
const AGAIN_MS = 15_000;

const showsReleases = (search: URLSearchParams): boolean => search.get('show') === 'releases';

export const prefetch: Prefetch = (queryClient, { url }) => {
  if (showsReleases(url.searchParams)) {
    void queryClient.prefetchQuery(releasesQuery);
    return staffHead('Releases');
  }
  for (const service of OPERATED_SERVICES) void queryClient.prefetchQuery(failuresQuery(service));
  return staffHead('Failed work');
};

/** How the shop runs: work that failed, and with `show=releases` what is live of the frontends. */
export function OperationsPage() {
  const { search, hrefWith } = usePaging();
  const may = useMay();
  const isReleases = may('releases.read') && showsReleases(search);
  return (
    <StaffFrame title={isReleases ? 'Releases' : 'Failed work'}>
      {may('releases.read') && (
        <Tabs
          label="Parts of how the shop runs"
          tabs={[
            { name: 'Failed work', to: hrefWith({ show: undefined }), current: !isReleases },
            { name: 'Releases', to: hrefWith({ show: 'releases' }), current: isReleases },
          ]}
        />
      )}
      {isReleases ? <Releases /> : <FailedWork />}
    </StaffFrame>
  );
}

/** Events that were given up and jobs that fail, of every service. Each answers its own part; what could not be loaded is named. */
function FailedWork() {
  const queries = useQueries({
    queries: OPERATED_SERVICES.map((service) => ({ ...failuresQuery(service), refetchInterval: AGAIN_MS })),
  });
  const parts = OPERATED_SERVICES.map((service, index) => ({ service, query: queries[index]! }));
  const waiting = parts.filter(({ query }) => query.isLoading);
  const isAllWell = parts.every(({ query: { data } }) => data?.eventCount === 0 && data.jobs.length === 0);
  return (
    <>
      <p className={s.about}>
        What a service does after a change, and work that is due at a time. It is tried again by itself for a while; an
        event is then given up and waits here. Mend the cause first: what is retried happens once, also if it had
        happened already.
      </p>
      <div className={s.missing}>
        {parts.map(({ service, query }) => (
          <MissingPart key={service} what={service} query={query} />
        ))}
      </div>
      {parts.map(
        ({ service, query: { data } }) => data && <ServiceSection key={service} service={service} failures={data} />,
      )}
      {waiting.length > 0 && <RowsSkeleton what={waiting.map(({ service }) => service).join(', ')} rows={3} />}
      {isAllWell && <EmptyState title="Nothing failed" />}
    </>
  );
}
