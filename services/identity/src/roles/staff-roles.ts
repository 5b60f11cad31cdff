import { Injectable } from '@nestjs/common';
import { builtInRole, type Permission, staffRoleOf } from '@shop/contracts';
import type { ClientSession } from 'mongoose';
import type { User } from '../users/user.schema.ts';
import { RolesRepository } from './roles.repository.ts';
import { permissionsOfRole } from './split-permissions.rules.ts';

/** A role as it counts: a built-in one, or one of the shop's own. */
export interface KnownRole {
  id: string;
  name: string;
  permissions: readonly Permission[];
}

type Holder = Pick<User, 'role' | 'staffRole'>;

/** What roles of the staff are called and may do. */
@Injectable()
export class StaffRoles {
  constructor(private readonly roles: RolesRepository) {}

  /** `undefined` for one that the shop does not have. What became a permission of its own later goes with it. */
  async byId(id: string, session?: ClientSession): Promise<KnownRole | undefined> {
    const builtIn = builtInRole(id);
    if (builtIn) return builtIn;
    const own = await this.roles.byId(id, session);
    return own ? { id, name: own.name, permissions: permissionsOfRole(own.permissions) } : undefined;
  }

  /** `undefined` for shoppers. A role that is gone may do nothing. */
  async of(holder: Holder, session?: ClientSession): Promise<KnownRole | undefined> {
    const id = staffRoleOf(holder);
    if (id === undefined) return undefined;
    return (await this.byId(id, session)) ?? { id, name: 'No role', permissions: [] };
  }

  /** The roles of several accounts, by id. */
  async ofAll(holders: readonly Holder[]): Promise<ReadonlyMap<string, KnownRole>> {
    const ids = new Set(holders.map(staffRoleOf).filter((id) => id !== undefined));
    const found = await Promise.all([...ids].map((id) => this.byId(id)));
    return new Map(found.filter((role) => role !== undefined).map((role) => [role.id, role]));
  }
}
