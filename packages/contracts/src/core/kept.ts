import { z } from 'zod';

/** What a service keeps of an account, for its owner to read: records by their kind. */
export const keptOfUser = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type KeptOfUser = z.infer<typeof keptOfUser>;

export const keptOfWhom = z.object({ userId: z.string().min(1).max(100) });
export const KEPT_TIMEOUT_MS = 30_000;
