import { Injectable } from '@nestjs/common';
import { CustomizationsService } from '../customizations/customizations.service.ts';
import { OptionsService, priceKey } from '../options/options.service.ts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';
import { optionPricesOffered, valuesWithoutPrice } from './price.rules.ts';

export interface DetailedProduct {
  product: Product;
  details: Details;
}

/** Offered values without a price: they cannot be bought. */
@Injectable()
export class UnpricedValues {
  constructor(
    private readonly options: OptionsService,
    private readonly customizations: CustomizationsService,
  ) {}

  /** By option, in the order of `products`. */
  async of(products: readonly DetailedProduct[]): Promise<Record<string, string[]>[]> {
    const groups = [...new Set(products.map(({ product }) => product.productGroup))];
    const [customizations, prices] = await Promise.all([
      this.customizations.ofGroups(groups),
      this.options.pricesOf(products.flatMap(({ product, details }) => optionPricesOffered(product, details))),
    ]);
    return products.map(({ product, details }) =>
      valuesWithoutPrice({
        piece: product,
        details,
        customization: customizations.get(product.productGroup),
        optionPrice: ({ kind, value }) => prices.get(priceKey(kind, value)),
      }),
    );
  }
}
