import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { AttentionController } from './attention.controller.ts';
import { attentionSchema } from './attention.schema.ts';
import { AttentionService } from './attention.service.ts';
import { ListWithdrawalWhenOrderWithdrawn } from './list-withdrawal-when-order-withdrawn.ts';

@Module({
  imports: [AuditModule, PeopleModule, MongooseModule.forFeature([{ name: 'Attention', schema: attentionSchema }])],
  controllers: [AttentionController, ListWithdrawalWhenOrderWithdrawn],
  providers: [AttentionService],
  exports: [AttentionService],
})
export class AttentionModule {}
