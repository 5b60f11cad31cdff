import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Product } from '../products/product.schema.ts';
import { type Branch, type BranchKind, PRODUCT_FIELDS } from './branch.schema.ts';

/** What staff say of a branch. */
export type BranchFields = Pick<Branch, 'name' | 'sub' | 'image'>;

@Injectable()
export class BranchesRepository {
  constructor(
    @InjectModel('Branch') private readonly branches: Model<Branch>,
    @InjectModel('Product') private readonly products: Model<Product>,
  ) {}

  all(kind: BranchKind): Promise<Branch[]> {
    return this.branches.find({ kind }).sort({ position: 1, _id: 1 }).lean<Branch[]>();
  }

  byName(kind: BranchKind, name: string, session?: ClientSession): Promise<Branch | null> {
    return this.branches
      .findOne({ kind, name })
      .session(session ?? null)
      .lean<Branch>();
  }

  byId(kind: BranchKind, id: string, session: ClientSession): Promise<Branch | null> {
    return this.branches.findOne({ _id: id, kind }).session(session).lean<Branch>();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async create(kind: BranchKind, fields: BranchFields, session: ClientSession): Promise<Branch> {
    const position = await this.branches.countDocuments({ kind }).session(session);
    const [created] = await this.branches.create([{ kind, ...fields, position }], { session });
    return created!.toObject();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async change(id: Branch['_id'], { image, ...fields }: BranchFields, session: ClientSession): Promise<Branch> {
    const change = image ? { $set: { ...fields, image } } : { $set: fields, $unset: { image: 1 } };
    const changed = await this.branches
      .findByIdAndUpdate(id, change, { session, returnDocument: 'after' })
      .lean<Branch>();
    return changed!;
  }

  async remove(id: Branch['_id'], session: ClientSession): Promise<void> {
    await this.branches.deleteOne({ _id: id }, { session });
  }

  /** The branch, marked as in use by this transaction; `null` when there is none. */
  use(kind: BranchKind, name: string, at: Date, session: ClientSession): Promise<Branch | null> {
    return this.branches.findOneAndUpdate({ kind, name }, { usedAt: at }, { session }).lean<Branch>();
  }

  /** Whether a product that did not leave the shop stands in the branch, or in one of `subs` of it. */
  async inUse({ kind, name }: Branch, subs: readonly string[] | undefined, session: ClientSession): Promise<boolean> {
    const fields = PRODUCT_FIELDS[kind];
    const where = { [fields.name]: name, ...(subs && { [fields.sub]: { $in: subs } }) };
    const found = await this.products.exists({ status: { $in: ['draft', 'published'] }, ...where }).session(session);
    return found !== null;
  }

  async renameInProducts(kind: BranchKind, from: string, to: string, session: ClientSession): Promise<void> {
    const { name } = PRODUCT_FIELDS[kind];
    await this.products.updateMany({ [name]: from }, { [name]: to }, { session });
  }
}
