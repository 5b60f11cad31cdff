import { content } from '@shop/contracts/browser';
import { ApiError, call, messageOf } from '@shop/mfe-kit';
import { UPLOAD_TIMEOUT_MS } from './picture-field.tsx';
import { UnreadableFile } from './unreadable-file.ts';

/** Uploads a picture to the image service; answers its address, and whether the same was there already. */
export async function sendPicture(file: File): Promise<{ src: string; isKnown?: boolean | undefined }> {
  const body = new FormData();
  body.set('image', file);
  return (await call(content.addImage, { body, timeoutMs: UPLOAD_TIMEOUT_MS })).image;
}

export const uploadPicture = async (file: File): Promise<string> => (await sendPicture(file)).src;

/** Why a file was refused: what the first of its fields says. */
export const refusalOf = (error: unknown, fallback = 'Upload failed'): string =>
  (error instanceof UnreadableFile && error.message) ||
  (error instanceof ApiError && Object.values(error.problem.errors ?? {})[0]) ||
  messageOf(error, fallback);
