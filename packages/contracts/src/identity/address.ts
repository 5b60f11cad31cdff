import { z } from 'zod';
import { address, writtenAddress } from '../core/shapes.ts';

/** Exactly one address of an account is the default, which a checkout starts with. */
export const savedAddress = z
  .object({ ...address.shape, _id: z.string(), isDefault: z.boolean() })
  .meta({ id: 'SavedAddress' });
export type SavedAddress = z.infer<typeof savedAddress>;

export const addressToSave = z.object({ address: writtenAddress, isDefault: z.boolean().optional() });
