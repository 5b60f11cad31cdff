import { holds, permissionsIn, type Permission } from '@shop/contracts/browser';
import { useSession } from '@shop/mfe-kit';
import { Select } from '@shop/ui/select.tsx';
import type { ComponentProps } from 'react';
import type { StaffRole } from '../api/staff.ts';

/** Whether one may give or take a role: no one gives what their own role may not do. */
export const covers = (own: readonly string[], role: Pick<StaffRole, 'permissions'>): boolean =>
  role.permissions.every((permission) => holds(own, permission as Permission));

/** The roles of the shop; those that may do more than one's own cannot be chosen. */
export function RoleSelect({
  roles,
  children,
  ...select
}: { roles: readonly StaffRole[] } & Omit<ComponentProps<typeof Select>, 'label'>) {
  const own = permissionsIn(useSession().user);
  return (
    <Select label="Role" {...select}>
      {children}
      {roles.map((role) => (
        <option key={role.id} value={role.id} disabled={!covers(own, role)}>
          {role.name}
        </option>
      ))}
    </Select>
  );
}
