import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { insertPlain } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { OrderNote } from './order-note.schema.ts';

@Injectable()
export class OrderNotesRepository {
  constructor(@InjectModel('OrderNote') private readonly notes: Model<OrderNote>) {}

  /** Newest first. */
  of(orderId: string): Promise<OrderNote[]> {
    return this.notes.find({ orderId }).sort({ at: -1, _id: -1 }).lean<OrderNote[]>();
  }

  byId(orderId: string, id: string, session: ClientSession): Promise<OrderNote | null> {
    return this.notes.findOne({ _id: id, orderId }).session(session).lean<OrderNote>();
  }

  add(note: OrderNote, session: ClientSession): Promise<void> {
    return insertPlain(this.notes, note, session);
  }

  async remove(orderId: string, id: string, session: ClientSession): Promise<void> {
    await this.notes.deleteOne({ _id: id, orderId }, { session });
  }

  /** They may name the buyer. */
  async removeAll(orderId: string, session: ClientSession): Promise<void> {
    await this.notes.deleteMany({ orderId }, { session });
  }
}
