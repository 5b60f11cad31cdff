import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { prefixesOf } from './delivery.rules.ts';
import type { DeliveryArea } from './delivery-area.schema.ts';

@Injectable()
export class DeliveryAreasRepository {
  constructor(@InjectModel('DeliveryArea') private readonly areas: Model<DeliveryArea>) {}

  of(pincode: string): Promise<DeliveryArea[]> {
    return this.areas.find({ _id: { $in: prefixesOf(pincode) } }).lean();
  }

  all(session?: ClientSession): Promise<DeliveryArea[]> {
    return this.areas
      .find({}, undefined, { ...(session && { session }) })
      .sort({ _id: 1 })
      .lean();
  }

  async list({ q, page, limit }: { q?: string | undefined; page: number; limit: number }) {
    const filter = q ? filterOf(q) : {};
    const [areas, totalCount] = await Promise.all([
      this.areas
        .find(filter)
        .sort({ _id: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean(),
      this.areas.countDocuments(filter),
    ]);
    return { areas, totalCount };
  }

  byId(_id: string, session: ClientSession): Promise<DeliveryArea | null> {
    return this.areas.findById(_id, undefined, { session }).lean();
  }

  async save(areas: readonly DeliveryArea[], session: ClientSession): Promise<void> {
    await this.areas.bulkWrite(
      areas.map((area) => ({ replaceOne: { filter: { _id: area._id }, replacement: area, upsert: true } })),
      { session },
    );
  }

  async remove(ids: readonly string[], session: ClientSession): Promise<void> {
    await this.areas.deleteMany({ _id: { $in: ids } }, { session });
  }
}

const filterOf = (q: string) => {
  const text = q.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return /^\d+$/.test(q)
    ? { _id: { $regex: `^${text}` } }
    : { $or: [{ city: { $regex: text, $options: 'i' } }, { state: { $regex: text, $options: 'i' } }] };
};
