import { cartOrder, isHomeCountryName } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Address, withoutSpaces } from './address.rules.ts';

interface Place {
  city: string | null;
  state: string;
}

/**
 * City and state of a PIN code of India, once it is complete; a code that is not known has none, and that of the saved address has what
 * is written there.
 */
export function usePlaceOfPincode(
  { country, pincode: typed }: Pick<Address, 'country' | 'pincode'>,
  saved: Address | undefined,
  onFound: (place: Place) => void,
): void {
  const pincode = withoutSpaces(typed);
  const inIndia = isHomeCountryName(country);
  const own = saved && isHomeCountryName(saved.country) && withoutSpaces(saved.pincode) === pincode ? saved : undefined;
  const { data } = useQuery({
    queryKey: ['account', 'place', pincode],
    queryFn: async ({ signal }) => (await call(cartOrder.getDelivery, { params: { pincode }, signal })).delivery,
    enabled: inIndia && !own && /^[1-9]\d{5}$/.test(pincode),
    // The buyer can write them: an answer that does not come is none.
    retry: false,
    meta: { quiet: true },
    staleTime: Infinity,
  });
  const place = inIndia ? (own ?? data) : undefined;
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (place) found(place);
  }, [place]);
}
