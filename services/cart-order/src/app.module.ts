import { Module } from '@nestjs/common';
import { cartOrder } from '@shop/contracts';
import { AuditModule, OperationsModule } from '@shop/service-kit';
import { AlertsModule } from './alerts/alerts.module.ts';
import { BuyersModule } from './buyers/buyers.module.ts';
import { CartModule } from './cart/cart.module.ts';
import { ChargesModule } from './charges/charges.module.ts';
import { CheckoutsModule } from './checkouts/checkouts.module.ts';
import { CouriersModule } from './couriers/couriers.module.ts';
import { DeliveryModule } from './delivery/delivery.module.ts';
import { InvoicesModule } from './invoices/invoices.module.ts';
import { MoneyModule } from './money/money.module.ts';
import { OrderNotesModule } from './notes/order-notes.module.ts';
import { OrdersModule } from './orders/orders.module.ts';
import { ProductSnapshotsModule } from './product-snapshots/product-snapshots.module.ts';
import { WishlistModule } from './wishlist/wishlist.module.ts';

@Module({
  imports: [
    ChargesModule,
    CouriersModule,
    DeliveryModule,
    ProductSnapshotsModule,
    CartModule,
    WishlistModule,
    AlertsModule,
    CheckoutsModule,
    OrdersModule,
    OrderNotesModule,
    MoneyModule,
    InvoicesModule,
    BuyersModule,
    OperationsModule.of(cartOrder, AuditModule),
  ],
})
export class AppModule {}
