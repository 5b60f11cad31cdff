import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { UsersModule } from '../users/users.module.ts';
import { AuditController } from './audit.controller.ts';
import { AuditEntry, auditSchema } from './audit.schema.ts';
import { KeepAuditEntryWhenRecorded } from './keep-audit-entry-when-recorded.ts';

@Module({
  imports: [UsersModule, MongooseModule.forFeature([{ name: AuditEntry.name, schema: auditSchema }])],
  controllers: [AuditController, KeepAuditEntryWhenRecorded],
})
export class AuditModule {}
