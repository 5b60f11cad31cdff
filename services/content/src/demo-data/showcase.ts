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

/** What the studio's scenes say: rings, a temple necklace, bangles, earrings. */
const TITLES: Record<string, string> = {
  'scene-home-1': 'The solitaire, from a workshop of twelve pairs of hands',
  'scene-home-2': 'Wedding season: temple gold at 8% making charge',
  'scene-home-3': 'Bangles in pairs: the second one without making charge',
  'scene-home-4': 'Earrings for every evening, 15% off until Sunday',
};
const OTHER = 'New in the shop';

/** A banner for each scene of the studio. */
export const banners = (): Banner[] =>
  scenes('scene-home').map(({ shot, name }) => ({
    // By the scene's own number: more of them may come later.
    _id: idOf('banner', Number(/\d+$/.exec(shot)?.[0] ?? 0)),
    image: pictureAddress(name),
    title: TITLES[shot] ?? OTHER,
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
