import { HOME_COUNTRY_NAME } from '@shop/contracts/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressesQuery, type SavedAddress } from './api.ts';

const FIELDS = ['name', 'phone', 'street', 'city', 'state', 'pincode', 'country'] as const;
const isFilled = (address: SavedAddress): boolean => FIELDS.every((field) => (address[field] ?? '').trim() !== '');

interface ShippingAddress {
  address: SavedAddress | undefined;
  /** Stays while the addresses are fetched again. */
  country: string;
  isPending: boolean;
  /** Whether a parcel can be sent there. */
  isComplete: boolean;
}

/** The buyer's address with this id, or the default one. */
export function useShippingAddress(id: string | undefined): ShippingAddress {
  const { data, isPending } = useQuery(addressesQuery);
  const address = data?.find(({ _id }) => _id === id) ?? data?.find(({ isDefault }) => isDefault) ?? data?.[0];
  const [country, setCountry] = useState<string>(HOME_COUNTRY_NAME);
  if (address && address.country !== country) setCountry(address.country);
  return { address, country, isPending, isComplete: address !== undefined && isFilled(address) };
}
