import { Module } from '@nestjs/common';
import { CartModule } from '../cart/cart.module.ts';
import { ChargesModule } from '../charges/charges.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { OrdersStoreModule } from '../orders/orders-store.module.ts';
import { ProductSnapshotsModule } from '../product-snapshots/product-snapshots.module.ts';
import { CheckoutStoreModule } from './checkout-store.module.ts';
import { CheckoutsController } from './checkouts.controller.ts';
import { CheckoutsService } from './checkouts.service.ts';
import { LetAnotherPaymentBeginWhenPaymentFailed } from './let-another-payment-begin-when-payment-failed.ts';
import { PanService } from './pan.service.ts';
import { QuoteService } from './quote.service.ts';

@Module({
  imports: [CheckoutStoreModule, OrdersStoreModule, CartModule, ChargesModule, ClientsModule, ProductSnapshotsModule],
  controllers: [CheckoutsController, LetAnotherPaymentBeginWhenPaymentFailed],
  providers: [CheckoutsService, QuoteService, PanService],
  exports: [CheckoutsService],
})
export class CheckoutsModule {}
