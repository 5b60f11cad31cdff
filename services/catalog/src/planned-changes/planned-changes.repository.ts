import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, QueryOf } from '@shop/contracts';
import { JobSource } from '@shop/service-kit';
import type { ClientSession, Model, UpdateQuery } from 'mongoose';
import type { PlannedChange } from './planned-change.schema.ts';

const COMING: PlannedChange['state'][] = ['planned', 'running'];
const STATES = {
  coming: COMING,
  impossible: ['impossible'],
  over: ['done', 'impossible', 'taken-back'],
} as const satisfies Record<string, readonly PlannedChange['state'][]>;

/** Planned changes in MongoDB. */
@Injectable()
export class PlannedChangesRepository {
  readonly jobSource: JobSource<PlannedChange>;

  constructor(@InjectModel('PlannedChange') private readonly changes: Model<PlannedChange>) {
    this.jobSource = new JobSource(changes);
  }

  async create(change: PlannedChange, session: ClientSession): Promise<void> {
    await this.changes.create([change], { session });
  }

  byId(id: string, session: ClientSession): Promise<PlannedChange | null> {
    return this.changes.findById(id).session(session).lean<PlannedChange>();
  }

  /** Those of a product that are not over. */
  comingOf(productId: PlannedChange['productId'], session: ClientSession): Promise<PlannedChange[]> {
    return this.changes
      .find({ productId, state: { $in: COMING } })
      .session(session)
      .lean<PlannedChange[]>();
  }

  /** The one of a product that is due for the longest. */
  nextDue(productId: PlannedChange['productId'], now: Date, session: ClientSession): Promise<PlannedChange | null> {
    return this.changes
      .findOne({ productId, state: { $in: COMING }, nextAt: { $lte: now } })
      .sort({ nextAt: 1, _id: 1 })
      .session(session)
      .lean<PlannedChange>();
  }

  async page({
    productId,
    show,
    page,
    limit,
  }: QueryOf<typeof catalog.listPlannedChanges>): Promise<{ changes: PlannedChange[]; totalCount: number }> {
    const where = { ...(productId && { productId }), state: { $in: [...STATES[show]] } };
    const sort = show === 'coming' ? ({ nextAt: 1, _id: 1 } as const) : ({ settledAt: -1, _id: -1 } as const);
    // In the order of the answer.
    const index = { ...(productId && { productId: 1 as const }), state: 1 as const, ...sort };
    const [changes, totalCount] = await Promise.all([
      this.changes
        .find(where)
        .sort(sort)
        .hint(index)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<PlannedChange[]>(),
      this.changes.countDocuments(where).hint(index).exec(),
    ]);
    return { changes, totalCount };
  }

  /** The change as it is then. */
  async update(_id: string, update: UpdateQuery<PlannedChange>, session: ClientSession): Promise<PlannedChange> {
    const changed = await this.changes
      .findOneAndUpdate({ _id }, update, { session, returnDocument: 'after' })
      .lean<PlannedChange>();
    return changed!;
  }
}
