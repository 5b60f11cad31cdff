/** Permissions of staff, as `area.action`. Each staff call names the one it needs. */
export const PERMISSIONS = [
  'audit.read',
  'bills.unseal',
  'brand.change',
  'charges.change',
  'collections.change',
  'content.change',
  'customizations.change',
  'customizations.read',
  'mails.read',
  'mails.retry',
  'media.upload',
  'options.change',
  'orders.change-status',
  'orders.note',
  'orders.read',
  'orders.refund',
  'payments.change-methods',
  'payments.read',
  'payments.resolve',
  'products.change',
  'products.read',
  'reviews.moderate',
  'reviews.read',
  'taxonomy.change',
  'users.change',
  'users.read',
  'users.remove',
  'views.use',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type StaffAccess = `staff:${Permission}`;

/**
 * Who may make a call:
 * - `guest`: anybody; a session is read when there is one
 * - `user`: a signed-in user of any role
 * - `staff('orders.refund')`: a signed-in user whose role has the permission
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

/** Whether `role` has `permission`. `admin` has all of them (specification: roles are `admin` and `user`). */
export const holds = (role: string, _permission: Permission): boolean => role === 'admin';
