/** Addresses are embedded in the account, which is read with every call. */
export const MAX_ADDRESSES = 20;

interface WithDefault {
  isDefault: boolean;
}

/** Leaves exactly one default, in place: `chosen`, else the current default, else the first address. */
export function ensureOneDefault<A extends WithDefault>(addresses: A[], chosen?: A): void {
  const defaultAddress = chosen ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  for (const one of addresses) one.isDefault = one === defaultAddress;
}
