import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProductsModule } from '../products/products.module.ts';
import { holdSchema } from './hold.schema.ts';
import { ReleaseHoldWhenReleased } from './release-hold-when-released.ts';
import { ReturnStockWhenOrderCancelled } from './return-stock-when-order-cancelled.ts';
import { SellHoldWhenOrderCreated } from './sell-hold-when-order-created.ts';
import { StockController } from './stock.controller.ts';
import { StockRepository } from './stock.repository.ts';
import { StockService } from './stock.service.ts';
import { TidyHolds } from './tidy-holds.ts';

@Module({
  imports: [ProductsModule, MongooseModule.forFeature([{ name: 'Hold', schema: holdSchema }])],
  controllers: [StockController, SellHoldWhenOrderCreated, ReleaseHoldWhenReleased, ReturnStockWhenOrderCancelled],
  providers: [StockService, StockRepository, TidyHolds],
})
export class StockModule {}
