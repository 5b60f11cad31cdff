import { Injectable } from '@nestjs/common';
import { CustomizationsService } from '../customizations/customizations.service.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { OptionsService, priceKey } from '../options/options.service.ts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';
import {
  canBeMadeToOrder,
  type Offering,
  type OptionPrice,
  optionPricesOffered,
  valuesWithoutPrice,
} from './price.rules.ts';

export interface DetailedProduct {
  product: Product;
  details: Details;
}

/** What of a product's choices can be bought. */
@Injectable()
export class Offerings {
  constructor(
    private readonly options: OptionsService,
    private readonly customizations: CustomizationsService,
    private readonly taxonomy: TaxonomyService,
  ) {}

  /** In the order of `products`. */
  async of(products: readonly DetailedProduct[]): Promise<Offering[]> {
    const groups = [...new Set(products.map(({ product }) => product.productGroup))];
    const [customizations, prices, madeToOrder] = await Promise.all([
      this.customizations.ofGroups(groups),
      this.options.pricesOf(products.flatMap(({ product, details }) => optionPricesOffered(product, details))),
      this.taxonomy.madeToOrder(),
    ]);
    return products.map(({ product, details }) => {
      const sources = {
        piece: product,
        details,
        isMadeToOrder: madeToOrder.has(product.material.tag),
        customization: customizations.get(product.productGroup),
        optionPrice: ({ kind, value }: OptionPrice) => prices.get(priceKey(kind, value)),
      };
      return { notPriced: valuesWithoutPrice(sources), customizable: canBeMadeToOrder(sources) };
    });
  }
}
