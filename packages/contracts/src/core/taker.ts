import { z } from 'zod';
import { moment, objectId } from './shapes.ts';

/** Who of the staff works on something, and since when. `name`: `null` where the account was deleted. */
export const taker = z.object({ userId: z.string(), name: z.string().nullable(), at: moment });
export type Taker = z.infer<typeof taker>;

/** Takes something, or gives it back. `takeFrom`: who has it by what was read; it is taken over from this account and from no other. */
export const takerChange = z
  .object({ isMine: z.boolean(), takeFrom: objectId.optional() })
  .refine(({ isMine, takeFrom }) => isMine || takeFrom === undefined, {
    path: ['takeFrom'],
    message: 'What is given back is taken from no one',
  });
export type TakerChange = z.infer<typeof takerChange>;
