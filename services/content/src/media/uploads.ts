import crypto from 'node:crypto';
import { Failure } from '@shop/service-kit';

/** For responses with media: a name is never reused for other content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For what may be taken back: a year in caches would outlive a review whose author left. */
export const REMOVABLE = 'public, max-age=3600';

/** A name derived from the content, so that the same upload is stored once. */
export const contentName = (bytes: Buffer, extension: string): string =>
  `${crypto.createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}.${extension}`;

export const uploadError = (field: 'image' | 'video', message: string, cause?: unknown): Failure =>
  new Failure('request.invalid', { errors: { [field]: message }, cause });
