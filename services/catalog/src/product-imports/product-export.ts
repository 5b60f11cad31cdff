import { Injectable } from '@nestjs/common';
import type { catalog, QueryOf } from '@shop/contracts';
import { csvFileOf } from '@shop/service-kit';
import { ProductsRepository, type StaffFilter } from '../products/products.repository.ts';
import { OptionUses } from '../renames/option-uses.ts';
import { savedOf } from './imported-products.ts';
import { cellOf, PRODUCT_COLUMNS } from './product-columns.ts';

/** Products as a file that can be imported again. */
@Injectable()
export class ProductExport {
  constructor(
    private readonly products: ProductsRepository,
    private readonly uses: OptionUses,
  ) {}

  async file({
    template,
    option,
    optionValue,
    ...filter
  }: QueryOf<typeof catalog.exportProducts>): Promise<AsyncGenerator<Buffer>> {
    const detailsRef = option && optionValue && (await this.uses.detailsWith(option, [optionValue]));
    return csvFileOf(
      PRODUCT_COLUMNS.map(({ head }) => head),
      template ? nothing() : this.#lines({ ...filter, ...(detailsRef && { detailsRef }) }),
    );
  }

  async *#lines(filter: StaffFilter): AsyncGenerator<string[][]> {
    for await (const batch of this.products.forStaffInBatches(filter)) {
      const found = await this.products.withDetails(batch);
      yield found.map(({ product, details }) => {
        const saved = savedOf(product, details);
        return PRODUCT_COLUMNS.map((column) => cellOf(column, saved));
      });
    }
  }
}

async function* nothing(): AsyncGenerator<never> {}
