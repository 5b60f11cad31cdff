import { Module } from '@nestjs/common';
import { CartModule } from '../cart/cart.module.ts';
import { CheckoutStoreModule } from '../checkouts/checkout-store.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { BuyersController } from './buyers.controller.ts';
import { BuyersService } from './buyers.service.ts';
import { BuyersStoreModule } from './buyers-store.module.ts';
import { EraseBuyerWhenUserDeleted } from './erase-buyer-when-user-deleted.ts';
import { ErasuresService } from './erasures.service.ts';

@Module({
  imports: [BuyersStoreModule, CartModule, CheckoutStoreModule, OrdersModule],
  controllers: [BuyersController, EraseBuyerWhenUserDeleted],
  providers: [BuyersService, ErasuresService],
})
export class BuyersModule {}
