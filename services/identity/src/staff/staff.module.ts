import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.ts';
import { RolesModule } from '../roles/roles.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { invitationSchema } from './invitation.schema.ts';
import { InvitationsRepository } from './invitations.repository.ts';
import { InvitationsService } from './invitations.service.ts';
import { RolesService } from './roles.service.ts';
import { StaffController } from './staff.controller.ts';
import { StaffService } from './staff.service.ts';

@Module({
  imports: [
    UsersModule,
    RolesModule,
    AuthModule,
    SessionsModule,
    MongooseModule.forFeature([{ name: 'Invitation', schema: invitationSchema }]),
  ],
  controllers: [StaffController],
  providers: [RolesService, StaffService, InvitationsService, InvitationsRepository],
})
export class StaffModule {}
