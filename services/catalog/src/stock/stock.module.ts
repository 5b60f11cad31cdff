import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule, PeopleModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { holdSchema } from './hold.schema.ts';
import { ReleaseHoldWhenReleased } from './release-hold-when-released.ts';
import { ReturnStockWhenOrderCancelled } from './return-stock-when-order-cancelled.ts';
import { SellHoldWhenOrderCreated } from './sell-hold-when-order-created.ts';
import { StockMovementsController } from './stock-movements.controller.ts';
import { StockMovementsRepository } from './stock-movements.repository.ts';
import { StockMovementsService } from './stock-movements.service.ts';
import { StockSummaryRepository } from './stock-summary.repository.ts';
import { StockSummaryService } from './stock-summary.service.ts';
import { StockController } from './stock.controller.ts';
import { StockRepository } from './stock.repository.ts';
import { StockService } from './stock.service.ts';
import { TidyHolds } from './tidy-holds.ts';

@Module({
  imports: [
    ProductsModule,
    AuditModule,
    PeopleModule,
    MongooseModule.forFeature([{ name: 'Hold', schema: holdSchema }]),
  ],
  controllers: [
    StockController,
    StockMovementsController,
    SellHoldWhenOrderCreated,
    ReleaseHoldWhenReleased,
    ReturnStockWhenOrderCancelled,
  ],
  providers: [
    StockService,
    StockRepository,
    StockMovementsService,
    StockMovementsRepository,
    StockSummaryService,
    StockSummaryRepository,
    TidyHolds,
  ],
})
export class StockModule {}
