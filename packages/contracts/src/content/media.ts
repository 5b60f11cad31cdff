import { z } from 'zod';
import { staff } from '../core/access.ts';

/** Address of an image or video. Its name is never reused for other content. */
export const mediaAddress = (id: string, example: string) =>
  z
    .string()
    .min(1)
    .max(500)
    .meta({ id, examples: [example] });

/**
 * The same where it is stored: only what the shop serves itself. A browser or a preview that follows a foreign address would
 * reach hosts, or run scripts, that staff did not choose.
 */
export const mediaToSave = (id: string, folder: 'images' | 'videos', what: string, example: string) =>
  z
    .string()
    .max(500, 'At most 500 characters')
    .regex(
      new RegExp(`^/api/v1/${folder}/(demo/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$`),
      `This is not the address of a ${what} of this shop`,
    )
    .meta({ id, examples: [example] });

/** Shared by the calls that serve images and videos. */
export const mediaDownload = {
  service: 'content',
  method: 'GET',
  access: 'guest',
  params: z.object({ name: z.string().max(120) }),
  timeoutMs: 15_000,
} as const;

/** Shared by the calls that store images and videos. */
export const mediaUpload = {
  service: 'content',
  method: 'POST',
  access: staff('media.upload'),
  body: z.object({
    keep: z
      .literal('true')
      .optional()
      .meta({ description: 'It stays in the library; else it is deleted when nothing has shown it for a day' }),
  }),
  status: 201,
  errors: [],
  timeoutMs: 20_000,
} as const;

export const storedMedia = <Address extends z.ZodType>(src: Address) =>
  z.object({
    src,
    width: z.int(),
    height: z.int(),
    /** The same content was there already: it is the stored one. */
    isKnown: z.boolean().optional(),
  });
