import { Injectable } from '@nestjs/common';
import type { cartOrder } from '@shop/contracts';
import { AuditTrail, Clock, Failure, People, type Session, Transactions } from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { OrdersRepository } from '../orders/orders.repository.ts';
import type { OrderNote } from './order-note.schema.ts';
import { OrderNotesRepository } from './order-notes.repository.ts';

/** What staff tell each other about an order: apart from it, so that no answer about the order has it. */
@Injectable()
export class OrderNotesService {
  constructor(
    private readonly notes: OrderNotesRepository,
    private readonly orders: OrdersRepository,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(orderId: string): Promise<cartOrder.OrderNote[]> {
    const notes = await this.notes.of(orderId);
    const names = await this.people.namesOf(notes.map(({ userId }) => userId));
    return notes.map((note) => viewOf(note, names.get(note.userId)));
  }

  /** @throws Failure `order.not-found` */
  async add(staff: Session, orderId: string, text: string, session: ClientSession): Promise<cartOrder.OrderNote> {
    if (!(await this.orders.byId(orderId, session))) throw new Failure('order.not-found');
    const note = {
      ...{ _id: new Types.ObjectId().toHexString(), orderId, text },
      ...{ userId: staff.userId, at: this.clock.now() },
    };
    await this.notes.add(note, session);
    // Without its text, which goes with the note.
    await this.audit.record(session, staff, {
      action: 'order.note-added',
      subject: 'order',
      subjectId: orderId,
      before: null,
      after: { note: note._id },
    });
    return viewOf(note, await this.people.nameOf(staff.userId, session));
  }

  /** @throws Failure `note.not-found`, `note.not-own` */
  remove(staff: Session, orderId: string, id: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const note = await this.notes.byId(orderId, id, session);
      if (!note) throw new Failure('note.not-found');
      if (note.userId !== staff.userId) throw new Failure('note.not-own');
      await this.notes.remove(orderId, id, session);
      await this.audit.record(session, staff, {
        action: 'order.note-deleted',
        subject: 'order',
        subjectId: orderId,
        before: { note: id },
        after: null,
      });
    });
  }
}

const viewOf = ({ _id, text, userId, at }: OrderNote, name: string | undefined): cartOrder.OrderNote => ({
  _id,
  text,
  by: { userId, name: name ?? null },
  at: at.toISOString(),
});
