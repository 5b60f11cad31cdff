import { isPermission, type Permission, PERMISSIONS } from '@shop/contracts';

/** Permissions that were part of another one: a role that was stored before has them by that one. */
const PART_OF: Partial<Record<Permission, Permission>> = { 'media.read': 'media.upload' };

/** What a stored role may do, in the order of `PERMISSIONS`, without permissions that there are no more. */
export function permissionsOfRole(stored: readonly string[]): Permission[] {
  const kept = stored.filter(isPermission);
  return PERMISSIONS.filter((one) => kept.includes(one) || kept.some((other) => other === PART_OF[one]));
}
