import { z } from 'zod';
import { staff } from '../core/access.ts';

/** Address of an image or video. Its name is never reused for other content. */
export const mediaAddress = (id: string, example: string) =>
  z
    .string()
    .min(1)
    .max(500)
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
  body: z.object({}),
  status: 201,
  errors: [],
  timeoutMs: 20_000,
} as const;

export const storedMedia = <Address extends z.ZodType>(src: Address) =>
  z.object({ src, width: z.int(), height: z.int() });
