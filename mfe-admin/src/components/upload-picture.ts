import { content } from '@shop/contracts/browser';
import { ApiError, call, messageOf } from '@shop/mfe-kit';
import { UPLOAD_TIMEOUT_MS } from './picture-field.tsx';
import { UnreadableFile } from './unreadable-file.ts';

/** Uploads a picture to the image service; answers its address. */
export async function uploadPicture(file: File): Promise<string> {
  const body = new FormData();
  body.set('image', file);
  return (await call(content.addImage, { body, timeoutMs: UPLOAD_TIMEOUT_MS })).image.src;
}

/** Why a file was refused: what the first of its fields says. */
export const refusalOf = (error: unknown, fallback = 'Upload failed'): string =>
  (error instanceof UnreadableFile && error.message) ||
  (error instanceof ApiError && Object.values(error.problem.errors ?? {})[0]) ||
  messageOf(error, fallback);
