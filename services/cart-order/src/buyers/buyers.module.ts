import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { CartModule } from '../cart/cart.module.ts';
import { CheckoutStoreModule } from '../checkouts/checkout-store.module.ts';
import { OrderNotesStoreModule } from '../notes/order-notes-store.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { WishlistModule } from '../wishlist/wishlist.module.ts';
import { BuyersController } from './buyers.controller.ts';
import { BuyersService } from './buyers.service.ts';
import { BuyersStoreModule } from './buyers-store.module.ts';
import { EraseBuyerWhenUserDeleted } from './erase-buyer-when-user-deleted.ts';
import { ErasuresService } from './erasures.service.ts';

@Module({
  imports: [
    AlertsModule,
    BuyersStoreModule,
    CartModule,
    CheckoutStoreModule,
    OrderNotesStoreModule,
    OrdersModule,
    WishlistModule,
  ],
  controllers: [BuyersController, EraseBuyerWhenUserDeleted],
  providers: [BuyersService, ErasuresService],
})
export class BuyersModule {}
