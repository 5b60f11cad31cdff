import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import type { Category } from './category.schema.ts';

@Injectable()
export class CategoriesRepository {
  constructor(
    @InjectModel('Category') private readonly categories: Model<Category>,
    @InjectModel('Product') private readonly products: Model<Product>,
  ) {}

  all(): Promise<Category[]> {
    return this.categories.find().sort({ position: 1, _id: 1 }).lean<Category[]>();
  }

  byMain(main: string, session?: ClientSession): Promise<Category | null> {
    return this.categories
      .findOne({ main })
      .session(session ?? null)
      .lean<Category>();
  }

  byId(id: string, session: ClientSession): Promise<Category | null> {
    return this.categories.findById(id).session(session).lean<Category>();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async create({ main, sub }: { main: string; sub: string[] }, session: ClientSession): Promise<Category> {
    const position = await this.categories.countDocuments().session(session);
    const [created] = await this.categories.create([{ main, sub, position }], { session });
    return created!.toObject();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async change(id: Category['_id'], fields: Partial<Category>, session: ClientSession): Promise<Category> {
    const changed = await this.categories.findByIdAndUpdate(id, fields, { session, new: true }).lean<Category>();
    return changed!;
  }

  async remove(id: Category['_id'], session: ClientSession): Promise<void> {
    await this.categories.deleteOne({ _id: id }, { session });
  }

  /** The category, marked as in use by this transaction; `null` when there is none. */
  use(main: string, at: Date, session: ClientSession): Promise<Category | null> {
    return this.categories.findOneAndUpdate({ main }, { usedAt: at }, { session, new: true }).lean<Category>();
  }

  /** Whether a product that did not leave the shop stands in it. */
  async inUse(main: string, subs: readonly string[] | undefined, session: ClientSession): Promise<boolean> {
    const where = { 'category.main': main, ...(subs && { 'category.sub': { $in: subs } }) };
    return (
      (await this.products.exists({ status: { $in: ['draft', 'published'] }, ...where }).session(session)) !== null
    );
  }

  async renameInProducts(from: string, to: string, session: ClientSession): Promise<void> {
    await this.products.updateMany({ 'category.main': from }, { 'category.main': to }, { session });
  }
}
