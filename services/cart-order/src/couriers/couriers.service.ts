import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type cartOrder, courierKey, trackingPageOf } from '@shop/contracts';
import { AuditTrail, Failure, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { StoredCourier } from './courier.schema.ts';

const viewOf = ({ name, trackingPage }: StoredCourier): cartOrder.Courier => ({ name, trackingPage });

/** The couriers that staff choose from, and where buyers follow their parcels. */
@Injectable()
export class CouriersService {
  constructor(
    @InjectModel('Courier') private readonly couriers: Model<StoredCourier>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  async list(): Promise<cartOrder.Courier[]> {
    return (await this.couriers.find().sort({ _id: 1 }).lean()).map(viewOf);
  }

  save(staff: Session, given: cartOrder.Courier): Promise<cartOrder.Courier> {
    const _id = courierKey(given.name);
    return this.transactions.run(async (session) => {
      const before = await this.couriers.findOneAndReplace({ _id }, given, { session, upsert: true }).lean();
      await this.audit.record(session, staff, {
        action: before ? 'courier.changed' : 'courier.created',
        subject: 'courier',
        subjectId: _id,
        before: before && viewOf(before),
        after: given,
      });
      return given;
    });
  }

  /** @throws Failure `courier.not-found` */
  remove(staff: Session, name: string): Promise<string> {
    const _id = courierKey(name);
    return this.transactions.run(async (session) => {
      const before = await this.couriers.findOneAndDelete({ _id }, { session }).lean();
      if (!before) throw new Failure('courier.not-found');
      await this.audit.record(session, staff, {
        action: 'courier.removed',
        subject: 'courier',
        subjectId: _id,
        before: viewOf(before),
        after: null,
      });
      return before.name;
    });
  }

  /** The parcel with the link that its courier's page and its number make, unless it has one. */
  async withLink<P extends cartOrder.Parcel>(parcel: P, session: ClientSession): Promise<P> {
    const { courier, trackingNumber, trackingUrl } = parcel;
    if (trackingUrl || !trackingNumber) return parcel;
    const known = await this.couriers.findById(courierKey(courier), null, { session }).lean();
    return known?.trackingPage
      ? { ...parcel, trackingUrl: trackingPageOf(known.trackingPage, trackingNumber) }
      : parcel;
  }
}
