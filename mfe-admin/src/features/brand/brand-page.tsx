import type { Prefetch } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { brandQuery } from './api/brand.ts';
import { BrandForm } from './brand-form.tsx';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(brandQuery);
  return staffHead('Brand');
};

/** The name and contact data of the shop, and the seller. */
export function BrandPage() {
  const query = useQuery(brandQuery);
  return (
    <StaffFrame title="Brand and seller">
      <Loaded query={query} what="brand" rows={6}>
        {(brand) => <BrandForm brand={brand} />}
      </Loaded>
    </StaffFrame>
  );
}
