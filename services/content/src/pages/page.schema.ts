import type { content } from '@shop/contracts';
import { Schema } from 'mongoose';

/** A text page. One that every shop has is stored under its slug, and only once it was written. */
export interface PageRecord {
  _id: string;
  /** Of a page that staff added. */
  slug?: string;
  /** Addresses that lead to it; no other page has one of them. */
  formerSlugs?: string[];
  /** Absent: published. */
  status?: content.StaffPage['status'];
  title: string;
  description: string;
  blocks: content.PageBlock[];
  /** Id of who changed it last. */
  updatedBy?: string;
  updatedAt: Date;
}

export const pageSchema = new Schema<PageRecord>(
  {
    _id: { type: String, required: true },
    slug: String,
    formerSlugs: { type: [String], default: undefined },
    status: String,
    title: { type: String, required: true },
    description: { type: String, required: true },
    /** Validated by the contract on every write. */
    blocks: { type: [Object] as never, required: true },
    updatedBy: String,
  },
  { collection: 'pages', timestamps: { createdAt: false, updatedAt: true }, versionKey: false },
);
pageSchema.index({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $exists: true } } });
pageSchema.index({ formerSlugs: 1 });
