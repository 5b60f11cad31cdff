import type { catalog } from '@shop/contracts';
import type { Product } from './product.schema.ts';

type Pictured = Pick<Product, 'images'> & { pictureNotes?: Product['pictureNotes'] | undefined };

/** The notes of these pictures that say something, in their order; undefined without any. */
export function notesOf({ images, pictureNotes = [] }: Pictured): catalog.PictureNote[] | undefined {
  const notes = images.flatMap((image) => {
    const note = pictureNotes.find((one) => one.image === image);
    return note && (note.alt || note.focus) ? [noteOf(note)] : [];
  });
  return notes.length > 0 ? notes : undefined;
}

/** The same as fields of an answer. */
export const withNotes = (product: Pictured): { pictureNotes?: catalog.PictureNote[] } => {
  const pictureNotes = notesOf(product);
  return pictureNotes ? { pictureNotes } : {};
};

/** What stays in sight of its first picture. */
export const withFocus = ({ images, pictureNotes }: Pictured): { focus?: catalog.PictureFocus } => {
  const focus = notesOf({ images: images.slice(0, 1), pictureNotes })?.[0]?.focus;
  return focus ? { focus } : {};
};

const noteOf = ({ image, alt, focus }: catalog.PictureNote): catalog.PictureNote => ({
  image,
  ...(alt && { alt }),
  ...(focus && { focus: { x: focus.x, y: focus.y } }),
});
