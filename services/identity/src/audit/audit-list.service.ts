import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnswerInputOf, endOfShopDay, type identity, type QueryOf, startOfShopDay } from '@shop/contracts';
import { countMatching } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { UsersRepository } from '../users/users.repository.ts';
import { AuditEntry } from './audit.schema.ts';

type Query = QueryOf<typeof identity.listAudit>;

// Older entries were stored without a side that was an empty object.
const viewOf = ({ before = {}, after = {}, at, mark: _, ...entry }: AuditEntry) => ({
  ...entry,
  before,
  after,
  at: at.toISOString(),
});

/** The audit trail as staff read it. */
@Injectable()
export class AuditList {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly users: UsersRepository,
  ) {}

  async page({ page, limit, ...filter }: Query): Promise<AnswerInputOf<typeof identity.listAudit>> {
    const conditions = await this.#conditionsOf(filter);
    const [entries, totalCount] = await Promise.all([
      this.entries
        .find(conditions)
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean(),
      countMatching(this.entries, conditions),
    ]);
    return { entries: entries.map(viewOf), totalCount };
  }

  async #conditionsOf({ from, to, q, actorId, ...equal }: Omit<Query, 'page' | 'limit'>): Promise<object> {
    const at = { ...(from && { $gte: startOfShopDay(from) }), ...(to && { $lt: endOfShopDay(to) }) };
    const conditions = { ...equal, ...(await this.#actorsOf(q, actorId)), ...((from || to) && { at }) };
    return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
  }

  async #actorsOf(q: string | undefined, actorId: string | undefined): Promise<object> {
    if (!q) return actorId ? { actorId } : {};
    const names = await this.#namesByActor();
    const actors = actorId ? [actorId].filter((id) => names.has(id)) : [...names.keys()];
    const byAccount = new Set(await this.users.idsByText(q, actors));
    const text = q.toLowerCase();
    return {
      actorId: { $in: actors.filter((id) => byAccount.has(id) || names.get(id)!.toLowerCase().includes(text)) },
    };
  }

  /** Everybody who has an entry, with the name in the latest one: also those whose account is gone. Read from the index, one step each. */
  async #namesByActor(): Promise<Map<string, string>> {
    const found = await this.entries.aggregate<{ _id: string; name: string }>([
      { $sort: { actorId: 1, at: -1, _id: -1 } },
      { $group: { _id: '$actorId', name: { $first: '$actorName' } } },
    ]);
    return new Map(found.map(({ _id, name }) => [_id, name]));
  }
}
