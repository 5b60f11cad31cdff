import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { checkoutSchema } from './checkout.schema.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';

/** The repository alone: the cart needs it as well, for the stock held by the buyer's own checkouts. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Checkout', schema: checkoutSchema }])],
  providers: [CheckoutsRepository],
  exports: [CheckoutsRepository],
})
export class CheckoutStoreModule {}
