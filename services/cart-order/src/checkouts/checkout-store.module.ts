import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { checkoutSchema } from './checkout.schema.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';

/** The checkouts themselves, which the cart reads as well: what they hold is the buyer's. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Checkout', schema: checkoutSchema }])],
  providers: [CheckoutsRepository],
  exports: [CheckoutsRepository],
})
export class CheckoutStoreModule {}
