import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CONFIG } from '@shop/service-kit';
import { UsersModule } from '../users/users.module.ts';
import { AuditList } from './audit-list.service.ts';
import { AuditController } from './audit.controller.ts';
import type { Config } from '../variables.ts';
import { AuditEntry, auditHeadSchema, auditSchema, auditSealSchema } from './audit.schema.ts';
import { AuditCheck } from './check.service.ts';
import { KeepAuditEntryWhenRecorded } from './keep-audit-entry-when-recorded.ts';
import { AuditMarks } from './marks.ts';
import { AuditSealing } from './sealing.ts';

@Module({
  imports: [
    UsersModule,
    MongooseModule.forFeature([
      { name: AuditEntry.name, schema: auditSchema },
      { name: 'AuditSeal', schema: auditSealSchema },
      { name: 'AuditHead', schema: auditHeadSchema },
    ]),
  ],
  controllers: [AuditController, KeepAuditEntryWhenRecorded],
  providers: [
    AuditList,
    AuditSealing,
    AuditCheck,
    {
      provide: AuditMarks,
      inject: [CONFIG],
      useFactory: ({ AUDIT_KEY }: Config) => new AuditMarks(AUDIT_KEY),
    },
  ],
})
export class AuditModule {}
