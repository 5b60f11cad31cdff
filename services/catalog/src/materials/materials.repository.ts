import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import type { Material } from './material.schema.ts';

@Injectable()
export class MaterialsRepository {
  constructor(
    @InjectModel('Material') private readonly materials: Model<Material>,
    @InjectModel('Product') private readonly products: Model<Product>,
  ) {}

  all(): Promise<Material[]> {
    return this.materials.find().sort({ position: 1, _id: 1 }).lean<Material[]>();
  }

  byTag(tag: string, session?: ClientSession): Promise<Material | null> {
    return this.materials
      .findOne({ tag })
      .session(session ?? null)
      .lean<Material>();
  }

  byId(id: string, session: ClientSession): Promise<Material | null> {
    return this.materials.findById(id).session(session).lean<Material>();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async create({ tag, sub }: { tag: string; sub: string[] }, session: ClientSession): Promise<Material> {
    const position = await this.materials.countDocuments().session(session);
    const [created] = await this.materials.create([{ tag, sub, position }], { session });
    return created!.toObject();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async change(id: Material['_id'], fields: Partial<Material>, session: ClientSession): Promise<Material> {
    const changed = await this.materials.findByIdAndUpdate(id, fields, { session, new: true }).lean<Material>();
    return changed!;
  }

  async remove(id: Material['_id'], session: ClientSession): Promise<void> {
    await this.materials.deleteOne({ _id: id }, { session });
  }

  /** The material, marked as in use by this transaction; `null` when there is none. */
  use(tag: string, at: Date, session: ClientSession): Promise<Material | null> {
    return this.materials.findOneAndUpdate({ tag }, { usedAt: at }, { session, new: true }).lean<Material>();
  }

  /** Whether a product that did not leave the shop stands in it. */
  async inUse(tag: string, subs: readonly string[] | undefined, session: ClientSession): Promise<boolean> {
    const where = { 'material.tag': tag, ...(subs && { 'material.sub': { $in: subs } }) };
    return (
      (await this.products.exists({ status: { $in: ['draft', 'published'] }, ...where }).session(session)) !== null
    );
  }

  async renameInProducts(from: string, to: string, session: ClientSession): Promise<void> {
    await this.products.updateMany({ 'material.tag': from }, { 'material.tag': to }, { session });
  }
}
