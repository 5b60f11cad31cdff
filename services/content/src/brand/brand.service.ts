import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { content } from '@shop/contracts';
import { Outbox, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { BrandRecord } from './brand.schema.ts';

/** Until staff have written down who the shop is. */
const UNNAMED: content.Brand = {
  name: 'Jewellery shop',
  tagline: '',
  description: '',
  phone: '',
  email: 'hello@example.com',
  city: '',
  companyLine: '',
  credit: '',
  social: {
    instagram: 'https://www.instagram.com',
    facebook: 'https://www.facebook.com',
    maps: 'https://maps.google.com',
  },
  chatLink: 'https://wa.me',
  promises: [],
};

@Injectable()
export class BrandService {
  constructor(
    @InjectModel(BrandRecord.name) private readonly records: Model<BrandRecord>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async get(): Promise<content.Brand> {
    const record = await this.records.findById('brand').lean();
    return record?.brand ?? UNNAMED;
  }

  async change(brand: content.Brand): Promise<content.Brand> {
    await this.transactions.run(async (session) => {
      await this.records.updateOne({ _id: 'brand' }, { $set: { brand } }, { upsert: true, session });
      await this.outbox.publish(session, content.contentChanged, { key: 'brand', data: { tag: 'brand' } });
    });
    return brand;
  }
}
