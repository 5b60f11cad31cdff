import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.ts';
import { CollectionsModule } from '../collections/collections.module.ts';
import { TaxModule } from '../tax/tax.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import { MenuController } from './menu.controller.ts';
import { MenuService } from './menu.service.ts';

@Module({
  imports: [CatalogueModule, CollectionsModule, TaxModule, TaxonomyModule],
  controllers: [MenuController],
  providers: [MenuService],
})
export class MenuModule {}
