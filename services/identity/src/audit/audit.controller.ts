import { InjectModel } from '@nestjs/mongoose';
import { identity } from '@shop/contracts';
import { ContractController, countMatching, type Input, Route, ValidatedInput } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { AuditEntry } from './audit.schema.ts';

@ContractController()
export class AuditController {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  @Route(identity.listAudit)
  async list(@ValidatedInput() { query: { page, limit, ...filter } }: Input<typeof identity.listAudit>) {
    const conditions = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
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
    const viewOf = ({ before = {}, after = {}, at, ...entry }: AuditEntry) => ({
      ...entry,
      before,
      after,
      at: at.toISOString(),
    });
    return { entries: entries.map(viewOf), totalCount };
  }
}
