import { Module } from '@nestjs/common';
import { CustomizationsModule } from '../customizations/customizations.module.ts';
import { OptionsModule } from '../options/options.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { PricesController } from './prices.controller.ts';
import { PricesService } from './prices.service.ts';

@Module({
  imports: [TaxModule, TaxonomyModule, ProductsModule, OptionsModule, CustomizationsModule],
  controllers: [PricesController],
  providers: [PricesService],
})
export class PricesModule {}
