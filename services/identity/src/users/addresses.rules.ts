import type { Address } from '@shop/contracts';

interface Kept {
  isDefault: boolean;
}

/** Leaves exactly one default among `addresses`, in place: `chosen`, else the one there is, else the first. */
export function keepOneDefault<A extends Kept>(addresses: A[], chosen?: A): void {
  const standing = chosen ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  for (const one of addresses) one.isDefault = one === standing;
}

/** The fields of an address in an account that the wire may change. */
export const ADDRESS_FIELDS = [
  'name',
  'phone',
  'street',
  'city',
  'state',
  'pincode',
  'country',
] as const satisfies readonly (keyof Address)[];
