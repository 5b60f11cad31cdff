import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditTrail, Edits, StaffNames } from '@shop/service-kit';
import { RolesModule } from '../roles/roles.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { InvitationRecordsModule } from '../staff/invitation-records.module.ts';
import { AuditEntry, auditSchema } from '../audit/audit.schema.ts';
import { noticeSchema } from '../notices/notice.schema.ts';
import { downloadSchema } from '../own-data/download.schema.ts';
import { viewSchema } from '../views/view.schema.ts';
import { erasureSchema } from './erasure.schema.ts';
import { Erasures } from './erasures.ts';
import { guestSchema } from './guest.schema.ts';
import { Guests } from './guests.ts';
import { FirstAdmin } from './first-admin.ts';
import { User, userSchema } from './user.schema.ts';
import { UsersController } from './users.controller.ts';
import { UsersExport } from './users-export.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: User.name, schema: userSchema },
      { name: 'Guest', schema: guestSchema },
      { name: 'Erasure', schema: erasureSchema },
      { name: 'Download', schema: downloadSchema },
      { name: AuditEntry.name, schema: auditSchema },
      { name: 'View', schema: viewSchema },
      { name: 'Notice', schema: noticeSchema },
    ]),
    SessionsModule,
    RolesModule,
    InvitationRecordsModule,
  ],
  controllers: [UsersController],
  providers: [
    UsersRepository,
    UsersService,
    UsersExport,
    Erasures,
    Guests,
    FirstAdmin,
    AuditTrail,
    Edits,
    { provide: StaffNames, useExisting: UsersRepository },
  ],
  exports: [UsersRepository, UsersService, AuditTrail, Edits, Guests, RolesModule],
})
export class UsersModule {}
