import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CheckoutStoreModule } from '../checkouts/checkout-store.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { captureRecordSchema } from './capture-record.schema.ts';
import { CaptureRecordsRepository } from './capture-records.repository.ts';
import { MoneyController } from './money.controller.ts';
import { MoneyService } from './money.service.ts';
import { ShowReturnsWhenProviderAnswered } from './show-returns-when-provider-answered.ts';

@Module({
  imports: [
    CheckoutStoreModule,
    ClientsModule,
    MongooseModule.forFeature([{ name: 'CaptureRecord', schema: captureRecordSchema }]),
  ],
  controllers: [MoneyController, ShowReturnsWhenProviderAnswered],
  providers: [MoneyService, CaptureRecordsRepository],
  exports: [MoneyService],
})
export class MoneyModule {}
