import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { QueryOf, cartOrder } from '@shop/contracts';
import { asTransientConflict, countMatching } from '@shop/service-kit';
import type { ClientSession, Model, mongo, QueryFilter } from 'mongoose';
import { type CaptureRecord, type ListedCapture, NEWEST_FIRST, OPEN_CAPTURE } from './capture-record.schema.ts';
import type { BookedCaptures, OpenCaptures } from './money-metrics.ts';

type Query = QueryOf<typeof cartOrder.listCaptures>;

@Injectable()
export class CaptureRecordsRepository {
  constructor(@InjectModel('CaptureRecord') private readonly records: Model<CaptureRecord>) {}

  byId(id: string, session: ClientSession): Promise<CaptureRecord | null> {
    return this.records.findById(id).session(session).lean<CaptureRecord>();
  }

  /** Through the driver: every order writes one. */
  async put(record: CaptureRecord, session: ClientSession): Promise<void> {
    const records = this.records.collection as unknown as mongo.Collection<CaptureRecord>;
    try {
      await records.replaceOne({ _id: record._id }, record, { upsert: true, session, ignoreUndefined: true });
    } catch (error) {
      throw asTransientConflict(error);
    }
  }

  /** Captures of a period, by currency. Extra payments, which payment does not count, have the id of their refund. */
  booked({ from, until }: { from: Date; until: Date }): Promise<BookedCaptures[]> {
    return this.records.aggregate<BookedCaptures>([
      { $match: { 'payment.capturedAt': { $gte: from, $lt: until } } },
      { $match: { $expr: { $eq: ['$_id', '$payment.paymentId'] } } },
      { $group: { _id: '$currency', captures: { $sum: 1 }, amount: { $sum: '$payment.amount' } } },
      { $project: { _id: 0, currency: '$_id', captures: 1, amount: 1 } },
    ]);
  }

  /** Captures that are neither an order nor going back. */
  async open(now: Date): Promise<OpenCaptures> {
    const open = { ...OPEN_CAPTURE, 'payment.capturedAt': { $gt: new Date(0) } };
    const [count, oldest] = await Promise.all([
      this.records.countDocuments(open),
      this.records.findOne(open).sort({ 'payment.capturedAt': 1 }).lean<ListedCapture>(),
    ]);
    return { count, oldestSeconds: oldest ? (now.getTime() - oldest.payment.capturedAt.getTime()) / 1_000 : 0 };
  }

  /** `words`: one of them is enough. */
  async page(
    { show, code, words }: Pick<Query, 'show' | 'code'> & { words?: readonly string[] | undefined },
    { page, limit }: Pick<Query, 'page' | 'limit'>,
  ): Promise<{ records: ListedCapture[]; totalCount: number }> {
    const filter = { ...(words && { words: { $in: [...words] } }), ...refundsMatching(show, code) };
    const listed: QueryFilter<CaptureRecord> = { ...filter, 'payment.capturedAt': { $gt: new Date(0) } };
    const [records, totalCount] = await Promise.all([
      this.records
        .find(listed)
        .sort(NEWEST_FIRST)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<ListedCapture[]>(),
      // The few that are not listed do not matter where all are counted.
      countMatching(this.records, Object.keys(filter).length === 0 ? {} : listed),
    ]);
    return { records, totalCount };
  }
}

const STATES = { 'came-back': 'completed', 'on-its-way': 'requested', failed: 'failed' } as const;

function refundsMatching(show: Query['show'], code: Query['code']): QueryFilter<CaptureRecord> {
  if (show === 'all') return code ? { 'refunds.reason': code } : {};
  const state = STATES[show];
  return code ? { refunds: { $elemMatch: { state, reason: code } } } : { 'refunds.state': state };
}
