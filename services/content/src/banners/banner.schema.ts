import { indexJobFields, jobFields, type JobFields } from '@shop/service-kit';
import { Schema } from 'mongoose';
import type { ShowcaseEntry } from '../showcase/showcase.ts';

export interface Banner extends ShowcaseEntry {
  title: string;
  /** Path of the shop. Without one, or empty: to all pieces. */
  link?: string;
  /** Per cent from the left and from the top; null: where the shop usually crops. */
  focus?: { x: number; y: number } | null;
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
    focus: { type: new Schema({ x: Number, y: Number }, { _id: false }), default: undefined },
    from: Date,
    until: Date,
    isHidden: Boolean,
    turn: new Schema(jobFields, { _id: false }),
  },
  { collection: 'banners', versionKey: false },
);
indexJobFields(bannerSchema, 'turn');
