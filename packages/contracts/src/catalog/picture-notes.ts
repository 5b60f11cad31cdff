import { z } from 'zod';
import { imageAddress, imageToSave } from '../content/images.ts';
import { MAX_PICTURES } from '../core/constants.ts';

const percent = z.int('From 0 to 100').min(0, 'From 0 to 100').max(100, 'From 0 to 100');

/** The point of a picture that stays in sight where it is cropped: per cent of its width and height, from the top left. */
export const pictureFocus = z.object({ x: percent, y: percent }).meta({ id: 'PictureFocus' });
export type PictureFocus = z.infer<typeof pictureFocus>;

/** What staff say of a picture of a product. Without `alt`, pages make a text; without `focus`, the middle stays in sight. */
export const pictureNote = z
  .object({ image: imageAddress, alt: z.string().optional(), focus: pictureFocus.optional() })
  .meta({ id: 'PictureNote' });
export type PictureNote = z.infer<typeof pictureNote>;

/** At most one for each picture; of pictures that the product does not have, they are dropped. */
export const pictureNotesToSave = z
  .array(
    z.object({
      image: imageToSave,
      alt: z.string().trim().max(200, 'At most 200 characters').optional(),
      focus: pictureFocus.optional(),
    }),
  )
  .max(MAX_PICTURES, `At most ${MAX_PICTURES}`)
  .refine((notes) => new Set(notes.map(({ image }) => image)).size === notes.length, 'One for each picture');
