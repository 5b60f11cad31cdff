import type { Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { chargesQuery } from './api/charges.ts';
import { ChargesForm } from './charges-form.tsx';
import { InternationalRates } from './international-rates.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(chargesQuery);
  return staffHead('Charges');
};

/** Tax, shipping and extras; frozen checkouts keep theirs. */
export function ChargesPage() {
  const query = useQuery(chargesQuery);
  return (
    <StaffFrame title="Charges configuration">
      <Loaded query={query} what="charges" rows={5}>
        {(charges) => (
          <div className={form.form}>
            <ChargesForm charges={charges} />
            <InternationalRates rates={charges.internationalShipping} />
          </div>
        )}
      </Loaded>
    </StaffFrame>
  );
}
