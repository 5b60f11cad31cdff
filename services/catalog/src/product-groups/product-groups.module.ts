import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { CustomizationsModule } from '../customizations/customizations.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { ProductGroupsController } from './product-groups.controller.ts';
import { ProductGroupsService } from './product-groups.service.ts';

@Module({
  imports: [ProductsModule, TaxonomyModule, CustomizationsModule, AuditModule],
  controllers: [ProductGroupsController],
  providers: [ProductGroupsService],
})
export class ProductGroupsModule {}
