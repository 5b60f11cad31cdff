import { Injectable } from '@nestjs/common';
import {
  type Address,
  type BodyOf,
  holds,
  identity,
  OWNER,
  type Permission,
  PERMISSIONS,
  type QueryOf,
  type Sizes,
  staffRoleOf,
} from '@shop/contracts';
import { AuditTrail, Failure, forbidden, Outbox, type Session, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { RolesRepository } from '../roles/roles.repository.ts';
import { StaffRoles } from '../roles/staff-roles.ts';
import { Sessions } from '../sessions/sessions.ts';
import { InvitationsRepository } from '../staff/invitations.repository.ts';
import { ensureOneDefault, MAX_ADDRESSES } from './addresses.rules.ts';
import { Erasures } from './erasures.ts';
import { Guests } from './guests.ts';
import { announceDeleted, announceUpdated } from './user.announcements.ts';
import { NO_NAME, putRole, type SavedAddress, type UserDocument } from './user.schema.ts';
import { viewOf } from './user.view.ts';
import { takenField, UsersRepository } from './users.repository.ts';

/** Profiles, addresses, and the changes that staff make to accounts. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly guests: Guests,
    private readonly erasures: Erasures,
    private readonly roles: StaffRoles,
    private readonly ownRoles: RolesRepository,
    private readonly invitations: InvitationsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** `null` for a deleted account. */
  async find(userId: string): Promise<identity.User | null> {
    const user = await this.users.ownerById(userId);
    return user && this.#view(user);
  }

  /** With the rights of this session: one from before the account became staff stays a shopper's. `null` without one. */
  async ofSession(session: Session | undefined): Promise<identity.User | null> {
    const user = session ? await this.users.ownerById(session.userId) : null;
    if (!session || !user) return null;
    const isPromoted =
      staffRoleOf(user) !== undefined &&
      session.permissions.length === 0 &&
      (await this.sessions.isShoppers(session.sessionId));
    return isPromoted ? { ...viewOf(user), signInAsStaff: true } : this.#view(user);
  }

  /** @throws Failure `user.not-found` */
  async contactOf(userId: string): Promise<identity.Contact> {
    const user = Types.ObjectId.isValid(userId) ? await this.users.ownerById(userId) : null;
    if (!user) throw new Failure('user.not-found');
    const { name, email, address = null } = viewOf(user);
    return { userId, name, email, address };
  }

  /** For each word the ids of accounts whose e-mail address begins with it. */
  byEmail({ words, isWhole = false }: BodyOf<typeof identity.findUsersByEmail>): Promise<string[][]> {
    return Promise.all(words.map((word) => this.users.idsByEmail(word.toLowerCase(), isWhole)));
  }

  /** @throws Failure `user.username-taken` */
  updateProfile(userId: string, { name, username, address }: BodyOf<typeof identity.updateMe>): Promise<identity.User> {
    return this.#change(userId, (user) => {
      if (name !== undefined) user.name = name;
      if (username !== undefined) user.username = username ?? undefined;
      if (address !== undefined) saveDefault(user, address);
    });
  }

  /** @throws Failure `address.too-many` */
  addAddress(
    userId: string,
    { address, isDefault }: BodyOf<typeof identity.addAddress>,
    session?: ClientSession,
  ): Promise<identity.User> {
    return this.#changeOwner(userId, (user) => add(user, address, isDefault), session);
  }

  /** @throws Failure `address.not-found` */
  changeAddress(
    userId: string,
    id: string,
    { address, isDefault }: BodyOf<typeof identity.changeAddress>,
  ): Promise<identity.User> {
    return this.#changeOwner(userId, (user) => {
      const saved = addressOf(user, id);
      Object.assign(saved, address);
      ensureOneDefault(user.addresses, isDefault ? saved : undefined);
    });
  }

  /** @throws Failure `address.not-found` */
  removeAddress(userId: string, id: string): Promise<identity.User> {
    return this.#changeOwner(userId, (user) => {
      addressOf(user, id);
      user.addresses = user.addresses.filter((address) => String(address._id) !== id);
      ensureOneDefault(user.addresses);
    });
  }

  /** @throws Failure `user.not-found` */
  async sizesOf(userId: string): Promise<Sizes> {
    const user = await this.users.byId(userId);
    if (!user) throw new Failure('user.not-found');
    return user.sizes ?? {};
  }

  async saveSizes(userId: string, { sizes, onlyMissing }: BodyOf<typeof identity.saveSizes>): Promise<Sizes> {
    return this.transactions.run(async (session) => {
      const user = await this.#require(userId, session);
      const saved = onlyMissing ? { ...sizes, ...user.sizes } : { ...user.sizes, ...sizes };
      user.sizes = Object.fromEntries(Object.entries(saved).filter(([, size]) => size !== null));
      await user.save({ session });
      return user.sizes;
    });
  }

  async list(query: QueryOf<typeof identity.listUsers>): Promise<{ users: identity.User[]; totalCount: number }> {
    const { users, totalCount } = await this.users.page(query);
    const roles = await this.roles.ofAll(users);
    return { users: users.map((user) => viewOf(user, roles.get(staffRoleOf(user) ?? ''))), totalCount };
  }

  /**
   * Another role than the one of the staff that it had ends the account's sessions at once.
   * @throws Failure `user.not-found`, `user.username-taken`, `user.email-taken`, `user.last-admin`, `role.more-than-yours`, `session.forbidden`
   */
  async changeAsAdmin(
    actor: Session,
    id: string,
    { role, ...changes }: BodyOf<typeof identity.changeUser>,
  ): Promise<identity.User> {
    let wasStaff = false;
    const changed = await this.#change(id, async (user, session) => {
      // Otherwise its new e-mail address could be used to sign in with what one's own role may not do.
      await this.#requireAsMuch(actor, user, session);
      const before = auditedOf(user);
      user.set({
        ...changes,
        ...(changes.username === null && { username: undefined }),
        ...(changes.email && { email: changes.email.toLowerCase() }),
      });
      await this.audit.record(session, actor, {
        action: 'user.changed',
        subject: 'user',
        subjectId: id,
        before,
        after: auditedOf(user),
      });
      const staffRole = staffRoleOf(user);
      if (role === undefined || (role === 'admin') === (staffRole !== undefined)) return;
      if (!holds(actor.permissions, 'people.change')) throw forbidden(actor, 'people.change');
      await this.#assign(actor, user, role === 'admin' ? OWNER : undefined, session);
      wasStaff = staffRole !== undefined;
    });
    if (wasStaff) await this.sessions.endAll(id);
    return changed;
  }

  /**
   * Gives an account a role of the staff, or takes it. Sessions with another role end at once; those of a shopper go on as such.
   * @throws Failure `user.not-found`, `role.not-found`, `role.more-than-yours`, `user.last-admin`
   */
  async giveRole(actor: Session, id: string, role: string | undefined): Promise<UserDocument> {
    const { user, endsSessions } = await this.transactions.run(async (session) => {
      const user = await this.#require(id, session);
      await this.#requireAsMuch(actor, user, session);
      const before = staffRoleOf(user);
      if (before === role) return { user, endsSessions: false };
      await this.#assign(actor, user, role, session);
      await user.save({ session });
      await announceUpdated(this.outbox, session, user);
      return { user, endsSessions: before !== undefined };
    });
    if (endsSessions) await this.sessions.endAll(id);
    return user;
  }

  /** An account that may do no more than that of who asks. @throws Failure `user.not-found`, `role.more-than-yours` */
  requireChangeable(actor: Session, id: string): Promise<UserDocument> {
    return this.transactions.run(async (session) => {
      const user = await this.#require(id, session);
      await this.#requireAsMuch(actor, user, session);
      return user;
    });
  }

  /** No one gives or takes what their own role may not do. @throws Failure `role.more-than-yours` */
  async requireAll(actor: Session, permissions: readonly Permission[], session: ClientSession): Promise<void> {
    const user = await this.#require(actor.userId, session);
    const own = (await this.roles.of(user, session))?.permissions ?? [];
    if (!permissions.every((permission) => holds(own, permission))) throw new Failure('role.more-than-yours');
  }

  /** @throws Failure `user.not-found`, `user.last-admin`, `role.more-than-yours` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const user = await this.#require(id, session);
      await this.#requireAsMuch(actor, user, session);
      if (user.role === 'admin') await this.#requireAnotherAdmin(session);
      await this.audit.record(session, actor, {
        action: 'user.removed',
        subject: 'user',
        subjectId: id,
        // Who it was is what the deletion takes away.
        before: { role: (await this.roles.of(user, session))?.name ?? 'user' },
        after: null,
      });
      await this.#erase(user, session);
    });
    await this.sessions.endAll(id);
  }

  /** The account of an owner who proved it. @throws Failure `user.is-staff` */
  async removeOwn({ id }: UserDocument): Promise<void> {
    await this.transactions.run(async (session) => {
      const user = await this.#require(id as string, session);
      if (staffRoleOf(user) !== undefined) throw new Failure('user.is-staff');
      await this.#erase(user, session);
    });
    await this.sessions.endAll(id as string);
  }

  async #erase(user: UserDocument, session: ClientSession): Promise<void> {
    await this.guests.eraseOf(user.id, session);
    await this.invitations.removeTo(user.email, session);
    await this.users.remove(user.id, session);
    await announceDeleted(this.outbox, session, user);
    await this.erasures.begin(user.id, session);
  }

  #change(id: string, change: Change): Promise<identity.User> {
    return this.#apply(change, (session) => this.#require(id, session));
  }

  /** Also of a guest. */
  #changeOwner(id: string, change: Change, outer?: ClientSession): Promise<identity.User> {
    return this.#apply(change, (session) => this.#requireOwner(id, session), outer);
  }

  async #apply(
    change: Change,
    find: (session: ClientSession) => Promise<UserDocument>,
    outer?: ClientSession,
  ): Promise<identity.User> {
    const work = async (session: ClientSession) => {
      const user = await find(session);
      await change(user, session);
      const announced = (['name', 'email', 'role', 'staffRole'] as const).some((field) => user.isModified(field));
      await user.save({ session });
      if (announced) await announceUpdated(this.outbox, session, user);
      return this.#view(user, session);
    };
    try {
      return await (outer ? work(outer) : this.transactions.run(work));
    } catch (error) {
      const taken = takenField(error);
      if (taken) throw new Failure(`user.${taken}-taken`, { cause: error });
      throw error;
    }
  }

  async #require(id: string, session: ClientSession): Promise<UserDocument> {
    const user = Types.ObjectId.isValid(id) ? await this.users.byId(id, session) : null;
    if (!user) throw new Failure('user.not-found');
    return user;
  }

  async #requireOwner(id: string, session: ClientSession): Promise<UserDocument> {
    const user = await this.users.ownerById(id, session);
    if (!user) throw new Failure('user.not-found');
    return user;
  }

  /** @throws Failure `role.not-found`, `role.more-than-yours`, `user.last-admin` */
  async #assign(actor: Session, user: UserDocument, role: string | undefined, session: ClientSession): Promise<void> {
    const [before, after] = [await this.roles.of(user, session), role && (await this.roles.byId(role, session))];
    if (role !== undefined && !after) throw new Failure('role.not-found');
    if (after) await this.requireAll(actor, after.id === OWNER ? PERMISSIONS : after.permissions, session);
    if (user.role === 'admin') await this.#requireAnotherAdmin(session);
    if (role !== undefined) await this.ownRoles.lock(role, session);
    // From before they had the role: it would bring them back.
    else await this.invitations.removeTo(user.email, session);
    putRole(user, role);
    await this.audit.record(session, actor, {
      action: 'user.role-changed',
      subject: 'user',
      subjectId: user.id as string,
      before: { role: before?.name ?? null },
      after: { role: (after || undefined)?.name ?? null },
    });
  }

  /** Of staff: no one changes an account that may do more than their own. @throws Failure `role.more-than-yours` */
  async #requireAsMuch(actor: Session, user: UserDocument, session: ClientSession): Promise<void> {
    const role = await this.roles.of(user, session);
    if (role && actor.userId !== user.id) await this.requireAll(actor, role.permissions, session);
  }

  async #view(user: UserDocument, session?: ClientSession): Promise<identity.User> {
    return viewOf(user, await this.roles.of(user, session));
  }

  async #requireAnotherAdmin(session: ClientSession): Promise<void> {
    await this.users.lockAdmins(session);
    if ((await this.users.countAdmins(session)) < 2) throw new Failure('user.last-admin');
  }
}

type Change = (user: UserDocument, session: ClientSession) => void | Promise<void>;

const auditedOf = ({ name, email, username, role }: UserDocument) => ({ name, email, username, role });

function addressOf(user: UserDocument, id: string): SavedAddress {
  const found = user.addresses.find(({ _id }) => String(_id) === id);
  if (!found) throw new Failure('address.not-found');
  return found;
}

function add(user: UserDocument, address: Address, isDefault = false): void {
  if (user.addresses.length >= MAX_ADDRESSES) throw new Failure('address.too-many');
  user.addresses.push({ ...address, _id: new Types.ObjectId(), isDefault: false });
  ensureOneDefault(user.addresses, isDefault ? user.addresses.at(-1) : undefined);
  if (user.name === NO_NAME) user.name = address.name;
}

/** Replaces the default address, or adds the first one. */
function saveDefault(user: UserDocument, address: Address): void {
  const defaultAddress = user.addresses.find(({ isDefault }) => isDefault);
  if (defaultAddress) Object.assign(defaultAddress, address);
  else add(user, address, true);
}
