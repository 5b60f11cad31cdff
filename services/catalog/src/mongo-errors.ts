import { mongo } from 'mongoose';

/** Whether a write was refused because a unique value is taken. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;
