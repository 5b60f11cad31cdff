import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, content } from '@shop/contracts';
import { AuditTrail, Edits, Outbox, type Session, Transactions, withVersion } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { BrandRecord } from './brand.schema.ts';

/** Used until staff save a brand. */
const DEFAULT_BRAND: content.Brand = {
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
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async get(): Promise<content.Brand & { version: string; untouched?: true }> {
    const record = await this.records.findById('brand').lean();
    return record ? withVersion(record.brand) : { ...withVersion(DEFAULT_BRAND), untouched: true };
  }

  /** Changes the given fields. Audited only if there is an actor; demo data has none. @throws Failure `document.changed` */
  async change(
    actor: Session | undefined,
    { seller, grievanceOfficer, ...changes }: BodyOf<typeof content.changeBrand>,
    version?: string,
  ): Promise<content.Brand & { version: string }> {
    return this.transactions.run(async (session) => {
      const before = await this.records.findById('brand').session(session).lean();
      const read = withVersion(before?.brand ?? DEFAULT_BRAND);
      const edit = actor && { actor, subject: 'brand', id: 'brand', version };
      if (edit) await this.edits.require(session, edit, read);
      const brand = {
        ...(before?.brand ?? DEFAULT_BRAND),
        ...changes,
        ...(seller && { seller }),
        ...(grievanceOfficer && { grievanceOfficer }),
      };
      if (seller === null) delete brand.seller;
      if (grievanceOfficer === null) delete brand.grievanceOfficer;
      await this.records.updateOne({ _id: 'brand' }, { $set: { brand } }, { upsert: true, session });
      await this.outbox.publish(session, content.contentChanged, { key: 'brand', data: { tag: 'brand' } });
      if (actor && edit) {
        await this.edits.keep(session, edit, read, withVersion(brand));
        await this.audit.record(session, actor, {
          action: 'brand.changed',
          subject: 'brand',
          subjectId: 'brand',
          before: before?.brand ?? null,
          after: brand,
        });
      }
      return withVersion(brand);
    });
  }
}
