import { type identity, withCountryCode } from '@shop/contracts';
import type { KnownRole } from '../roles/staff-roles.ts';
import type { SavedAddress, UserDocument } from './user.schema.ts';

/** The view of an account, for its owner and staff, or of a guest, without the password hash. `staffRole` is that of staff. */
export function viewOf(user: UserDocument, staffRole?: KnownRole): identity.User {
  const addresses = user.addresses.map(addressView);
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    ...(user.username && { username: user.username }),
    role: staffRole ? 'admin' : 'user',
    ...(staffRole && {
      staffRole: { id: staffRole.id, name: staffRole.name },
      permissions: [...staffRole.permissions],
    }),
    address: addresses.find(({ isDefault }) => isDefault),
    addresses,
    ...(user.joins !== undefined
      ? { isLimited: true as const }
      : user.passwordHash === undefined && { hasPassword: false as const }),
    createdAt: user.createdAt.toISOString(),
  };
}

function addressView(saved: SavedAddress): identity.SavedAddress {
  const { _id, name, phone, street, city, state, pincode, country, countryCode, isDefault } = saved;
  return withCountryCode({
    ...{ _id: String(_id), name, phone, street, city, state, pincode, country, isDefault },
    ...(countryCode && { countryCode }),
  });
}
