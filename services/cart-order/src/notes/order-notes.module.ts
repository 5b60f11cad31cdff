import { Module } from '@nestjs/common';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { OrdersModule } from '../orders/orders.module.ts';
import { OrderNotesController } from './order-notes.controller.ts';
import { OrderNotesService } from './order-notes.service.ts';
import { OrderNotesStoreModule } from './order-notes-store.module.ts';

@Module({
  imports: [OrderNotesStoreModule, OrdersModule, AuditModule, PeopleModule],
  controllers: [OrderNotesController],
  providers: [OrderNotesService],
})
export class OrderNotesModule {}
