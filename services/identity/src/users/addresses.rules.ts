/** An account holds so many: it is read whole with every call. */
export const MOST_ADDRESSES = 20;

interface Kept {
  isDefault: boolean;
}

/** Leaves exactly one default among `addresses`, in place: `chosen`, else the one there is, else the first. */
export function keepOneDefault<A extends Kept>(addresses: A[], chosen?: A): void {
  const standing = chosen ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  for (const one of addresses) one.isDefault = one === standing;
}
