import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ClientsModule } from '../clients/clients.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { ProductSnapshotsModule } from '../product-snapshots/product-snapshots.module.ts';
import { alertRecipientSchema, alertRoundSchema, alertSchema } from './alert.schema.ts';
import { AlertMails } from './alert-mails.ts';
import { AlertRounds } from './alert-rounds.ts';
import { AlertsController } from './alerts.controller.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { OfferPieceWhenBackOrCheaper } from './offer-piece-when-back-or-cheaper.ts';
import { RemoveAlertsWhenUserDeleted } from './remove-alerts-when-user-deleted.ts';
import { TidyAlerts } from './tidy-alerts.ts';

@Module({
  imports: [
    ClientsModule,
    OrdersModule,
    ProductSnapshotsModule,
    MongooseModule.forFeature([
      { name: 'Alert', schema: alertSchema },
      { name: 'AlertRecipient', schema: alertRecipientSchema },
      { name: 'AlertRound', schema: alertRoundSchema },
    ]),
  ],
  controllers: [AlertsController, OfferPieceWhenBackOrCheaper, RemoveAlertsWhenUserDeleted],
  providers: [AlertsService, AlertsRepository, AlertRounds, AlertMails, TidyAlerts],
  exports: [AlertsService, AlertsRepository],
})
export class AlertsModule {}
