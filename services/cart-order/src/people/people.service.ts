import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Person } from './person.schema.ts';

/** Names of accounts, as identity's events told them. */
@Injectable()
export class PeopleService {
  constructor(@InjectModel('Person') private readonly people: Model<Person>) {}

  /** `undefined` for an account that is gone, or was not heard of yet. */
  async nameOf(userId: string, session: ClientSession): Promise<string | undefined> {
    const found = await this.people.findById(userId).session(session).lean();
    return found?.name;
  }

  /** Takes in what an event says, unless a later one was there before. `name` is not there for a deleted account. */
  async remember(
    { userId, name, version }: { userId: string; name?: string; version: number },
    session: ClientSession,
  ): Promise<void> {
    const known = await this.people.findById(userId).session(session).lean();
    if (known && known.version >= version) return;
    await this.people.replaceOne(
      { _id: userId },
      { ...(name === undefined ? {} : { name }), version },
      { session, upsert: true },
    );
  }
}
