import { Module } from '@nestjs/common';
import { AttemptsModule } from './attempts/attempts.module.ts';
import { AttentionModule } from './attention/attention.module.ts';
import { DisputesModule } from './disputes/disputes.module.ts';
import { RefundsModule } from './refunds/refunds.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';

@Module({ imports: [AttemptsModule, RefundsModule, DisputesModule, WebhooksModule, AttentionModule] })
export class AppModule {}
