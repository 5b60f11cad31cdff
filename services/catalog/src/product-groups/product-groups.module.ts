import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { ProductGroupsController } from './product-groups.controller.ts';
import { ProductGroupsService } from './product-groups.service.ts';

@Module({
  imports: [ProductsModule, TaxonomyModule, AuditModule],
  controllers: [ProductGroupsController],
  providers: [ProductGroupsService],
})
export class ProductGroupsModule {}
