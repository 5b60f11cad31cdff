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

/** What the events are about: `n` of a thing goes up by one, and the event is written in the same transaction. */
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

/** Two effects that show an event done twice or not at all: a row and a sum; and a copy that shows a wrong last state. */
@Controller()
export class CountThing {
  constructor(@Inject(getConnectionToken()) private readonly connection: Connection) {}

  @OnEvent(thingChanged, work('count-thing'))
  async handle(event: EventOf<typeof thingChanged>, { attempt, session }: EventContext): Promise<void> {
    if (config.FLAKY === 'yes' && attempt === 1 && event.data.n % 20 === 0) throw new Error('Not at the first try');
    const db = this.connection.db!;
    const copies = db.collection<Thing & { version: number; sum: number }>('copies');
    // A thing can be cursed by hand: its events are poison until it is not.
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
