import { cartOrder } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isIndia, withoutSpaces } from './address.rules.ts';

interface Place {
  city: string | null;
  state: string;
}

/** City and state of a PIN code of India, once it is complete; a code that is not known has none. */
export function usePlaceOfPincode(country: string, typed: string, onFound: (place: Place) => void): void {
  const pincode = withoutSpaces(typed);
  const { data } = useQuery({
    queryKey: ['account', 'place', pincode],
    queryFn: async ({ signal }) => (await call(cartOrder.getDelivery, { params: { pincode }, signal })).delivery,
    enabled: isIndia(country) && /^[1-9]\d{5}$/.test(pincode),
    // The buyer can write them: an answer that does not come is none.
    retry: false,
    meta: { quiet: true },
    staleTime: Infinity,
  });
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (data) found(data);
  }, [data]);
}
