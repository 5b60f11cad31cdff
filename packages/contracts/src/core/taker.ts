import { z } from 'zod';
import { moment } from './shapes.ts';

/** Who of the staff works on something, and since when. `name`: `null` where the account was deleted. */
export const taker = z.object({ userId: z.string(), name: z.string().nullable(), at: moment });
export type Taker = z.infer<typeof taker>;

/** Takes something, or gives it back. */
export const takerChange = z.object({ isMine: z.boolean() });
