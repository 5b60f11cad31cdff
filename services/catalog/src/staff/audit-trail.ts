import { Injectable, Module } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Clock, Outbox, type Session } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { PeopleModule } from '../people/people.module.ts';
import { PeopleService } from '../people/people.service.ts';

type Fields = Record<string, unknown>;

/** Tells identity's audit trail what staff changed here. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly outbox: Outbox,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /** Records a change in its transaction. Of a change with both sides only the fields that differ are kept. */
  async record(
    transaction: ClientSession,
    actor: Session,
    {
      action,
      subject,
      subjectId,
      before,
      after,
      reason,
    }: {
      action: string;
      subject: string;
      subjectId: string;
      before: Fields | null;
      after: Fields | null;
      reason?: string;
    },
  ): Promise<void> {
    const [from, to] = before && after ? differing(before, after) : [before, after];
    await this.outbox.publish(transaction, identity.auditRecorded, {
      key: new Types.ObjectId().toHexString(),
      data: {
        actorId: actor.userId,
        actorName: (await this.people.nameOf(actor.userId, transaction)) ?? 'unknown',
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

@Module({ imports: [PeopleModule], providers: [AuditTrail], exports: [AuditTrail] })
export class StaffModule {}
