import { Module } from '@nestjs/common';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { CartModule } from '../cart/cart.module.ts';
import { CheckoutStoreModule } from '../checkouts/checkout-store.module.ts';
import { CheckoutsModule } from '../checkouts/checkouts.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { CouriersModule } from '../couriers/couriers.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { MoneyModule } from '../money/money.module.ts';
import { CapturesService } from './captures.service.ts';
import { CreateOrderWhenPaymentCaptured } from './create-order-when-payment-captured.ts';
import { DueCheckouts } from './due-checkouts.ts';
import { OrderChanges } from './order-changes.ts';
import { OrderLinksService } from './order-links.service.ts';
import { OrderNotifier } from './order-notifier.ts';
import { OrdersController } from './orders.controller.ts';
import { OrdersStoreModule } from './orders-store.module.ts';
import { OrdersService } from './orders.service.ts';
import { OwnOrdersService } from './own-orders.service.ts';
import { RefundsService } from './refunds.service.ts';
import { SalesRepository } from './sales.repository.ts';
import { SalesService } from './sales.service.ts';
import { ShipmentsService } from './shipments.service.ts';
import { ShowDisputeWhenChanged } from './show-dispute-when-changed.ts';
import { ShowRefundWhenProviderAnswered } from './show-refund-when-provider-answered.ts';
import { StaffOrdersService } from './staff-orders.service.ts';

@Module({
  imports: [
    CheckoutStoreModule,
    CheckoutsModule,
    CartModule,
    ClientsModule,
    CouriersModule,
    DeliveryModule,
    MoneyModule,
    AuditModule,
    PeopleModule,
    OrdersStoreModule,
  ],
  controllers: [
    OrdersController,
    CreateOrderWhenPaymentCaptured,
    ShowRefundWhenProviderAnswered,
    ShowDisputeWhenChanged,
  ],
  providers: [
    OrdersService,
    OrderChanges,
    OwnOrdersService,
    StaffOrdersService,
    ShipmentsService,
    RefundsService,
    SalesService,
    SalesRepository,
    OrderNotifier,
    OrderLinksService,
    CapturesService,
    DueCheckouts,
  ],
  exports: [OrdersService, OrderLinksService, OrdersStoreModule],
})
export class OrdersModule {}
