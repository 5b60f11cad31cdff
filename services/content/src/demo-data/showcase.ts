import crypto from 'node:crypto';
import { pictureAddress, picturesOfPiece, scenes } from '@shop/demo-data/photographs.ts';
import { pieces } from '@shop/demo-data/pieces.ts';
import { Types } from 'mongoose';
import type { Banner } from '../banners/banner.schema.ts';
import type { Post } from '../posts/post.schema.ts';

/** The same id for the same thing, every time; ids of one kind are in the order of `place`. */
const idOf = (kind: string, place: number): Types.ObjectId =>
  new Types.ObjectId(
    `${crypto.createHash('sha256').update(kind).digest('hex').slice(0, 20)}${place.toString(16).padStart(4, '0')}`,
  );

const TITLES = [
  'The solitaire, from a workshop of twelve pairs of hands',
  'Wedding season: no making charge on bangles in pairs',
  'Lab-grown diamonds, 15% off until the end of the month',
  'Everyday gold, lighter than a letter',
  'Rose gold, for the hour before sunset',
];

/** A banner for each scene of the studio. */
export const banners = (): Banner[] =>
  scenes('scene-home').map(({ name }, place) => ({
    _id: idOf('banner', place),
    image: pictureAddress(name),
    title: TITLES[place % TITLES.length]!,
  }));

const POSTS = 8;

/** Posts of pieces from all over the catalogue, each with its last photograph: the close-up, where it is taken. */
export function posts(): Post[] {
  const shown = pieces().flatMap((piece) => {
    const picture = piece.position === 0 ? picturesOfPiece(piece).at(-1)! : '.svg';
    return picture.endsWith('.svg') ? [] : [{ group: piece.group, picture }];
  });
  return Array.from({ length: Math.min(POSTS, shown.length) }, (_, place) => {
    const { group, picture } = shown[Math.floor((place * shown.length) / POSTS)]!;
    return {
      _id: idOf('post', place),
      image: pictureAddress(picture),
      url: `https://www.instagram.com/p/${group.replace('-', '').toLowerCase()}/`,
    };
  });
}
