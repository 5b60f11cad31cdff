import { Injectable } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import { Offerings } from '../prices/offerings.ts';
import { needsSize } from '../prices/price.rules.ts';
import { TaxService } from '../tax/tax.service.ts';
import type { Product } from './product.schema.ts';
import { cardOf, pathOf, productOf, swatchOf } from './product.view.ts';
import { ProductsRepository } from './products.repository.ts';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

/** Published products, as visitors see them. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly tax: TaxService,
    private readonly offerings: Offerings,
  ) {}

  /**
   * The page of a group. `id` is its code or the _id of one of its products, in any letter case; `variant` selects one of
   * its products. `canonicalPath` is the only canonical address of the answer.
   * @throws Failure `product.not-found` when nothing of the group is published
   */
  async page(
    id: string,
    variant: string | undefined,
  ): Promise<{ product: catalog.Product; variants: catalog.Swatch[]; canonicalPath: string }> {
    const [{ variants, ownId }, { gstRate }] = await Promise.all([this.#group(id), this.tax.current()]);
    const wanted = variant ?? ownId;
    const shown = variants.find(({ _id }) => String(_id) === wanted) ?? variants[0]!;
    const [product] = await this.#views([shown], gstRate);
    return {
      product: product!,
      variants: variants.map((variant) => swatchOf(variant, gstRate)),
      canonicalPath: pathOf(shown.productGroup, shown === variants[0] ? undefined : String(shown._id)),
    };
  }

  /** @throws Failure `product.not-found` */
  async variants(id: string): Promise<catalog.Product[]> {
    const [{ variants }, { gstRate }] = await Promise.all([this.#group(id), this.tax.current()]);
    return this.#views(variants, gstRate);
  }

  async #views(products: readonly Product[], gstRate: number): Promise<catalog.Product[]> {
    const found = await this.products.withDetails(products);
    const offerings = await this.offerings.of(found);
    return found.map(({ product, details }, index) => productOf(product, details, gstRate, offerings[index]!));
  }

  /**
   * A card per group in the order of `shown`, which names the variant that represents the group. Groups that are no longer
   * published are left out.
   */
  async cards(shown: readonly { productGroup: string; productId: string }[]): Promise<catalog.ProductCard[]> {
    if (shown.length === 0) return [];
    const [groups, { gstRate }] = await Promise.all([
      this.products.cardsOf(shown.map(({ productGroup }) => productGroup)),
      this.tax.current(),
    ]);
    const details = await this.products.detailsOf([...groups.values()].flat());
    return shown.flatMap(({ productGroup, productId }) => {
      const variants = groups.get(productGroup);
      if (!variants) return [];
      return [
        cardOf(variants.find(({ _id }) => String(_id) === productId) ?? variants[0]!, variants, gstRate, details),
      ];
    });
  }

  /** A card per product for sale, in the order of `ids`; each shows its own variant. */
  async cardsById(ids: readonly string[]): Promise<{ products: catalog.ProductCard[]; needSize: string[] }> {
    const unique = [...new Set(ids)];
    const found = await this.products.forSale(unique);
    const shown = unique.flatMap((productId) => {
      const known = found.get(productId);
      return known ? [{ productId, productGroup: known.product.productGroup, details: known.details }] : [];
    });
    const needing = new Set(shown.flatMap(({ productId, details }) => (needsSize(details) ? [productId] : [])));
    const products = await this.cards(shown);
    return { products, needSize: products.map(({ _id }) => _id).filter((id) => needing.has(id)) };
  }

  /** The first variant of a group. @throws Failure `product.not-found` */
  async lead(id: string): Promise<Product> {
    const { variants } = await this.#group(id);
    return variants[0]!;
  }

  async #group(id: string): Promise<{ variants: Product[]; ownId?: string }> {
    let productGroup = id.toUpperCase();
    let ownId: string | undefined;
    if (OBJECT_ID.test(id)) {
      ownId = id.toLowerCase();
      const product = await this.products.byId(ownId);
      if (!product) throw new Failure('product.not-found');
      productGroup = product.productGroup;
    }
    let variants = await this.products.variantsOf(productGroup);
    if (variants.length === 0) {
      const movedTo = await this.products.groupAfter(productGroup);
      if (movedTo) variants = await this.products.variantsOf(movedTo);
    }
    if (variants.length === 0) throw new Failure('product.not-found');
    return { variants, ownId };
  }
}
