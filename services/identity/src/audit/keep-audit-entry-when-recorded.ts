import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import { type EventOf, identity } from '@shop/contracts';
import { EventContext, work } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { AuditEntry } from './audit.schema.ts';

@Controller()
export class KeepAuditEntryWhenRecorded {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  @EventPattern(identity.auditRecorded.name, work('keep-audit-entry-when-recorded'))
  async handle(
    @Payload() { id, data }: EventOf<typeof identity.auditRecorded>,
    @Ctx() { session }: EventContext,
  ): Promise<void> {
    await this.entries.create([{ ...data, _id: id, at: new Date(data.at) }], { session });
  }
}
