import { missingPermission, type Permission } from '@shop/contracts';
import { Failure } from '../http/failure.ts';
import type { Session } from './session.ts';

/** The refusal of a session without a permission. Staff are told which one; to shoppers it says nothing. */
export const forbidden = ({ permissions }: Pick<Session, 'permissions'>, permission: Permission): Failure =>
  permissions.length === 0
    ? new Failure('session.forbidden')
    : new Failure('session.forbidden', { message: missingPermission(permission), details: { permission } });
