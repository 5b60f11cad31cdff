import { Injectable } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { type ClientSession, Types } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import { Outbox } from '../events/outbox.ts';
import type { Session } from '../session/session.ts';

type Fields = Record<string, unknown>;

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
  async record(
    transaction: ClientSession,
    actor: Pick<Session, 'userId'>,
    {
      action,
      subject,
      subjectId,
      before,
      after,
      reason,
    }: {
      /** `noun.past-tense`. */
      action: string;
      subject: string;
      subjectId: string;
      before: Fields | null;
      after: Fields | null;
      reason?: string;
    },
  ): Promise<void> {
    const [from, to] = before && after ? differing(before, after) : [before, after];
    if (from && to && Object.keys(to).length === 0) return;
    await this.outbox.publish(transaction, identity.auditRecorded, {
      key: new Types.ObjectId().toHexString(),
      data: {
        actorId: actor.userId,
        actorName: (await this.names.nameOf(actor.userId, transaction)) ?? UNKNOWN_NAME,
        action,
        subject,
        subjectId,
        before: from,
        after: to,
        ...(reason === undefined ? {} : { reason }),
        at: this.clock.now().toISOString(),
      },
    });
  }
}

function differing(before: Fields, after: Fields): [Fields, Fields] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (from: Fields) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  return [pick(before), pick(after)];
}
