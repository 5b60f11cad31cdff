import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isNewer, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { Identity } from './identity.ts';
import type { Recipient } from './recipient.schema.ts';

/** Names and e-mail addresses of accounts, from identity's events. */
@Injectable()
export class RecipientsService {
  constructor(
    @InjectModel('Recipient') private readonly recipients: Model<Recipient>,
    private readonly identity: Identity,
    private readonly transactions: Transactions,
  ) {}

  /** `null` for an unknown account; a deleted one has no `email`. */
  byId(userId: string): Promise<Recipient | null> {
    return this.recipients.findById(userId).lean<Recipient>();
  }

  /** Asks identity for an unknown account, which may be older than the retained events. */
  async find(userId: string): Promise<Recipient | null> {
    const known = await this.byId(userId);
    if (known) return known;
    const contact = await this.identity.contact(userId);
    if (!contact) return null;
    const { name, email } = contact;
    // Version 0: any event is newer.
    await this.transactions.run((session) => this.save({ _id: userId, name, email, version: 0 }, session));
    return this.byId(userId);
  }

  async byIds(userIds: readonly string[]): Promise<Map<string, Recipient>> {
    const found = await this.recipients.find({ _id: { $in: [...new Set(userIds)] } }).lean<Recipient[]>();
    return new Map(found.map((recipient) => [recipient._id, recipient]));
  }

  known(userId: string, session: ClientSession): Promise<Recipient | null> {
    return this.recipients.findById(userId).session(session).lean<Recipient>();
  }

  /** For the audit trail. */
  async nameOf(userId: string, session: ClientSession): Promise<string | undefined> {
    return (await this.known(userId, session))?.name;
  }

  /** Applies an event unless it is older than the stored version. A deleted account has neither name nor address. */
  async save({ _id, ...facts }: Recipient, session: ClientSession): Promise<void> {
    const known = await this.recipients.findById(_id).session(session).lean<Recipient>();
    if (!isNewer(facts, known?.version)) return;
    await this.recipients.replaceOne({ _id }, facts, { session, upsert: true });
  }
}
