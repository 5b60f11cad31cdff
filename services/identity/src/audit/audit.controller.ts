import { InjectModel } from '@nestjs/mongoose';
import { identity, type QueryOf } from '@shop/contracts';
import { ContractController, countMatching, type Input, Route, ValidatedInput } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { UsersRepository } from '../users/users.repository.ts';
import { AuditEntry } from './audit.schema.ts';
import { AuditCheck } from './check.service.ts';

const DAY_MS = 24 * 3_600_000;

@ContractController()
export class AuditController {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly users: UsersRepository,
    private readonly auditCheck: AuditCheck,
  ) {}

  @Route(identity.listAudit)
  async list(@ValidatedInput() { query: { page, limit, ...filter } }: Input<typeof identity.listAudit>) {
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
    // Older entries were stored without a side that was an empty object.
    const viewOf = ({ before = {}, after = {}, at, mark: _, ...entry }: AuditEntry) => ({
      ...entry,
      before,
      after,
      at: at.toISOString(),
    });
    return { entries: entries.map(viewOf), totalCount };
  }

  @Route(identity.checkAudit)
  check(@ValidatedInput() { query }: Input<typeof identity.checkAudit>) {
    return this.auditCheck.page(query);
  }

  async #conditionsOf({
    from,
    to,
    q,
    actorId,
    ...equal
  }: Omit<QueryOf<typeof identity.listAudit>, 'page' | 'limit'>): Promise<object> {
    // The shop's days, which begin in India.
    const at = {
      ...(from && { $gte: new Date(`${from}T00:00:00+05:30`) }),
      ...(to && { $lt: new Date(Date.parse(`${to}T00:00:00+05:30`) + DAY_MS) }),
    };
    const found = q && (await this.users.idsByText(q));
    const actors = found && actorId ? found.filter((id) => id === actorId) : (found ?? (actorId && [actorId]));
    const conditions = { ...equal, ...(actors && { actorId: { $in: actors } }), ...((from || to) && { at }) };
    return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
  }
}
