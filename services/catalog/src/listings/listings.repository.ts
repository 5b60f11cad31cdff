import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { similarPipeline } from './similar.rules.ts';

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

  async similar(product: Product, limit: number): Promise<ShownGroup[]> {
    return (await this.products.aggregate<Row>(similarPipeline(product, limit))).map(shownOf);
  }
}
