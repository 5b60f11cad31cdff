import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { cartOrder, catalog } from '@shop/contracts';
import type { Model, Types } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { listingPipeline, type Scope, similarPipeline } from './listing.rules.ts';

/** A group and the variant that represents it. */
export interface ShownGroup {
  productGroup: string;
  productId: string;
}

interface Row {
  _id: string;
  productId: Types.ObjectId;
}

const shownOf = ({ _id, productId }: Row): ShownGroup => ({ productGroup: _id, productId: String(productId) });

@Injectable()
export class ListingsRepository {
  constructor(@InjectModel('Product') private readonly products: Model<Product>) {}

  async page(
    scope: Scope,
    query: catalog.ListingQuery,
    tax: cartOrder.TaxSettings,
  ): Promise<{ shown: ShownGroup[]; totalCount: number }> {
    const [result] = await this.products.aggregate<{ page: Row[]; total: { groups: number }[] }>(
      listingPipeline(scope, query, tax),
    );
    return { shown: result!.page.map(shownOf), totalCount: result!.total[0]?.groups ?? 0 };
  }

  async similar(product: Product, limit: number): Promise<ShownGroup[]> {
    return (await this.products.aggregate<Row>(similarPipeline(product, limit))).map(shownOf);
  }
}
