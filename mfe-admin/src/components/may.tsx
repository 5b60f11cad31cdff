import { holds, permissionsIn, type Permission } from '@shop/contracts/browser';
import { useSession } from '@shop/mfe-kit';
import type { ReactNode } from 'react';

/** Whether one's role allows something; the services refuse what it does not. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = permissionsIn(useSession().user);
  return (permission) => holds(permissions, permission);
}

/** What is shown to people whose role allows it. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  const may = useMay();
  return may(permission) && children;
}
