import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AuditTrail, Edits, Outbox, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { Showcase } from '../showcase/showcase.ts';
import type { Banner } from './banner.schema.ts';

/** The banners at the top of the home page, oldest first. */
@Injectable()
export class BannersService extends Showcase<Banner> {
  constructor(
    @InjectModel('Banner') banners: Model<Banner>,
    transactions: Transactions,
    outbox: Outbox,
    audit: AuditTrail,
    edits: Edits,
  ) {
    super(banners, transactions, outbox, audit, edits, { name: 'banner', tag: 'banners', order: 1 });
  }
}
