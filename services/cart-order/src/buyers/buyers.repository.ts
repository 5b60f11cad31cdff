import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { JobSource } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Erasure } from './erasure.schema.ts';
import type { SealedBuyer } from './sealed-buyer.schema.ts';

@Injectable()
export class BuyersRepository {
  readonly erasureSource: JobSource<Erasure>;

  constructor(
    @InjectModel('SealedBuyer') private readonly sealed: Model<SealedBuyer>,
    @InjectModel('Erasure') private readonly erasures: Model<Erasure>,
  ) {
    this.erasureSource = new JobSource(erasures);
  }

  async beginErasure(userId: string, dueAt: Date, session: ClientSession): Promise<void> {
    await this.erasures.updateOne({ _id: userId }, { $set: { dueAt } }, { session, upsert: true });
  }

  async endErasure(userId: string): Promise<void> {
    await this.erasures.deleteOne({ _id: userId });
  }

  async seal(buyer: SealedBuyer, session: ClientSession): Promise<void> {
    await this.sealed.create([buyer], { session });
  }

  ofOrder(orderId: string): Promise<SealedBuyer | null> {
    return this.sealed.findById(orderId).lean<SealedBuyer>();
  }

  async removeSealed(before: Date): Promise<void> {
    await this.sealed.deleteMany({ keepUntil: { $lt: before } });
  }
}
