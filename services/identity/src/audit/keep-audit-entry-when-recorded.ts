import { Controller } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { UsersRepository } from '../users/users.repository.ts';
import { AuditEntry, withoutPerson } from './audit.schema.ts';
import { AuditMarks } from './marks.ts';

type Entry = EventOf<typeof identity.auditRecorded>['data'];

@Controller()
export class KeepAuditEntryWhenRecorded {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly users: UsersRepository,
    private readonly marks: AuditMarks,
  ) {}

  @OnEvent(identity.auditRecorded, work('keep-audit-entry-when-recorded'))
  async handle({ id, data }: EventOf<typeof identity.auditRecorded>, { session }: EventContext): Promise<void> {
    const kept = (await this.#isOfDeleted(data, session)) ? withoutPerson(data) : data;
    const entry = { ...kept, at: new Date(data.at) };
    await this.entries.create([{ ...entry, _id: id, mark: this.marks.ofEntry(id, entry) }], { session });
  }

  /** The account that it tells of was deleted while it was on its way. */
  async #isOfDeleted({ subject, subjectId }: Entry, session: ClientSession): Promise<boolean> {
    return subject === 'user' && (await this.users.byId(subjectId, session)) === null;
  }
}
