import { type DataOf, identity, staffRoleOf } from '@shop/contracts';
import type { Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { UserDocument } from './user.schema.ts';

const dataOf = (user: UserDocument) => ({
  userId: user.id,
  name: user.name,
  email: user.email,
  role: (staffRoleOf(user) === undefined ? 'user' : 'admin') as identity.Role,
});

export const announceCreated = (outbox: Outbox, session: ClientSession, user: UserDocument) =>
  outbox.publish(session, identity.userCreated, { key: user.id, data: dataOf(user) });

export const announceUpdated = (outbox: Outbox, session: ClientSession, user: UserDocument) =>
  outbox.publish(session, identity.userUpdated, { key: user.id, data: dataOf(user) });

export const announceDeleted = (outbox: Outbox, session: ClientSession, { id, joins }: UserDocument) =>
  outbox.publish(session, identity.userDeleted, {
    key: id as string,
    data: { userId: id as string, ...(joins !== undefined && { joins }) },
  });

/** `user` as its owner is told: of a new e-mail address, as it was before. */
export const announceSecured = (
  outbox: Outbox,
  session: ClientSession,
  { id, name, email }: UserDocument,
  change: DataOf<typeof identity.accountSecured>['change'],
) =>
  outbox.publish(session, identity.accountSecured, {
    key: id as string,
    data: { userId: id as string, name, email, change },
  });
