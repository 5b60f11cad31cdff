import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AttemptsModule } from '../attempts/attempts.module.ts';
import { AttentionModule } from '../attention/attention.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { disputeWatchSchema } from './dispute-watch.schema.ts';
import { DisputeWatcher } from './dispute-watcher.ts';
import { DisputeWatchesRepository } from './dispute-watches.repository.ts';
import { DisputesService } from './disputes.service.ts';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: 'DisputeWatch', schema: disputeWatchSchema }]),
    AttemptsModule,
    AttentionModule,
    RefundsModule,
  ],
  providers: [DisputesService, DisputeWatchesRepository, DisputeWatcher],
  exports: [DisputesService],
})
export class DisputesModule {}
