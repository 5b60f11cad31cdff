import { Module } from '@nestjs/common';
import { AttentionModule } from '../attention/attention.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { MethodsModule } from '../methods/methods.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { AttemptLanes } from './attempt-lanes.ts';
import { AttemptStoreModule } from './attempt-store.module.ts';
import { AttemptsController } from './attempts.controller.ts';
import { AttemptsService } from './attempts.service.ts';
import { FindingService } from './finding.service.ts';
import { Reconciler } from './reconciler.ts';
import { PaymentCallbacksService } from './callbacks.service.ts';
import { SettlingService } from './settling.service.ts';
import { StartingService } from './starting.service.ts';
import { StopAttemptsWhenCheckoutEnded } from './stop-attempts-when-checkout-ended.ts';

@Module({
  imports: [AttemptStoreModule, MethodsModule, ClientsModule, RefundsModule, AttentionModule],
  controllers: [AttemptsController, StopAttemptsWhenCheckoutEnded],
  providers: [
    AttemptLanes,
    AttemptsService,
    StartingService,
    SettlingService,
    FindingService,
    PaymentCallbacksService,
    Reconciler,
  ],
  exports: [
    AttemptLanes,
    AttemptStoreModule,
    AttemptsService,
    StartingService,
    SettlingService,
    FindingService,
    PaymentCallbacksService,
  ],
})
export class AttemptsModule {}
