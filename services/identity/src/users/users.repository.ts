import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { identity, QueryOf } from '@shop/contracts';
import { countMatching, isDuplicateKey, JobSource } from '@shop/service-kit';
import { type ClientSession, type Model, Types } from 'mongoose';
import type { Guest } from './guest.schema.ts';
import { type Authenticator, NO_NAME, User, type UserDocument } from './user.schema.ts';

const MOST_BY_EMAIL = 100;
const MOST_STAFF = 500;
/** Accounts that are read at a time. */
const BATCH = 500;

/** Logins are compared in lower case. */
@Injectable()
export class UsersRepository {
  readonly guestSource: JobSource<Guest>;

  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel('Guest') private readonly guests: Model<User>,
  ) {
    this.guestSource = new JobSource(guests as unknown as Model<Guest>);
  }

  byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findById(id).session(session ?? null);
  }

  /** The owner of a session: an account, or a guest beside one. */
  async ownerById(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return (await this.byId(id, session)) ?? this.guestById(id, session);
  }

  guestById(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.guests.findById(id).session(session ?? null);
  }

  /** Those who buy beside this account. */
  guestsOf(accountId: string, session?: ClientSession): Promise<UserDocument[]> {
    return this.guests.find({ joins: accountId }).session(session ?? null);
  }

  async createGuest(account: UserDocument, dueAt: Date, session: ClientSession): Promise<UserDocument> {
    const { id: joins, email } = account;
    const _id = new Types.ObjectId().toHexString();
    const fields = { _id, name: NO_NAME, email, role: 'user', joins: joins as string, dueAt };
    const [guest] = await this.guests.create([fields as unknown as User], { session });
    return guest!;
  }

  async removeGuest(id: string, session: ClientSession): Promise<void> {
    await this.guests.deleteOne({ _id: id }, { session });
  }

  /** `undefined` for a deleted account. */
  async nameOf(id: string, session: ClientSession): Promise<string | undefined> {
    return (await this.byId(id, session))?.name;
  }

  /** By e-mail address or username: a username cannot contain an @. */
  byLogin(login: string, session?: ClientSession): Promise<UserDocument | null> {
    const normalized = login.trim().toLowerCase();
    return this.users
      .findOne(normalized.includes('@') ? { email: normalized } : { username: normalized })
      .session(session ?? null);
  }

  async idsByEmail(email: string, isWhole: boolean): Promise<string[]> {
    const users = await this.users
      .find({ email: isWhole ? email : new RegExp(`^${RegExp.escape(email)}`) }, { _id: 1 })
      .limit(MOST_BY_EMAIL)
      .lean();
    return users.map(({ _id }) => String(_id));
  }

  /** @throws MongoServerError 11000 when the e-mail address or username is taken */
  async create(
    fields: Pick<User, 'name' | 'email' | 'role'> & { passwordHash?: string },
    session?: ClientSession,
  ): Promise<UserDocument> {
    const [user] = await this.users.create([{ ...fields, email: fields.email.toLowerCase() }], { session });
    return user!;
  }

  /** Null when the password was replaced in the meantime, or the account removed. */
  replacePassword(user: UserDocument, passwordHash: string, session: ClientSession): Promise<UserDocument | null> {
    return this.#replace(user, { passwordHash }, session);
  }

  /** Null when the password or the address was replaced in the meantime, or the account removed. @throws as `create` */
  replaceEmail(user: UserDocument, email: string, session: ClientSession): Promise<UserDocument | null> {
    return this.#replace(user, { email }, session);
  }

  #replace({ id, passwordHash, email }: UserDocument, fields: Partial<User>, session: ClientSession) {
    // In a filter, `null` is a field that is not there.
    return this.users.findOneAndUpdate(
      { _id: id as string, passwordHash: passwordHash ?? null, email } as object,
      { $set: fields, $inc: { __v: 1 } },
      { returnDocument: 'after', session },
    );
  }

  /** False when it has one, or the account was removed. */
  async addAuthenticator(id: string, authenticator: Authenticator, session: ClientSession): Promise<boolean> {
    const filter = { _id: id, authenticator: { $exists: false } };
    return (await this.users.updateOne(filter, { $set: { authenticator } }, { session })).matchedCount === 1;
  }

  async removeAuthenticator(id: string, session: ClientSession): Promise<void> {
    await this.users.updateOne({ _id: id }, { $unset: { authenticator: 1 } }, { session });
  }

  async resealAuthenticator(id: string, sealed: Authenticator['sealed']): Promise<void> {
    await this.users.updateOne(
      { _id: id, authenticator: { $exists: true } },
      { $set: { 'authenticator.sealed': sealed } },
    );
  }

  /** Whether no code of this step or a later one was used before. */
  async useStep(id: string, step: number): Promise<boolean> {
    const filter = { _id: id, 'authenticator.lastStep': { $lt: step } };
    return (await this.users.updateOne(filter, { $set: { 'authenticator.lastStep': step } })).matchedCount === 1;
  }

  /** Whether it was there still. */
  async useRecoveryCode(id: string, hash: string): Promise<boolean> {
    const filter = { _id: id, 'authenticator.recovery': hash };
    return (await this.users.updateOne(filter, { $pull: { 'authenticator.recovery': hash } })).matchedCount === 1;
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.users.deleteOne({ _id: id }, { session });
  }

  async setNoticeChoices(
    id: string,
    noticeChoices: NonNullable<User['noticeChoices']>,
    session: ClientSession,
  ): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { noticeChoices } }, { session });
  }

  async setNoticesMailedAt(id: string, noticesMailedAt: Date, session: ClientSession): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { noticesMailedAt } }, { session, timestamps: false });
  }

  /** The people of the staff, at most 500. */
  staff(): Promise<UserDocument[]> {
    return this.users.find({ $or: [{ role: 'admin' }, { staffRole: { $gt: '' } }] }).limit(MOST_STAFF);
  }

  async hasRole(staffRole: string, session: ClientSession): Promise<boolean> {
    return (await this.users.exists({ staffRole }).session(session)) !== null;
  }

  countAdmins(session?: ClientSession): Promise<number> {
    return this.users.countDocuments({ role: 'admin' }).session(session ?? null);
  }

  /**
   * Writes to every admin, so that two transactions that each remove one conflict and the second retries on the new state.
   */
  async lockAdmins(session: ClientSession): Promise<void> {
    await this.users.updateMany({ role: 'admin' }, { $inc: { roleChecks: 1 } }, { session, strict: false });
  }

  /** Names and roles of the accounts that exist. */
  async namesOf(ids: readonly string[]): Promise<Map<string, Pick<User, 'name' | 'role' | 'staffRole'>>> {
    const found = await this.users.find({ _id: { $in: ids } }, { name: 1, role: 1, staffRole: 1 }).lean();
    return new Map(
      found.map(({ _id, name, role, staffRole }) => [
        String(_id),
        { name, role, ...(staffRole !== undefined && { staffRole }) },
      ]),
    );
  }

  /** Those of the accounts that a search for `q` finds. */
  async idsByText(q: string, among: readonly string[]): Promise<string[]> {
    const accounts = among.filter((id) => Types.ObjectId.isValid(id));
    const found = await this.users.find({ _id: { $in: accounts }, ...withText(q) }, { _id: 1 }).lean();
    return found.map(({ _id }) => String(_id));
  }

  async page({
    q,
    sort = '-since',
    page,
    limit,
  }: QueryOf<typeof identity.listUsers>): Promise<{ users: UserDocument[]; totalCount: number }> {
    const filter = q ? withText(q) : {};
    const [users, totalCount] = await Promise.all([
      this.users
        .find(filter)
        .sort(orderOf(sort))
        .skip((page - 1) * limit)
        .limit(limit),
      countMatching(this.users, filter),
    ]);
    return { users, totalCount };
  }

  /** All of a list, in its order. */
  async *inBatches({ q, sort = '-since' }: QueryOf<typeof identity.exportUsers>): AsyncGenerator<User[]> {
    const cursor = this.users
      .find(q ? withText(q) : {}, { name: 1, email: 1, username: 1, role: 1, staffRole: 1, addresses: 1, createdAt: 1 })
      .sort(orderOf(sort))
      .lean<User[]>()
      .cursor({ batchSize: BATCH });
    let batch: User[] = [];
    for await (const user of cursor) {
      batch.push(user as User);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}

/** Accounts by a part of a name, an e-mail address or a username. */
function withText(q: string) {
  const text = new RegExp(RegExp.escape(q), 'i');
  return { $or: [{ name: text }, { email: text }, { username: text }] };
}

const FIELDS = { name: 'name', email: 'email', since: 'createdAt' } as const;

/** As an index has it. */
function orderOf(sort: NonNullable<QueryOf<typeof identity.listUsers>['sort']>): Record<string, 1 | -1> {
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = FIELDS[sort.replace('-', '') as keyof typeof FIELDS];
  // No two accounts have one e-mail address.
  return field === 'email' ? { email: direction } : { [field]: direction, _id: direction };
}

/** The unique field of a duplicate key error. */
export function takenField(error: unknown): 'email' | 'username' | undefined {
  if (!isDuplicateKey(error)) return undefined;
  return 'username' in (error as { keyPattern: object }).keyPattern ? 'username' : 'email';
}
