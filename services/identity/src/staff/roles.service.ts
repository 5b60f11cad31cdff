import { Injectable } from '@nestjs/common';
import { type BodyOf, BUILT_IN_ROLES, identity, isPermission, staffRoleOf, withNeeded } from '@shop/contracts';
import { AuditTrail, Edits, Failure, type Session, Transactions, withVersion } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { RolePublisher } from '../roles/role-publisher.ts';
import type { Role } from '../roles/role.schema.ts';
import { isNameTaken, RolesRepository } from '../roles/roles.repository.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { UsersService } from '../users/users.service.ts';
import { InvitationsRepository } from './invitations.repository.ts';

type Fields = BodyOf<typeof identity.createRole>;
type Change = BodyOf<typeof identity.updateRole>;

/** The shop's own roles, as staff make them. */
@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly publisher: RolePublisher,
    private readonly users: UsersRepository,
    private readonly accounts: UsersService,
    private readonly invitations: InvitationsRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  /** The built-in ones first, then the shop's own by name. */
  async list(): Promise<identity.StaffRole[]> {
    const [own, people] = await Promise.all([this.roles.all(), this.users.staff()]);
    const counts = Map.groupBy(people, staffRoleOf);
    const countOf = (id: string) => counts.get(id)?.length ?? 0;
    return [
      ...BUILT_IN_ROLES.map(({ permissions, ...role }) => ({
        ...role,
        permissions: [...permissions],
        isBuiltIn: true,
        people: countOf(role.id),
      })),
      ...own.map((role) => viewOf(role, countOf(role._id))).toSorted((a, b) => a.name.localeCompare(b.name)),
    ];
  }

  /** After the commit of `create`. */
  async publish(id: string): Promise<void> {
    const role = await this.roles.byId(id);
    if (role) await this.publisher.publish(role);
  }

  /** To be published after the commit. @throws Failure `role.name-taken`, `role.too-many`, `role.more-than-yours` */
  async create(actor: Session, { name, permissions }: Fields, session: ClientSession): Promise<identity.StaffRole> {
    const may = withNeeded(permissions);
    await this.accounts.requireAll(actor, may, session);
    if ((await this.roles.count(session)) >= identity.MAX_ROLES) throw new Failure('role.too-many');
    const _id = new Types.ObjectId().toHexString();
    const role: Role = { _id, name, nameKey: keyOf(name), permissions: may, version: 1 };
    await this.#named(() => this.roles.create(role, session));
    await this.audit.record(session, actor, {
      action: 'role.created',
      subject: 'role',
      subjectId: _id,
      before: null,
      after: auditedOf(role),
    });
    return viewOf(role, 0);
  }

  /** @throws Failure `role.not-found`, `role.name-taken`, `role.more-than-yours`, `document.changed` */
  async change(actor: Session, id: string, given: Change, version?: string): Promise<identity.StaffRole> {
    const changed = await this.#named(() =>
      this.transactions.run(async (session) => {
        const before = await this.#require(id, session);
        const may = given.permissions ? withNeeded(given.permissions) : before.permissions;
        const all = [...before.permissions, ...may].filter(isPermission);
        await this.accounts.requireAll(actor, all, session);
        const edit = { actor, subject: 'role', id, version };
        await this.edits.require(session, edit, viewOf(before, await this.#peopleOf(id)));
        const name = given.name ?? before.name;
        const after = await this.roles.change(id, { name, nameKey: keyOf(name), permissions: may }, session);
        await this.edits.keep(session, edit, editedOf(before), editedOf(after!));
        await this.audit.record(session, actor, {
          action: 'role.changed',
          subject: 'role',
          subjectId: id,
          before: auditedOf(before),
          after: auditedOf(after!),
        });
        return after!;
      }),
    );
    await this.publisher.publish(changed);
    return viewOf(changed, await this.#peopleOf(id));
  }

  async #peopleOf(id: string): Promise<number> {
    return (await this.users.staff()).filter((person) => staffRoleOf(person) === id).length;
  }

  /** @throws Failure `role.not-found`, `role.in-use`, `role.more-than-yours` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.accounts.requireAll(actor, before.permissions.filter(isPermission), session);
      const isInUse = (await this.users.hasRole(id, session)) || (await this.invitations.isForRole(id, session));
      if (isInUse) throw new Failure('role.in-use');
      await this.roles.remove(id, session);
      await this.audit.record(session, actor, {
        action: 'role.removed',
        subject: 'role',
        subjectId: id,
        before: auditedOf(before),
        after: null,
      });
    });
  }

  async #require(id: string, session: ClientSession): Promise<Role> {
    const role = await this.roles.byId(id, session);
    if (!role) throw new Failure('role.not-found');
    return role;
  }

  async #named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isNameTaken(error)) throw error;
      throw new Failure('role.name-taken', { errors: { name: 'Another role has this name' }, cause: error });
    }
  }
}

/** @throws Failure `role.name-taken` for the name of a built-in role */
const keyOf = (name: string): string => {
  const key = name.toLowerCase();
  if (BUILT_IN_ROLES.some((role) => role.name.toLowerCase() === key)) {
    throw new Failure('role.name-taken', { errors: { name: 'Another role has this name' } });
  }
  return key;
};

const viewOf = (role: Role, people: number): identity.StaffRole => {
  const { version, ...edited } = editedOf(role);
  return { id: role._id, ...edited, isBuiltIn: false, people, version };
};

const auditedOf = ({ name, permissions }: Role) => ({ name, permissions });
/** What its form edits, with the version of that. */
const editedOf = (role: Role) => withVersion(auditedOf(role));
