import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Identity } from './identity.ts';
import { recipientSchema } from './recipient.schema.ts';
import { RecipientsService } from './recipients.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Recipient', schema: recipientSchema }])],
  providers: [RecipientsService, Identity],
  exports: [RecipientsService],
})
export class RecipientsModule {}
