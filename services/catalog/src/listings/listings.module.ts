import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.ts';
import { MaterialsModule } from '../materials/materials.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { ListingsController } from './listings.controller.ts';
import { ListingsRepository } from './listings.repository.ts';
import { ListingsService } from './listings.service.ts';

@Module({
  imports: [ProductsModule, CategoriesModule, MaterialsModule],
  controllers: [ListingsController],
  providers: [ListingsService, ListingsRepository],
})
export class ListingsModule {}
