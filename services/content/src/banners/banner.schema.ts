import { indexJobFields, jobFields, type JobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ShowcaseEntry } from '../showcase/showcase.ts';

export interface Banner extends ShowcaseEntry {
  title: string;
  /** Path of the shop. Without one, or empty: to all pieces. */
  link?: string;
  /** When it is shown; without them always. */
  from?: Date | null;
  until?: Date | null;
  /** As the job left it at the last of these times: every instance answers the same. */
  isHidden?: boolean;
  /** Of the job: due at the next of them. */
  turn?: JobFields | null;
}

export const bannerSchema = new Schema<Banner>(
  {
    image: { type: String, required: true },
    title: { type: String, required: true },
    link: String,
    from: Date,
    until: Date,
    isHidden: Boolean,
    turn: new Schema(jobFields, { _id: false }),
  },
  { collection: 'banners', versionKey: false },
);
indexJobFields(bannerSchema, 'turn');
