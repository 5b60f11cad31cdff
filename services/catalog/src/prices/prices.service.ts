import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, catalog, mrpOf, rupeesFrom } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import type { Customization } from '../customizations/customization.schema.ts';
import { CustomizationsService } from '../customizations/customizations.service.ts';
import { OptionsService, priceKey } from '../options/options.service.ts';
import type { Details } from '../products/details.schema.ts';
import { withFocus } from '../products/picture-notes.ts';
import type { Product } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { TaxService } from '../tax/tax.service.ts';
import { particularsOf } from './particulars.rules.ts';
import { engravingAvailable, optionPricesNeeded, type PricedLine, priceLine } from './price.rules.ts';

interface LineToPrice {
  productId: string;
  customizations: catalog.Customizations;
}
interface Priced {
  product: Product;
  details: Details;
  priced: PricedLine;
}

/** Prices of products with their choices, from the shop's own prices only. */
@Injectable()
export class PricesService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly customizations: CustomizationsService,
    private readonly options: OptionsService,
    private readonly taxonomy: TaxonomyService,
    private readonly tax: TaxService,
  ) {}

  /** @throws Failure `product.not-found`, `option.not-offered` or `option.not-priced` with a message for each option */
  async calculate({
    productId,
    customizations,
    ...sent
  }: BodyOf<typeof catalog.calculatePrice>): Promise<AnswerOf<typeof catalog.calculatePrice>> {
    const [[line], { gstRate }] = await Promise.all([
      this.#price([{ productId, customizations }], { requireSizes: false }),
      this.tax.current(),
    ]);
    if (!line) throw new Failure('product.not-found');
    const { product, priced } = line;
    const { detailsModel, detailsRef } = product;
    const foreign = catalog.foreignDetails(sent, { detailsModel, detailsRef: String(detailsRef) });
    if (Object.keys(foreign).length > 0) throw new Failure('request.invalid', { errors: foreign });
    if (!priced.ok) throw new Failure(priced.code, { errors: fieldsOf(priced.errors) });
    const unitPaise = priced.basePaise + priced.customizationPaise;
    return {
      finalPrice: rupeesFrom(unitPaise),
      mrp: rupeesFrom(mrpOf(unitPaise, gstRate)),
      customizationPrice: rupeesFrom(priced.customizationPaise),
      customizations: priced.customizations,
    };
  }

  /** In the order of `lines`. */
  async quote(lines: readonly LineToPrice[]): Promise<catalog.QuotedLine[]> {
    return (await this.#price(lines, { requireSizes: true })).map((line) => {
      if (!line) return { state: 'gone' };
      const { product, details, priced } = line;
      const shown = quotedProductOf(product, details);
      if (!priced.ok) {
        const { code, errors } = priced;
        return { state: 'not-offered', product: shown, code, errors, stock: product.stock };
      }
      const { basePaise, customizationPaise, customizations, customized } = priced;
      return {
        state: 'priced',
        product: shown,
        unitPaise: basePaise + customizationPaise,
        basePaise,
        customizationPaise,
        customizations,
        customized,
        particulars: particularsOf(product.material.tag, details, customizations),
        stock: product.stock,
      };
    });
  }

  /** At most five queries, independent of the number of lines. */
  async #price(
    lines: readonly LineToPrice[],
    { requireSizes }: { requireSizes: boolean },
  ): Promise<(Priced | undefined)[]> {
    const forSale = await this.products.forSale([...new Set(lines.map(({ productId }) => productId))]);
    const isToOrder = lines.some(({ customizations }) => customizations.costomization === 'yes');
    const [madeToOrder, customizations, prices] = await Promise.all([
      isToOrder ? this.taxonomy.madeToOrder() : new Set<string>(),
      isToOrder
        ? this.customizations.ofGroups([...forSale.values()].map(({ product }) => product.productGroup))
        : new Map<string, Customization>(),
      this.options.pricesOf(
        lines.flatMap(({ productId, customizations }) => {
          const piece = forSale.get(productId);
          return piece ? optionPricesNeeded(piece.product, customizations) : [];
        }),
      ),
    ]);
    return lines.map((line) => {
      const piece = forSale.get(line.productId);
      if (!piece) return undefined;
      const { product, details } = piece;
      const priced = priceLine({
        piece: product,
        details,
        isMadeToOrder: madeToOrder.has(product.material.tag),
        customization: customizations.get(product.productGroup),
        optionPrice: ({ kind, value }) => prices.get(priceKey(kind, value)),
        chosen: line.customizations,
        requireSizes,
      });
      return { product, details, priced };
    });
  }
}

const fieldsOf = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [`customizations.${name}`, message]));

const quotedProductOf = (product: Product, details: Details): catalog.QuotedProduct => ({
  _id: String(product._id),
  name: product.name,
  images: product.images,
  ...withFocus(product),
  category: { main: product.category.main },
  productGroup: product.productGroup,
  detailsRef: String(product.detailsRef),
  detailsModel: product.detailsModel,
  metalTone: product.metalTone,
  engravingAvailable: engravingAvailable(details),
});
