import { Controller, Inject } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { defineEvent, type EventOf } from '@shop/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { z } from 'zod';
import type { EventContext } from '../../src/events/event-context.ts';
import { OnEvent } from '../../src/events/on-event.ts';
import type { Outbox } from '../../src/events/outbox.ts';
import { work } from '../../src/events/subscription.ts';
import { isNewer } from '../../src/events/versions.ts';
import { config } from './config.ts';

export const thingChanged = defineEvent({
  name: 'thing.changed.v1',
  publisher: 'catalog',
  summary: 'The number of a thing went up by one',
  key: 'key',
  data: z.object({ n: z.int() }),
  consumers: { catalog: { subscription: 'work', effect: 'counts the changes and keeps a copy' } },
  consumerRequired: true,
});

interface Thing {
  _id: string;
  n: number;
}

/** Increments `n` of a thing and publishes the event in the same transaction. */
export async function change(
  connection: Connection,
  outbox: Outbox,
  key: string,
  session: ClientSession,
): Promise<void> {
  const things = connection.db!.collection<Thing>('things');
  const thing = await things.findOneAndUpdate(
    { _id: key },
    { $inc: { n: 1 } },
    { upsert: true, returnDocument: 'after', session },
  );
  await outbox.publish(session, thingChanged, { key, data: { n: thing!.n } });
}

/** A row and a sum reveal an event that was handled twice or never; a copy reveals a wrong last state. */
@Controller()
export class CountThing {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(thingChanged, work('count-thing'))
  async handle(event: EventOf<typeof thingChanged>, { attempt, session }: EventContext): Promise<void> {
    if (config.FLAKY === 'yes' && attempt === 1 && event.data.n % 20 === 0)
      throw new Error('Fails at the first attempt');
    const db = this.connection.db!;
    const copies = db.collection<Thing & { version: number; sum: number }>('copies');
    // Events of a cursed thing are poison messages until the curse is removed.
    if (event.key.startsWith('cursed')) {
      const curse = await db.collection<{ _id: string }>('curses').findOne({ _id: event.key }, { session });
      if (curse) throw new Error(`${event.key} is cursed`);
    }
    await db
      .collection('effects')
      .insertOne({ eventId: event.id, key: event.key, version: event.version }, { session });
    const copy = await copies.findOne({ _id: event.key }, { session });
    await copies.updateOne(
      { _id: event.key },
      { $inc: { sum: 1 }, ...(isNewer(event, copy?.version) && { $set: { version: event.version, n: event.data.n } }) },
      { upsert: true, session },
    );
  }
}
