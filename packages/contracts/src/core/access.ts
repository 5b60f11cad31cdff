import { OWNER, type Permission, PERMISSION_SPECS, PERMISSIONS } from './permissions.ts';

export type StaffAccess = `staff:${Permission}`;

/**
 * Who may make a call:
 * - `guest`: anybody; a session is read when there is one
 * - `user`: a signed-in user of any role
 * - `staff('orders.refund')`: a signed-in person of the staff whose role has the permission
 * - `service`: another service, with the service token; paths under `/internal`, which the gateway does not route
 * - `provider`: a third party, authenticated by a signature (webhooks)
 */
export type Access = 'guest' | 'user' | StaffAccess | 'service' | 'provider';

/** The access of a call for staff with `permission`. */
export const staff = <P extends Permission>(permission: P): `staff:${P}` => `staff:${permission}`;

/** The permission that a call needs; undefined when it is not for staff. */
export const permissionOf = (access: Access): Permission | undefined =>
  access.startsWith('staff:') ? (access.slice('staff:'.length) as Permission) : undefined;

export const isStaffAccess = (access: Access): access is StaffAccess => permissionOf(access) !== undefined;

export const needsSession = (access: Access): access is 'user' | StaffAccess =>
  access === 'user' || isStaffAccess(access);

/** Whether these permissions, those of a session, include one. What is not named is not allowed. */
export const holds = (permissions: readonly string[], permission: Permission): boolean =>
  permissions.includes(permission);

/** What is said to somebody of the staff without a permission. */
export const missingPermission = (permission: Permission): string =>
  `You may not do this. It needs a role that may ${PERMISSION_SPECS[permission].label} (${permission})`;

/**
 * What an account may do as its session tells a page. `permissions` is missing in answers of a version before there were roles, where every
 * `admin` may do everything.
 */
export const permissionsIn = (
  user: { role: 'admin' | 'user'; permissions?: readonly string[] | undefined } | null | undefined,
): readonly string[] => user?.permissions ?? (user?.role === 'admin' ? PERMISSIONS : []);

/**
 * The role of an account or a session as it is stored. `admin` is the owner, for the version before there were roles as well; that version
 * takes people of other roles for shoppers, and refuses them.
 */
export function staffRoleOf({
  role,
  staffRole,
}: {
  role: 'admin' | 'user';
  staffRole?: string | undefined;
}): string | undefined {
  if (role === 'admin') return OWNER;
  return staffRole === OWNER ? undefined : staffRole;
}
