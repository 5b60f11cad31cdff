import crypto from 'node:crypto';
import { Failure, type UploadedFile } from '@shop/service-kit';
import sharp from 'sharp';
import type { Image } from './image.schema.ts';

const TAKEN = new Set(['jpeg', 'png', 'webp', 'heif']);
/** Either way, of what is kept: twice the widest form that is served. */
const LONGEST_SIDE = 3200;
/** A small file can claim to be a picture of any size. */
const LIMIT_PIXELS = 80_000_000;

const refused = (message: string, cause?: unknown) =>
  new Failure('request.invalid', { errors: { image: message }, cause });

/**
 * A picture that somebody sent, as it is kept: encoded anew, upright and without what a camera wrote into it, under a name
 * made of its content. What kind it is is read from the file, whatever its name and type say.
 *
 * @throws Failure `request.invalid` at the field `image`
 */
export async function pictureOf(file: UploadedFile | undefined): Promise<Image> {
  if (!file) throw refused('Choose a picture');
  try {
    // The head alone is read here; sharp's own limit would not say what is wrong.
    const source = sharp(file.data, { limitInputPixels: false, failOn: 'error' });
    const { format, width, height } = await source.metadata();
    if (!TAKEN.has(format)) throw refused('Only JPEG, PNG, WebP and AVIF pictures are taken');
    if (width * height > LIMIT_PIXELS) throw refused('This picture has too many pixels: at most 80 million');
    const { data: bytes, info } = await source
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    const name = crypto.createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return { _id: `${name}.webp`, type: 'image/webp', bytes, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused('This is not a picture that can be read', error);
  }
}
