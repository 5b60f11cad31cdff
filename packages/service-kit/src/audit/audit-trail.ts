import { Injectable } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { type ClientSession, Types } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import { Outbox } from '../events/outbox.ts';
import type { Session } from '../session/session.ts';

type Fields = Record<string, unknown>;

/** What staff changed. */
export interface AuditedChange {
  /** `noun.past-tense`. */
  action: string;
  subject: string;
  subjectId: string;
  before: Fields | null;
  after: Fields | null;
  reason?: string;
}

/** The actor's name when the account was deleted or its events have not arrived yet. */
const UNKNOWN_NAME = 'Staff';

/** Looks up names of staff. A service provides it together with `AuditTrail`. */
export abstract class StaffNames {
  abstract nameOf(userId: string, transaction: ClientSession): Promise<string | undefined>;
}

/** Publishes what staff changed in a service to identity's audit trail. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly outbox: Outbox,
    private readonly names: StaffNames,
    private readonly clock: Clock,
  ) {}

  /** Records a change in its transaction. With both `before` and `after`, only fields that differ are recorded; if none does, nothing. */
  record(transaction: ClientSession, actor: Pick<Session, 'userId'>, change: AuditedChange): Promise<void> {
    return this.recordAll(transaction, actor, [change]);
  }

  /** The same for several changes, with a few commands for all of them. */
  async recordAll(
    transaction: ClientSession,
    { userId }: Pick<Session, 'userId'>,
    changes: readonly AuditedChange[],
  ): Promise<void> {
    const real = changes.flatMap(({ before, after, ...rest }) => {
      const [from, to] = before && after ? differing(before, after) : [before, after];
      return from && to && Object.keys(to).length === 0 ? [] : [{ ...rest, before: from, after: to }];
    });
    if (real.length === 0) return;
    const actorName = (await this.names.nameOf(userId, transaction)) ?? UNKNOWN_NAME;
    const at = this.clock.now().toISOString();
    await this.outbox.publishAll(
      transaction,
      identity.auditRecorded,
      real.map(({ action, subject, subjectId, before, after, reason }) => ({
        key: new Types.ObjectId().toHexString(),
        data: {
          ...{ actorId: userId, actorName, action, subject, subjectId, before, after },
          ...(reason !== undefined && { reason }),
          at,
        },
      })),
    );
  }
}

function differing(before: Fields, after: Fields): [Fields, Fields] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (from: Fields) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  return [pick(before), pick(after)];
}
