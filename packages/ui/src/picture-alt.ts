import type { Focus } from './picture-sources.ts';

/** The display forms of the studio, by kind of piece. */
const FORMS = {
  ring: 'on a hand',
  bracelet: 'on a wrist',
  bangle: 'on a wrist',
  necklace: 'on a neck bust',
  pendant: 'on a neck bust',
  earring: 'on an ear',
} as const;
/** The studio names the picture on a form so. */
const WORN = /-worn\.[^/]*$/;

/** What staff say of a picture. */
export interface Note {
  image: string;
  alt?: string | undefined;
  focus?: Focus | undefined;
}

export const noteOf = (notes: readonly Note[] | undefined, image: string | undefined): Note | undefined =>
  notes?.find((note) => note.image === image);

/** What each picture shows, for those who do not see it: the words of staff, else on which form, and which of how many it is. */
export const altsOf = (
  name: string,
  images: readonly string[],
  kind?: keyof typeof FORMS,
  notes?: readonly Note[],
): string[] =>
  images.map((image, i) => {
    const told = noteOf(notes, image)?.alt;
    if (told) return told;
    const form = kind && WORN.test(image) ? ` ${FORMS[kind]}` : '';
    return `${name}${form}${images.length > 1 ? `, picture ${i + 1} of ${images.length}` : ''}`;
  });
