import type { Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { Failure, RowsSkeleton } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { brandQuery } from './api/brand.ts';
import { BrandForm } from './brand-form.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(brandQuery);
  return staffHead('Brand');
};

/** The shop's name, how it is reached, and who sells: the one place where they are written. */
export function BrandPage() {
  const { data, error, refetch } = useQuery(brandQuery);
  return (
    <StaffFrame title="Brand and seller">
      {data ? (
        <BrandForm brand={data} />
      ) : error ? (
        <Failure error={error} what="The brand" onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton what="brand" rows={6} />
      )}
    </StaffFrame>
  );
}
