import type { Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { chargesQuery } from './api/charges.ts';
import { ChargesForm } from './charges-form.tsx';
import { InternationalRates } from './international-rates.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(chargesQuery);
  return staffHead('Charges');
};

/** Tax, shipping and extras; checkouts that are frozen keep what they were frozen with. */
export function ChargesPage() {
  const { data, error, refetch } = useQuery(chargesQuery);
  return (
    <StaffFrame title="Charges configuration">
      {data ? (
        <div className={form.form}>
          <ChargesForm charges={data} />
          <InternationalRates rates={data.internationalShipping} />
        </div>
      ) : error ? (
        <Failure error={error} what="The charges" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="charges" rows={5} />
      )}
    </StaffFrame>
  );
}
