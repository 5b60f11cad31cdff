import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '@shop/service-kit';
import { BuyersStoreModule } from '../buyers/buyers-store.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { BillsExport } from './bills-export.ts';
import { DueNumbers } from './due-numbers.ts';
import { documentSchema, seriesSchema } from './invoice.schema.ts';
import { InvoicesController } from './invoices.controller.ts';
import { InvoicesRepository } from './invoices.repository.ts';
import { InvoicesService } from './invoices.service.ts';

@Module({
  imports: [
    AuditModule,
    BuyersStoreModule,
    OrdersModule,
    ClientsModule,
    MongooseModule.forFeature([
      { name: 'IssuedDocument', schema: documentSchema },
      { name: 'InvoiceSeries', schema: seriesSchema },
    ]),
  ],
  controllers: [InvoicesController],
  providers: [BillsExport, InvoicesService, InvoicesRepository, DueNumbers],
})
export class InvoicesModule {}
