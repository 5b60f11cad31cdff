import { Failure, type UploadedFile } from '@shop/service-kit';
import sharp from 'sharp';
import { contentName, uploadError } from '../media/uploads.ts';
import type { Image } from './image.schema.ts';

const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);
/** Of the stored image: twice the largest width served. */
const MAX_SIDE = 3200;
/** More than phones take; bounds the memory and the time of an upload, however few bytes it has. */
const MAX_PIXELS = 50_000_000;
/** For what is small and slow nevertheless. */
const MAX_SECONDS = 15;

const refused = (message: string, cause?: unknown) => uploadError('image', message, cause);

/**
 * Converts an uploaded image for storage: re-encoded, rotated upright and without metadata. Its type is read from the
 * content; file name and declared type are ignored.
 *
 * @throws Failure `request.invalid` at the field `image`
 */
export async function imageFromUpload(file: UploadedFile | undefined): Promise<Image> {
  if (!file) throw refused('Choose a picture');
  try {
    // Reads only the header. sharp's own limit would throw an unspecific error; it applies to what is decoded then.
    const { format, width, height } = await sharp(file.data, { limitInputPixels: false }).metadata();
    if (!ACCEPTED_FORMATS.has(format)) throw refused('Only JPEG, PNG, WebP and AVIF pictures are taken');
    if (width * height > MAX_PIXELS) throw refused('This picture has too many pixels: at most 50 million');
    const { data: bytes, info } = await sharp(file.data, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { _id: contentName(bytes, 'webp'), type: 'image/webp', bytes, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused('This is not a picture that can be read', error);
  }
}
