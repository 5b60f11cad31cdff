import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule, CONFIG, ImportRunner, ImportsModule } from '@shop/service-kit';
import { ProductsModule } from '../products/products.module.ts';
import { RenamesModule } from '../renames/renames.module.ts';
import { TaxonomyModule } from '../taxonomy/taxonomy.module.ts';
import type { Config } from '../variables.ts';
import { ImportedProducts } from './imported-products.ts';
import { ProductExport } from './product-export.ts';
import { ProductImportsController } from './product-imports.controller.ts';
import { ProductsTarget } from './products-target.ts';

@Module({
  imports: [ImportsModule, ProductsModule, TaxonomyModule, RenamesModule, AuditModule],
  controllers: [ProductImportsController],
  providers: [ProductsTarget, ImportedProducts, ProductExport],
})
export class ProductImportsModule implements OnModuleInit {
  constructor(
    private readonly runner: ImportRunner,
    private readonly products: ProductsTarget,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { CATALOG_SWEEP: pollMs, CATALOG_LEASE: leaseMs } = this.config;
    this.runner.start({ pollMs, leaseMs }, [this.products]);
  }
}
