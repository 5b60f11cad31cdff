import { PERMISSION_SPECS, type Permission } from '@shop/contracts/browser';

/** `See orders and sales` */
export function permissionText(permission: Permission): string {
  const { label } = PERMISSION_SPECS[permission];
  return label[0]!.toUpperCase() + label.slice(1);
}
