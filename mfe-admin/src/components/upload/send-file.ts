import { content, UPLOAD_LIMIT_BYTES } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { fetchWithProgress } from './fetch-with-progress.ts';

export type FileKind = 'image' | 'video';

/** A file as it is stored. */
export interface Stored {
  /** Its address. */
  src: string;
  width: number;
  height: number;
  /** The same content was there already. */
  isKnown?: boolean | undefined;
}

export const UPLOAD_LIMIT = `${UPLOAD_LIMIT_BYTES / 1_000_000} MB`;

/** What the browser offers to choose, and what the service reads. */
export const KINDS: Readonly<Record<FileKind, { accept: string; hint: string; one: string }>> = {
  image: {
    accept: 'image/jpeg,image/png,image/webp,image/avif',
    hint: `JPEG, PNG, WebP or AVIF, at most ${UPLOAD_LIMIT}`,
    one: 'picture',
  },
  video: { accept: 'video/mp4', hint: `MP4 in H.264, at most ${UPLOAD_LIMIT} and 60 seconds`, one: 'video' },
};

/** What is wrong with a file before it is sent; only the service can tell what is in it. */
export const fileProblem = (kind: FileKind, file: File): string | undefined =>
  file.size > UPLOAD_LIMIT_BYTES ? `A ${KINDS[kind].one} may have at most ${UPLOAD_LIMIT}` : undefined;

/** An upload ends when its line is dead (`fetchWithProgress`), not after a time. */
const WITHOUT_END_MS = 3_600_000;

interface Options {
  signal: AbortSignal;
  /** Told which share of the file is sent, from 0 to 1. */
  onSent(share: number): void;
  /** It stays in the library while nothing shows it. */
  keep: boolean;
}

/** Stores a picture or a clip; the same again is the stored one. @throws ApiError as the service refuses it */
export async function sendFile(kind: FileKind, file: File, { signal, onSent, keep }: Options): Promise<Stored> {
  const body = new FormData();
  if (keep) body.set('keep', 'true');
  body.set(kind, file);
  const options = { body, signal, timeoutMs: WITHOUT_END_MS, fetch: fetchWithProgress(onSent) };
  return kind === 'image'
    ? (await call(content.addImage, options)).image
    : (await call(content.addVideo, options)).video;
}
