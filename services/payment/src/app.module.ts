import { Module } from '@nestjs/common';
import { payment } from '@shop/contracts';
import { AuditModule, OperationsModule } from '@shop/service-kit';
import { AttemptsModule } from './attempts/attempts.module.ts';
import { AttentionModule } from './attention/attention.module.ts';
import { DisputesModule } from './disputes/disputes.module.ts';
import { KeptModule } from './kept/kept.module.ts';
import { MethodsModule } from './methods/methods.module.ts';
import { PROVIDER_FOLDERS } from './providers/index.ts';
import { ProvidersModule } from './providers/providers.ts';
import { RefundsModule } from './refunds/refunds.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';

@Module({
  imports: [
    ProvidersModule.of(PROVIDER_FOLDERS),
    AttemptsModule,
    MethodsModule,
    RefundsModule,
    DisputesModule,
    WebhooksModule,
    AttentionModule,
    KeptModule,
    OperationsModule.of(payment, AuditModule),
  ],
})
export class AppModule {}
