import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Person } from './person.schema.ts';

/** Names of accounts, projected from identity's events. */
@Injectable()
export class People {
  constructor(@InjectModel('Person') private readonly people: Model<Person>) {}

  /** By user id; unknown and deleted accounts are missing. */
  async namesOf(userIds: Iterable<string>): Promise<Map<string, string>> {
    const found = await this.people.find({ _id: { $in: [...new Set(userIds)] } }).lean();
    return new Map(found.flatMap(({ _id, name }) => (name === undefined ? [] : [[_id, name]])));
  }

  /** `undefined` for an unknown or deleted account. */
  async nameOf(userId: string, session: ClientSession): Promise<string | undefined> {
    const found = await this.people.findById(userId).session(session).lean();
    return found?.name;
  }

  /** Stores an event's name unless a later version is stored. A deleted account has no `name`. */
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
