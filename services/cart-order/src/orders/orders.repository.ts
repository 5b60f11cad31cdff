import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import { NEWEST_FIRST, type Order } from './order.schema.ts';

@Injectable()
export class OrdersRepository {
  /** Orders whose invoice or credit note lacks a number, the oldest first. */
  readonly numberingSource: JobSource<Order>;

  constructor(@InjectModel('Order') private readonly orders: Model<Order>) {
    this.numberingSource = new JobSource(orders, {
      where: { numbersDue: true },
      under: 'numbering',
      dueSince: 'createdAt',
    });
  }

  /** @throws MongoServerError 11000 when the checkout or the payment already has an order */
  async create(order: Order, session: ClientSession): Promise<void> {
    await insertPlain(this.orders, order, session);
  }

  byId(id: string, session?: ClientSession): Promise<Order | null> {
    return this.orders
      .findById(id)
      .session(session ?? null)
      .lean<Order>();
  }

  /** By our id of the payment or the provider's. */
  byPayment(id: string): Promise<Order | null> {
    return this.orders
      .findOne({ $or: [{ 'payment.paymentId': id }, { 'payment.providerPaymentId': id }] })
      .lean<Order>();
  }

  async page(
    { q, ...fields }: Partial<Pick<Order, 'userId' | 'status'>> & { q?: string },
    { page, limit }: { page: number; limit: number },
  ): Promise<{ orders: Order[]; totalCount: number }> {
    const filter = { ...fields, ...(q && { $or: searchConditions(q) }) };
    const [orders, totalCount] = await Promise.all([
      this.orders
        .find(filter)
        .sort(NEWEST_FIRST)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Order[]>(),
      this.orders.countDocuments(filter),
    ]);
    return { orders, totalCount };
  }

  async countByStatus(): Promise<Partial<Record<Order['status'], number>>> {
    const counts = await this.orders.aggregate<{ _id: Order['status']; count: number }>([
      { $group: { _id: '$status', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(counts.map(({ _id, count }) => [_id, count]));
  }

  /** Number and total of the orders that were not cancelled. */
  async salesSince(since: Date): Promise<{ orders: number; paise: number }> {
    const [sales] = await this.orders.aggregate<{ orders: number; paise: number }>([
      { $match: { createdAt: { $gte: since }, status: { $ne: 'Cancelled' } } },
      { $group: { _id: null, orders: { $sum: 1 }, paise: { $sum: '$paise.total' } } },
    ]);
    return { orders: sales?.orders ?? 0, paise: sales?.paise ?? 0 };
  }

  oldestProcessing(): Promise<Pick<Order, '_id' | 'createdAt'> | null> {
    return this.orders.findOne({ status: 'Processing' }, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Order>();
  }

  /** Orders from before there were invoices lack `numbersDue`. */
  async adoptUnnumbered(): Promise<void> {
    await this.orders.updateMany({ numbersDue: { $exists: false } }, { numbersDue: true });
  }

  /** For the transaction that read the order. */
  async change(id: string, fields: Partial<Order>, session: ClientSession): Promise<Order> {
    const changed = await this.orders
      .findByIdAndUpdate(id, { $set: fields }, { session, returnDocument: 'after' })
      .lean<Order>();
    return changed!;
  }
}

/** What buyers quote when they ask about an order. */
function searchConditions(q: string): QueryFilter<Order>[] {
  const text = new RegExp(RegExp.escape(q), 'i');
  const number = /^#?([0-9a-f]{6,24})$/i.exec(q)?.[1];
  const digits = /^[+\d\s()-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return [
    { 'shippingInfo.name': text },
    { 'lines.product.productGroup': text },
    { 'payment.providerPaymentId': q },
    { 'invoice.number': q.toUpperCase() },
    ...(number ? [{ _id: new RegExp(`${number.toLowerCase()}$`) }] : []),
    // Stored numbers may contain other spaces and hyphens.
    ...(digits.length >= 4 ? [{ 'shippingInfo.phone': new RegExp([...digits].join('\\D*')) }] : []),
  ];
}
