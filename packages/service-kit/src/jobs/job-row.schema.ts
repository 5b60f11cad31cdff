import { Schema } from 'mongoose';
import { type JobFields, jobFields } from './job-fields.ts';

/** A recurring job, shared by the instances of the service. */
export interface JobRow extends JobFields {
  /** The job's name. */
  _id: string;
}

export const jobRowSchema = new Schema<JobRow>(
  { _id: { type: String, required: true }, ...jobFields },
  { collection: 'jobs', versionKey: false },
);
