import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ChargesModule } from '../charges/charges.module.ts';
import { CheckoutStoreModule } from '../checkouts/checkout-store.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { ProductSnapshotsModule } from '../product-snapshots/product-snapshots.module.ts';
import { CartController } from './cart.controller.ts';
import { cartSchema } from './cart.schema.ts';
import { CartService } from './cart.service.ts';
import { CartsRepository } from './carts.repository.ts';
import { RemoveCartWhenUserDeleted } from './remove-cart-when-user-deleted.ts';

@Module({
  imports: [
    ChargesModule,
    ClientsModule,
    ProductSnapshotsModule,
    CheckoutStoreModule,
    MongooseModule.forFeature([{ name: 'Cart', schema: cartSchema }]),
  ],
  controllers: [CartController, RemoveCartWhenUserDeleted],
  providers: [CartService, CartsRepository],
  exports: [CartsRepository],
})
export class CartModule {}
