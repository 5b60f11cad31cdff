import { Injectable } from '@nestjs/common';
import type { identity } from '@shop/contracts';
import type { Session } from '@shop/service-kit';
import { StaffRoles } from '../roles/staff-roles.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { UsersService } from '../users/users.service.ts';

/** The people of the staff. */
@Injectable()
export class StaffService {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: UsersService,
    private readonly roles: StaffRoles,
  ) {}

  async list(): Promise<identity.StaffPerson[]> {
    const people = await this.users.staff();
    const shown = await Promise.all(people.map((person) => this.#view(person)));
    return shown.filter((person) => person !== null).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** @throws Failure `user.not-found`, `role.not-found`, `role.more-than-yours`, `user.last-admin` */
  async giveRole(actor: Session, id: string, role: string | null): Promise<identity.StaffPerson | null> {
    return this.#view(await this.accounts.giveRole(actor, id, role ?? undefined));
  }

  async #view(user: UserDocument): Promise<identity.StaffPerson | null> {
    const role = await this.roles.of(user);
    if (!role) return null;
    return {
      _id: user.id as string,
      name: user.name,
      email: user.email,
      role: { id: role.id, name: role.name },
      ...(user.authenticator && { hasAuthenticator: true as const }),
      createdAt: user.createdAt.toISOString(),
    };
  }
}
