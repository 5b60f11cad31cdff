import type { BodyOf, catalog } from '@shop/contracts/browser';

export type PictureNotes = NonNullable<BodyOf<typeof catalog.createProduct>['pictureNotes']>;
export type PictureNote = PictureNotes[number];

/** Sorted by picture, so that an order of the pictures is no change of what is said of them. */
export const sortedNotes = (notes: PictureNotes): PictureNotes =>
  notes.toSorted((one, other) => (one.image < other.image ? -1 : 1));

/** With what is said of one picture now; nothing said of it is no note. */
export function withNote(notes: PictureNotes, { image, alt, focus }: PictureNote): PictureNotes {
  const others = notes.filter((note) => note.image !== image);
  if (!alt && !focus) return others;
  return sortedNotes([...others, { image, ...(alt && { alt }), ...(focus && { focus }) }]);
}

/** With the element of one place in another. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, list[from]!);
};
