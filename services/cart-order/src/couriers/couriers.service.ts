import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type cartOrder, courierKey, trackingPageOf } from '@shop/contracts';
import { AuditTrail, Edits, Failure, type Session, Transactions, withVersion } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { StoredCourier } from './courier.schema.ts';

const fieldsOf = ({ name, trackingPage }: cartOrder.Courier) => ({ name, trackingPage });
const viewOf = (courier: StoredCourier) => withVersion(fieldsOf(courier));

/** The couriers that staff choose from, and where buyers follow their parcels. */
@Injectable()
export class CouriersService {
  constructor(
    @InjectModel('Courier') private readonly couriers: Model<StoredCourier>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async list(): Promise<cartOrder.Courier[]> {
    return (await this.couriers.find().sort({ _id: 1 }).lean()).map(viewOf);
  }

  /** @throws Failure `document.changed` */
  save(staff: Session, given: cartOrder.Courier, version?: string): Promise<cartOrder.Courier> {
    const _id = courierKey(given.name);
    return this.transactions.run(async (session) => {
      const before = await this.couriers.findById(_id, null, { session }).lean();
      const edit = { actor: staff, subject: 'courier', id: _id, version };
      const [read, after] = [before && viewOf(before), withVersion(fieldsOf(given))];
      await this.edits.require(session, edit, read);
      await this.couriers.replaceOne({ _id }, given, { session, upsert: true });
      await this.edits.keep(session, edit, read, after);
      await this.audit.record(session, staff, {
        action: before ? 'courier.changed' : 'courier.created',
        subject: 'courier',
        subjectId: _id,
        before: before && fieldsOf(before),
        after: fieldsOf(given),
      });
      return after;
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
        before: fieldsOf(before),
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
