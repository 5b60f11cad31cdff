import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AttemptsModule } from '../attempts/attempts.module.ts';
import { AttentionModule } from '../attention/attention.module.ts';
import { DisputesModule } from '../disputes/disputes.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { webhookSchema } from './webhook.schema.ts';
import { WebhooksRepository } from './webhooks.repository.ts';
import { WebhooksService } from './webhooks.service.ts';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: 'Webhook', schema: webhookSchema }]),
    AttemptsModule,
    AttentionModule,
    DisputesModule,
    RefundsModule,
  ],
  providers: [WebhooksService, WebhooksRepository],
  exports: [WebhooksService],
})
export class WebhooksModule {}
