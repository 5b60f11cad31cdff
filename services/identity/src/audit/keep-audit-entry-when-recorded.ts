import { Controller } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type EventOf, identity } from '@shop/contracts';
import { type EventContext, OnEvent, work } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { AuditEntry } from './audit.schema.ts';

@Controller()
export class KeepAuditEntryWhenRecorded {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  @OnEvent(identity.auditRecorded, work('keep-audit-entry-when-recorded'))
  async handle({ id, data }: EventOf<typeof identity.auditRecorded>, { session }: EventContext): Promise<void> {
    await this.entries.create([{ ...data, _id: id, at: new Date(data.at) }], { session });
  }
}
