import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, holds, type identity, staffRoleOf } from '@shop/contracts';
import { AuditTrail, type Claim, Clock, CONFIG, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { ClientInfo } from '../auth/codes.ts';
import { Mailer } from '../auth/mailer.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from '../auth/passwords.ts';
import { SignInLimits } from '../auth/sign-in-limits.ts';
import { type KnownRole, StaffRoles } from '../roles/staff-roles.ts';
import { RolesRepository } from '../roles/roles.repository.ts';
import { keyedHash } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { announceCreated, announceUpdated } from '../users/user.announcements.ts';
import { putRole, type UserDocument } from '../users/user.schema.ts';
import { takenField, UsersRepository } from '../users/users.repository.ts';
import { UsersService } from '../users/users.service.ts';
import type { Config } from '../variables.ts';
import type { Invitation } from './invitation.schema.ts';
import { InvitationsRepository } from './invitations.repository.ts';

const DAY_MS = 86_400_000;

/** Invitations to the staff: mailed links, each accepted once. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly users: UsersRepository,
    private readonly accounts: UsersService,
    private readonly roles: StaffRoles,
    private readonly ownRoles: RolesRepository,
    private readonly sessions: Sessions,
    private readonly mailer: Mailer,
    private readonly limits: SignInLimits,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(): Promise<identity.Invitation[]> {
    const found = await this.invitations.newest();
    return Promise.all(found.map((invitation) => this.#view(invitation)));
  }

  /**
   * Stored with the mail, not without it. A repeat whose first answer was lost mails the same link.
   * @throws Failure `role.not-found`, `role.more-than-yours`, `invitation.is-staff`, `auth.code-not-sent`
   */
  async invite(
    actor: Session,
    body: BodyOf<typeof identity.inviteStaff>,
    { workId, resumed }: Claim,
  ): Promise<identity.Invitation> {
    const token = keyedHash(this.config.IDENTITY_SECRET, `link of invitation ${workId}`);
    const invitation = await this.transactions.run(async (session) => {
      const earlier = resumed ? await this.invitations.byId(workId, session) : null;
      return earlier ?? this.#store(actor, body, { _id: workId, tokenHash: this.#hash(token) }, session);
    });
    try {
      await this.mailer.send({
        to: invitation.email,
        name: '',
        mail: {
          kind: 'invitation',
          role: (await this.#view(invitation)).role.name,
          invitedBy: invitation.inviterName,
          url: new URL(`/staff/invitation/${token}`, this.config.SHOP_URL).href,
          validForDays: Math.max(1, Math.round(this.config.INVITATION_LIFETIME / DAY_MS)),
        },
      });
    } catch (error) {
      // Its link is in no mail.
      await this.transactions.run((session) => this.invitations.remove(invitation._id, session));
      throw new Failure('auth.code-not-sent', { message: 'The invitation could not be mailed', cause: error });
    }
    return this.#view(invitation);
  }

  /** @throws Failure `role.not-found`, `role.more-than-yours`, `invitation.is-staff` */
  async #store(
    actor: Session,
    { email: written, role: roleId }: BodyOf<typeof identity.inviteStaff>,
    ids: Pick<Invitation, '_id' | 'tokenHash'>,
    session: ClientSession,
  ): Promise<Invitation> {
    const email = written.toLowerCase();
    const role = await this.roles.byId(roleId, session);
    if (!role) throw new Failure('role.not-found');
    await this.accounts.requireAll(actor, role.permissions, session);
    const account = await this.users.byLogin(email, session);
    if (account && staffRoleOf(account) !== undefined) throw new Failure('invitation.is-staff');
    await this.ownRoles.lock(roleId, session);
    const made: Invitation = {
      ...ids,
      email,
      role: roleId,
      inviterId: actor.userId,
      inviterName: (await this.users.nameOf(actor.userId, session)) ?? 'Staff',
      createdAt: this.clock.now(),
      expiresAt: new Date(this.clock.millis() + this.config.INVITATION_LIFETIME),
    };
    await this.invitations.replace(made, session);
    await this.#record(session, actor, 'invitation.sent', made, role);
    return made;
  }

  /** @throws Failure `invitation.not-found`, `role.more-than-yours` */
  async withdraw(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const invitation = await this.invitations.byId(id, session);
      if (!invitation) throw new Failure('invitation.not-found');
      const role = await this.roles.byId(invitation.role, session);
      await this.accounts.requireAll(actor, role?.permissions ?? [], session);
      await this.invitations.remove(id, session);
      await this.#record(session, actor, 'invitation.withdrawn', invitation, role);
    });
  }

  /** @throws Failure `invitation.not-found`, `invitation.over`, `invitation.is-staff` */
  async find(token: string): Promise<AnswerOf<typeof identity.getInvitation>['invitation']> {
    const { invitation, role } = await this.#open(token);
    const account = await this.users.byLogin(invitation.email);
    return {
      email: invitation.email,
      role: role.name,
      invitedBy: invitation.inviterName,
      account: !account ? 'none' : account.passwordHash === undefined ? 'without-password' : 'password',
    };
  }

  /**
   * By the password of the account that has the address, or by one that is set.
   * @returns the address to sign in with
   * @throws Failure `invitation.not-found`, `invitation.over`, `invitation.is-staff`, `auth.wrong-password`, `auth.weak-password`, `request.invalid`
   */
  async accept(
    token: string,
    { name, password }: BodyOf<typeof identity.acceptInvitation>,
    client: ClientInfo,
  ): Promise<string> {
    const { email } = (await this.#open(token)).invitation;
    const account = await this.users.byLogin(email);
    let passwordHash: string | undefined;
    if (account?.passwordHash !== undefined) {
      const caller = { login: email, address: client.address };
      await this.limits.countPassword(caller);
      if (!(await verifyPassword(account.passwordHash, password))) {
        throw new Failure('auth.wrong-password', { errors: { password: 'This is not the password of your account' } });
      }
      await this.limits.forgetPasswords(caller);
    } else {
      if (password.length < 8) throw new Failure('request.invalid', { errors: { password: 'At least 8 characters' } });
      rejectCommonPassword(password);
      if (!account && name === undefined) {
        throw new Failure('request.invalid', { errors: { name: 'Name is required' } });
      }
      passwordHash = await hashPassword(password);
    }
    const joined = await this.#join(token, { account, name, passwordHash });
    // Those from before there was a password; becoming staff alone ends none.
    if (passwordHash !== undefined) await this.sessions.endAll(joined.id as string);
    return email;
  }

  async #join(
    token: string,
    {
      account,
      name,
      passwordHash,
    }: { account: UserDocument | null; name?: string | undefined; passwordHash?: string | undefined },
  ): Promise<UserDocument> {
    try {
      return await this.transactions.run(async (session) => {
        const { invitation, role } = await this.#open(token, session);
        if (!(await this.invitations.remove(invitation._id, session))) throw new Failure('invitation.not-found');
        const user = account
          ? await this.users.byId(account.id as string, session)
          : await this.users.create({ name: name!, email: invitation.email, role: 'user' }, session);
        // Deleted, or given another password, since this one was compared.
        if (!user || user.passwordHash !== account?.passwordHash) throw new Failure('invitation.not-found');
        if (passwordHash !== undefined) user.passwordHash = passwordHash;
        putRole(user, role.id);
        await user.save({ session });
        await (account ? announceUpdated : announceCreated)(this.outbox, session, user);
        await this.#record(session, { userId: user.id as string }, 'invitation.accepted', invitation, role);
        return user;
      });
    } catch (error) {
      // The address was registered at the same time: the next try asks for the password of that account.
      if (takenField(error)) throw new Failure('invitation.not-found', { cause: error });
      throw error;
    }
  }

  /**
   * One that still counts: in time, of somebody who may still give the role, and to an address that has none yet.
   * @throws Failure `invitation.not-found`, `invitation.over`, `invitation.is-staff`
   */
  async #open(token: string, session?: ClientSession): Promise<{ invitation: Invitation; role: KnownRole }> {
    const invitation = await this.invitations.byToken(this.#hash(token), session);
    if (!invitation) throw new Failure('invitation.not-found');
    const role = await this.roles.byId(invitation.role, session);
    const inviter = await this.users.byId(invitation.inviterId, session);
    const mayGive = inviter ? ((await this.roles.of(inviter, session))?.permissions ?? []) : [];
    const counts =
      role &&
      invitation.expiresAt > this.clock.now() &&
      [...role.permissions, 'people.change' as const].every((permission) => holds(mayGive, permission));
    if (!counts) throw new Failure('invitation.over');
    const account = await this.users.byLogin(invitation.email, session);
    if (account && staffRoleOf(account) !== undefined) throw new Failure('invitation.is-staff');
    return { invitation, role };
  }

  async #record(
    session: ClientSession,
    actor: Pick<Session, 'userId'>,
    action: string,
    { _id, email }: Invitation,
    role: KnownRole | undefined,
  ): Promise<void> {
    await this.audit.record(session, actor, {
      action,
      subject: 'invitation',
      subjectId: _id,
      before: null,
      // Not all of the address: the audit trail outlives the account.
      after: { email: masked(email), role: role?.name ?? null },
    });
  }

  #hash(token: string): string {
    return keyedHash(this.config.IDENTITY_SECRET, `invitation ${token}`);
  }

  async #view({ _id, email, role, inviterName, createdAt, expiresAt }: Invitation): Promise<identity.Invitation> {
    const known = await this.roles.byId(role);
    return {
      _id,
      email,
      role: { id: role, name: known?.name ?? 'No role' },
      invitedBy: inviterName,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  }
}

/** `mira@example.com` → `m•••@example.com` */
const masked = (email: string): string => `${email[0]}•••${email.slice(email.lastIndexOf('@'))}`;
