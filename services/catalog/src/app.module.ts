import { Module } from '@nestjs/common';
import { AssortmentModule } from './assortment/assortment.module.ts';
import { CustomizationsModule } from './customizations/customizations.module.ts';
import { ListingsModule } from './listings/listings.module.ts';
import { OptionsModule } from './options/options.module.ts';
import { ProductsModule } from './products/products.module.ts';

@Module({ imports: [AssortmentModule, ProductsModule, ListingsModule, OptionsModule, CustomizationsModule] })
export class AppModule {}
