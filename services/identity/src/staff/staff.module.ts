import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.ts';
import { RolesModule } from '../roles/roles.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { InvitationRecordsModule } from './invitation-records.module.ts';
import { InvitationsService } from './invitations.service.ts';
import { RolesService } from './roles.service.ts';
import { StaffController } from './staff.controller.ts';
import { StaffService } from './staff.service.ts';

@Module({
  imports: [UsersModule, RolesModule, AuthModule, SessionsModule, InvitationRecordsModule],
  controllers: [StaffController],
  providers: [RolesService, StaffService, InvitationsService],
})
export class StaffModule {}
