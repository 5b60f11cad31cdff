import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AttemptStoreModule } from '../attempts/attempt-store.module.ts';
import { AttentionModule } from '../attention/attention.module.ts';
import { ListedRefunds } from './listed-refunds.ts';
import { PayMoneyBackWhenRefundRequested } from './pay-money-back-when-refund-requested.ts';
import { RefundSender } from './refund-sender.ts';
import { refundSchema } from './refund.schema.ts';
import { RefundsRepository } from './refunds.repository.ts';
import { RefundsService } from './refunds.service.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Refund', schema: refundSchema }]), AttemptStoreModule, AttentionModule],
  controllers: [PayMoneyBackWhenRefundRequested],
  providers: [RefundsService, RefundsRepository, ListedRefunds, RefundSender],
  exports: [RefundsService, RefundsRepository, ListedRefunds],
})
export class RefundsModule {}
