import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { orderSchema } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';

/** The repository alone: a checkout counts what its buyer ordered on the same day. */
@Module({
  imports: [MongooseModule.forFeature([{ name: 'Order', schema: orderSchema }])],
  providers: [OrdersRepository],
  exports: [OrdersRepository, MongooseModule],
})
export class OrdersStoreModule {}
