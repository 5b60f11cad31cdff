import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { invitationSchema } from './invitation.schema.ts';
import { InvitationsRepository } from './invitations.repository.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Invitation', schema: invitationSchema }])],
  providers: [InvitationsRepository],
  exports: [InvitationsRepository],
})
export class InvitationRecordsModule {}
