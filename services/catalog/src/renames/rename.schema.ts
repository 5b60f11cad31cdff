import type { catalog } from '@shop/contracts';
import { indexJobFields, jobFields, type JobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';

/** What has a name that products copy. Sub-categories and sub-tags are `… of` their main name. */
export type Named =
  'category' | 'material' | `sub-category of ${string}` | `sub-tag of ${string}` | `option ${catalog.OptionKind}`;

/** A new name, and who gave it. */
export interface Renamed {
  what: Named;
  from: string;
  to: string;
  /** Absent in one that an earlier release began. */
  userId?: string;
}

/** A new name that products do not all have yet; an item of a job, removed when they have. */
export interface Rename extends Renamed, JobFields {
  _id: string;
  /** Products moved so far. Written by every batch, so that a concurrent rename of the same name is a write conflict. */
  moved: number;
}

export const renameSchema = new Schema<Rename>(
  {
    _id: { type: String, required: true },
    what: { type: String, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    userId: String,
    moved: { type: Number, required: true },
    ...jobFields,
  },
  { collection: 'renames', versionKey: false },
);
renameSchema.index({ what: 1, from: 1 }, { unique: true });
renameSchema.index({ what: 1, to: 1 });
indexJobFields(renameSchema);
